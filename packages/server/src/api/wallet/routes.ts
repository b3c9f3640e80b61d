/** What wallets fetch and post (OpenID4VP 1.0): they have no key, and the address of a request is known to who saw its QR code. */
import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { BodyMemory } from "../../photo/images/consume.ts";
import { collect } from "../bodies/collect.ts";
import { photosPace } from "../../photo/images/limits.ts";
import {
  findWalletRequest,
  rejectWallet,
  takeWalletRequest,
  type WalletRequest,
} from "../../features/sessions/wallet/wallet-request.ts";
import { mediaTypeOf } from "../bodies/media-type.ts";
import { rawBodies } from "../bodies/raw-bodies.ts";
import { addressOf } from "../caller-address.ts";
import { type Presented, receivePortrait } from "./receive-portrait.ts";
import type { WalletDeps } from "./deps.ts";

/** A document of 256 KB, base64 twice, and what is around it. */
const answerBytesMax = 640 * 1024;
/** The body, the text of it, and what it decrypts to. */
const times = 3;

interface WithId {
  readonly Params: { readonly id: string };
}

/** As RFC 6749, 5.2 has it: wallets know no other. */
const problem = (reply: FastifyReply, status: number, error: string, error_description: string) =>
  reply.code(status).header("cache-control", "no-store").send({ error, error_description });

const unknown = (reply: FastifyReply) =>
  problem(reply, 404, "invalid_request", "There is no such request, or it was answered or has expired.");
const busy = (reply: FastifyReply, seconds: number) =>
  problem(reply.header("retry-after", seconds), 429, "temporarily_unavailable", "Too many requests. Try again later.");

export function walletRoutes(deps: WalletDeps) {
  const { sessions, identity } = deps;
  const place = () => ({ identity, publicUrl: deps.publicUrl() });
  const tooMany = async (request: FastifyRequest) => sessions.limits.ask(addressOf(request));

  return async (app: FastifyInstance): Promise<void> => {
    rawBodies(app);

    app.get<WithId>("/requests/:id", async (request, reply) => {
      const waitSeconds = await tooMany(request);
      if (waitSeconds !== undefined) return busy(reply, waitSeconds);
      const found = await findWalletRequest(sessions, request.params.id);
      if (!found) return unknown(reply);
      const { mediaType, requestObject } = await import("../../features/sessions/wallet/open-id.ts");
      const jwt = await requestObject(place(), found);
      return reply.header("cache-control", "no-store").type(mediaType).send(jwt);
    });

    app.post<WithId>("/responses/:id", async (request, reply) => {
      const waitSeconds = await tooMany(request);
      if (waitSeconds !== undefined) return busy(reply, waitSeconds);
      const found = await findWalletRequest(sessions, request.params.id);
      if (!found) return unknown(reply);
      const workSeconds = await sessions.limits.work(found.sessionId);
      if (workSeconds !== undefined) return busy(reply, workSeconds);
      const gone = new AbortController();
      reply.raw.once("close", () => gone.abort());
      const holding = deps.budgets.uploads.hold(found.accountId, gone.signal);
      try {
        const response = await readResponse(request.raw, { holding, times });
        if (typeof response !== "string") {
          return problem(reply, response.status, "invalid_request", response.description);
        }
        return await answer(found, response, reply, gone.signal);
      } finally {
        holding.release();
      }
    });
  };

  async function receive(found: WalletRequest, presented: Presented, signal: AbortSignal) {
    try {
      return await receivePortrait(deps, found, presented, signal);
    } catch (error) {
      // The request is used up: the page offers another one.
      await rejectWallet(sessions, found, "internal_error");
      throw error;
    }
  }

  async function answer(found: WalletRequest, response: string, reply: FastifyReply, signal: AbortSignal) {
    const { readAnswer } = await import("../../features/sessions/wallet/open-id.ts");
    const read = await readAnswer(deps.documents, found, response, signal);
    // Nothing that only the wallet can have made: the request stays open for it.
    if (read.outcome === "unreadable") {
      return problem(
        reply,
        400,
        "invalid_request",
        "The response is not encrypted for this request, or has another state.",
      );
    }
    if (!(await takeWalletRequest(sessions, found.id))) return unknown(reply);
    const code = read.outcome === "declined" ? "wallet_declined" : await receive(found, read, signal);
    if (code === undefined) return reply.header("cache-control", "no-store").send({});
    await rejectWallet(sessions, found, code);
    return read.outcome === "declined"
      ? reply.header("cache-control", "no-store").send({})
      : problem(reply, 400, "invalid_request", `The document cannot be taken: ${code}.`);
  }
}

interface Unread {
  readonly status: 400 | 413 | 415;
  readonly description: string;
}

async function readResponse(request: IncomingMessage, memory: BodyMemory): Promise<string | Unread> {
  const { "content-type": type, "content-encoding": encoding = "identity" } = request.headers;
  if (mediaTypeOf(type) !== "application/x-www-form-urlencoded" || encoding !== "identity") {
    return { status: 415, description: "Send application/x-www-form-urlencoded." };
  }
  const body = await collect(request, { bytesMax: answerBytesMax, pace: photosPace, memory });
  if (body === "too_large") return { status: 413, description: `The response has more than ${answerBytesMax} bytes.` };
  if (typeof body === "string") return { status: 400, description: `The body is ${body}.` };
  const response = new URLSearchParams(body.toString("latin1")).get("response");
  return response ?? { status: 400, description: "`response` is missing." };
}
