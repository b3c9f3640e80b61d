/** Endpoints for wallets (OpenID4VP 1.0). Wallets have no key, and anyone who saw the QR code knows the request's address. */
import type { BodyMemory } from "@selfsame/photo/images/consume";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import {
  findWalletRequest,
  type Gone,
  type WalletRequest,
  whyGone,
} from "../../features/sessions/wallet/wallet-request.ts";
import { rawBodies } from "../bodies/raw-bodies.ts";
import { addressOf } from "../caller-address.ts";
import { readForm } from "./read-form.ts";
import type { WalletDeps } from "./deps.ts";
import { receiveAnswer } from "./receive-answer.ts";
import type { Way } from "./receive-portrait.ts";

/** The metadata a wallet sends when it fetches a request (RFC 8414); the largest seen have 3 KB. */
const metadataBytesMax = 32 * 1024;
const walletNonceMax = 512;
/** A document of 256 KB, base64-encoded twice, and the fields around it. */
const answerBytesMax = 640 * 1024;
/** In memory at once: the body, its text and the decrypted content. */
const times = 3;

interface WithId {
  readonly Params: { readonly id: string };
}

/** Error format of RFC 6749, 5.2: wallets know no other. */
const problem = (reply: FastifyReply, status: number, error: string, error_description: string) =>
  reply.code(status).header("cache-control", "no-store").send({ error, error_description });

/** Text that the wallet may show. The page offers another request by itself. */
const gone: Readonly<Record<Gone, readonly [status: number, description: string]>> = {
  answered: [410, "This request was answered already, perhaps by another device. Only its first answer counts."],
  expired: [410, "This request has expired. Go back to the page that showed it, which has a new one."],
  unknown: [404, "There is no such request. Go back to the page that showed it, which may have a newer one."],
};
const busy = (reply: FastifyReply, seconds: number) =>
  problem(reply.header("retry-after", seconds), 429, "temporarily_unavailable", "Too many requests. Try again later.");

function nonceProblem(walletNonce: string): string | undefined {
  if (!/^[\x21-\x7e]+$/.test(walletNonce)) return "`wallet_nonce` is not printable ASCII without spaces.";
  if (walletNonce.length <= walletNonceMax) return undefined;
  return `\`wallet_nonce\` has more than ${walletNonceMax} characters.`;
}

const ways = [
  ["/responses/:id", "link"],
  ["/browser-responses/:id", "browser"],
  ["/mdoc-responses/:id", "mdoc"],
] as const;

const otherPage = "This answer comes from a page of another origin than the request.";

export function walletRoutes(deps: WalletDeps) {
  const { sessions, identity } = deps;
  const tooMany = async (request: FastifyRequest) => sessions.limits.ask(addressOf(request));

  return async (app: FastifyInstance): Promise<void> => {
    rawBodies(app);

    app.get<WithId>("/requests/:id", async (request, reply) => {
      const waitSeconds = await tooMany(request);
      if (waitSeconds !== undefined) return busy(reply, waitSeconds);
      const found = await findWalletRequest(sessions, request.params.id);
      if (!found) return absent(request.params.id, reply);
      return sendRequest(found, reply);
    });

    app.post<WithId>("/requests/:id", async (request, reply) => {
      const waitSeconds = await tooMany(request);
      if (waitSeconds !== undefined) return busy(reply, waitSeconds);
      const found = await findWalletRequest(sessions, request.params.id);
      if (!found) return absent(request.params.id, reply);
      const form = await withMemory(found, reply, (memory) => readForm(request.raw, metadataBytesMax, memory));
      if (!(form instanceof URLSearchParams)) return problem(reply, form.status, "invalid_request", form.description);
      // `wallet_metadata` is ignored: the request is the same for every wallet.
      const walletNonce = form.get("wallet_nonce") ?? undefined;
      const wrong = walletNonce === undefined ? undefined : nonceProblem(walletNonce);
      if (wrong !== undefined) return problem(reply, 400, "invalid_request", wrong);
      return sendRequest(found, reply, walletNonce);
    });

    for (const [path, way] of ways) app.post<WithId>(path, (request, reply) => receive(request, reply, way));
  };

  async function absent(id: string, reply: FastifyReply) {
    const [status, description] = gone[await whyGone(sessions, id)];
    return problem(reply, status, "invalid_request", description);
  }

  /** Browsers send an Origin: pages of other origins cannot submit a wallet's response. */
  function isOtherPage({ headers: { origin } }: FastifyRequest): boolean {
    return origin !== undefined && origin !== new URL(deps.publicUrl()).origin;
  }

  async function receive(request: FastifyRequest<WithId>, reply: FastifyReply, way: Way) {
    const waitSeconds = await tooMany(request);
    if (waitSeconds !== undefined) return busy(reply, waitSeconds);
    const found = await findWalletRequest(sessions, request.params.id);
    if (!found) return absent(request.params.id, reply);
    if (way !== "link" && isOtherPage(request)) return problem(reply, 403, "invalid_request", otherPage);
    const workSeconds = await sessions.limits.work(found.sessionId);
    if (workSeconds !== undefined) return busy(reply, workSeconds);
    return withMemory(found, reply, async (memory, signal) => {
      const form = await readForm(request.raw, answerBytesMax, memory);
      if (!(form instanceof URLSearchParams)) return problem(reply, form.status, "invalid_request", form.description);
      const received = await receiveAnswer(deps, found, form, way, signal);
      if (received.outcome === "gone") return absent(found.id, reply);
      if (received.outcome === "invalid") return problem(reply, 400, "invalid_request", received.description);
      const { returnCode } = received;
      // In the fragment, which is never sent to a server.
      const back = returnCode && { redirect_uri: `${deps.publicUrl()}/verify#response_code=${returnCode}` };
      return reply.header("cache-control", "no-store").send(back ?? {});
    });
  }

  /** Holds the account's share of the memory budget until the work ends or the wallet disconnects. */
  async function withMemory<Result>(
    { accountId }: WalletRequest,
    reply: FastifyReply,
    work: (memory: BodyMemory, signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const gone = new AbortController();
    reply.raw.once("close", () => gone.abort());
    const holding = deps.budgets.uploads.hold(accountId, gone.signal);
    try {
      return await work({ holding, times }, gone.signal);
    } finally {
      holding.release();
    }
  }

  async function sendRequest(found: WalletRequest, reply: FastifyReply, walletNonce?: string) {
    const { mediaType, placeFor, requestObject } = await import("../../features/sessions/wallet/open-id.ts");
    const place = await placeFor(sessions, { identity, publicUrl: deps.publicUrl() }, found.accountId);
    if (place.expired.length > 0) {
      const left = { account: found.accountId, registrations: place.expired };
      deps.log.warn(left, "registration certificates have expired, and wallets are not sent them");
    }
    const jwt = await requestObject(place, found, walletNonce);
    return reply.header("cache-control", "no-store").type(mediaType).send(jwt);
  }
}
