import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import type { Logger } from "pino";
import type { Access, Caller } from "../../access/access.ts";
import { EngineUnavailable } from "../../engine/engine.ts";
import { photoBytesMax } from "../../images/limits.ts";
import { BudgetExhausted, type UploadBudget } from "../../images/upload-budget.ts";
import type { PhotoSource } from "../../verify/photo.ts";
import type { VerifyDeps } from "../../verify/verify.ts";
import { clientGone } from "../client-gone.ts";
import { discardRest } from "../discard-rest.ts";
import { enter } from "../enter.ts";
import { type Answer, refusal } from "./answer.ts";
import { bodyKind, readBody } from "./body.ts";
import { type Endpoint, endpoints } from "./endpoints.ts";

export interface V2Deps extends VerifyDeps {
  readonly access: Access;
  readonly log: Logger;
  /** Memory for bodies and for photos fetched by URL. Two, so that who holds room in one never waits for more of the same. */
  readonly budgets: { readonly uploads: UploadBudget; readonly downloads: UploadBudget };
}

/** POST /verify, /spoof and /optimize. No CORS headers: version 2 is called by backends. */
export function v2Routes(deps: V2Deps): FastifyPluginAsync {
  return async (app) => {
    for (const endpoint of endpoints) {
      // All of it happens in onRequest: fastify's own look at the content type would come before our checks.
      const onRequest = (request: FastifyRequest, reply: FastifyReply) => serve(deps, endpoint, request, reply);
      app.all(endpoint.path, { onRequest }, async () => {});
    }
  };
}

async function serve(
  deps: V2Deps,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const signal = clientGone(reply.raw);
  const answer = await answerOf(deps, endpoint, request, reply, signal).catch((error: unknown): Answer => {
    if (!signal.aborted) deps.log.error({ requestId: request.id, err: error }, "fault");
    return refusal("internal");
  });
  if (answer.detail !== undefined) {
    deps.log.info({ requestId: request.id, outcome: answer.outcome, detail: answer.detail }, "refused");
  }
  discardRest(request.raw);
  reply.outcome = answer.outcome;
  return reply
    .code(answer.status)
    .headers({ "cache-control": "no-store", ...answer.headers })
    .send(answer.body);
}

/** The checks in the order of the contract's table: key, kind, limits, method, content type, body. */
async function answerOf(
  deps: V2Deps,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  signal: AbortSignal,
): Promise<Answer> {
  const entry = await enter(deps.access, "private", request, reply);
  if (!("caller" in entry)) return refusal(entry.outcome);
  const answer =
    entry.outcome === "admitted"
      ? await answerAdmitted(deps, endpoint, request, entry.caller, signal)
      : refusal(entry.outcome);
  await deps.access.record({
    caller: entry.caller,
    endpoint: endpoint.name,
    outcome: signal.aborted ? "client_gone" : answer.outcome,
    durationMs: Math.round(reply.elapsedTime),
  });
  return answer;
}

async function answerAdmitted(
  deps: V2Deps,
  endpoint: Endpoint,
  request: FastifyRequest,
  caller: Caller,
  signal: AbortSignal,
): Promise<Answer> {
  if (request.method !== "POST") return refusal("method_not_allowed");
  const kind = bodyKind(request.raw, endpoint.shape);
  if (kind === undefined) return refusal("unsupported_content_type");
  try {
    const { result, release } = await readBody(request.raw, kind, endpoint.shape, deps.budgets.uploads, signal);
    try {
      if (result.outcome === "refused") return refusal(result.error);
      return await runWithRoom(deps, endpoint, result.photos, caller, signal);
    } finally {
      release();
    }
  } catch (error) {
    if (error instanceof EngineUnavailable || error instanceof BudgetExhausted) return refusal("busy", error.message);
    // Nobody hears this answer; it only must not count as a fault.
    if (signal.aborted) return refusal("invalid_body");
    deps.log.error({ requestId: request.id, err: error }, "fault");
    return refusal("internal");
  }
}

async function runWithRoom(
  deps: V2Deps,
  endpoint: Endpoint,
  photos: Readonly<Record<string, PhotoSource | undefined>>,
  { allowedDomains }: Caller,
  signal: AbortSignal,
): Promise<Answer> {
  const downloads = Object.values(photos).filter((photo) => photo?.from === "url").length;
  if (downloads === 0) return endpoint.run(deps, photos, { allowedDomains, signal });
  const release = await deps.budgets.downloads.reserve(downloads * photoBytesMax, signal);
  try {
    return await endpoint.run(deps, photos, { allowedDomains, signal });
  } finally {
    release();
  }
}
