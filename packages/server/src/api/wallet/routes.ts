/** What wallets fetch and post (OpenID4VP 1.0): they have no key, and the address of a request is known to who saw its QR code. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import {
  findWalletRequest,
  rejectWallet,
  takeWalletRequest,
  type WalletRequest,
} from "../../features/sessions/wallet/wallet-request.ts";
import { rawBodies } from "../bodies/raw-bodies.ts";
import { addressOf } from "../caller-address.ts";
import type { WalletAnswer } from "../../documents/wallet-answer.ts";
import { walletProblem } from "../../features/sessions/wallet/problems.ts";
import { readForm } from "./read-form.ts";
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
        const form = await readForm(request.raw, answerBytesMax, { holding, times });
        if (!(form instanceof URLSearchParams)) {
          return problem(reply, form.status, "invalid_request", form.description);
        }
        return await answer(found, form, reply, gone.signal);
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

  async function answer(found: WalletRequest, form: URLSearchParams, reply: FastifyReply, signal: AbortSignal) {
    const read = await readOf(found, form, signal);
    // Nothing that only the wallet can have made: the request stays open for it.
    if (typeof read === "string") return problem(reply, 400, "invalid_request", read);
    if (!(await takeWalletRequest(sessions, found.id))) return unknown(reply);
    const code = read.outcome === "declined" ? walletProblem(read.error) : await receive(found, read, signal);
    if (code === undefined) return reply.header("cache-control", "no-store").send({});
    await rejectWallet(sessions, found, code);
    return read.outcome === "declined"
      ? reply.header("cache-control", "no-store").send({})
      : problem(reply, 400, "invalid_request", `The document cannot be taken: ${code}.`);
  }

  /** @returns what is wrong with it, where it is no answer to this request */
  async function readOf(found: WalletRequest, form: URLSearchParams, signal: AbortSignal): Promise<Answered | string> {
    const response = form.get("response");
    if (response === null) return plainError(found, form);
    const { readAnswer } = await import("../../features/sessions/wallet/open-id.ts");
    const read = await readAnswer(deps.documents, found, response, signal);
    return read.outcome === "unreadable"
      ? "The response is not encrypted for this request, or has another state."
      : read;
  }
}

type Answered = Exclude<WalletAnswer, { readonly outcome: "unreadable" }>;

/** A wallet that cannot encrypt sends its error as it is (OpenID4VP 1.0, 8.3.1). */
function plainError({ state }: WalletRequest, form: URLSearchParams): Answered | string {
  const error = form.get("error");
  if (error === null) return "`response` is missing, or `error` with `state` where the wallet has no answer.";
  return form.get("state") === state ? { outcome: "declined", error } : "`state` is not that of the request.";
}
