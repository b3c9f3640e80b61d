import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import type { Logger } from "pino";
import type { Access } from "../../accounts/access/access.ts";
import type { Engine } from "@selfsame/photo/engine/engine";
import { photoBytesMax } from "@selfsame/photo/images/limits";
import type { MemoryBudget } from "@selfsame/photo/images/memory-budget";
import type { PhotoContext } from "@selfsame/photo/verify/photo";
import type { RequestLog } from "../../features/request-log/request-log.ts";
import type { VerifyDeps } from "@selfsame/photo/verify/verify";
import { answerFaults } from "../answer-faults.ts";
import { checkLimits } from "../check-limits.ts";
import { discardRest } from "../bodies/discard-rest.ts";
import { identifyCaller } from "../identify-caller.ts";
import { logRequests } from "../log-requests.ts";
import { rawBodies } from "../bodies/raw-bodies.ts";
import { rejectWhenFull } from "../reject-when-full.ts";
import { recordUsage } from "../record-usage.ts";
import type { Reject, RejectReason } from "../reject.ts";
import { callerOf } from "../request-state.ts";
import { noteScope } from "../route-scopes.ts";
import { type Answer, rejection, sendAnswer } from "./answer.ts";
import { bodyKind, readBody } from "./body.ts";
import { type Endpoint, type Photos, endpoints } from "./endpoints.ts";
import type { V2Error } from "./errors.ts";

export interface V2Deps extends VerifyDeps {
  readonly engine: Engine;
  readonly access: Access;
  readonly log: Logger;
  readonly requestLog: RequestLog;
  /**
   * Memory budgets for bodies and for photos fetched by URL. They are separate, so that a request that holds memory in one never waits for more of
   * the same.
   */
  readonly budgets: { readonly uploads: MemoryBudget; readonly downloads: MemoryBudget };
}

const refusedAs: Readonly<Record<RejectReason, V2Error>> = {
  missing_key: "missing_key",
  invalid_key: "invalid_key",
  wrong_kind: "wrong_kind",
  test_key: "wrong_kind",
  scope_missing: "scope_missing",
  address_not_allowed: "address_not_allowed",
  rate_limited: "rate_limited",
  quota_exceeded: "quota_exceeded",
  unsupported_content_type: "unsupported_content_type",
  busy: "busy",
  storage_full: "busy",
  stopping: "busy",
  fault: "internal",
};

/** POST /verify, /spoof and /optimize. No CORS headers: version 2 is called by backends. */
export function v2Routes(deps: V2Deps): FastifyPluginAsync {
  const { access, log, requestLog } = deps;
  const send = (answer: Answer, request: FastifyRequest, reply: FastifyReply) =>
    sendAnswer(log, answer, request, reply);
  const refuse: Reject = (why, request, reply, detail) => send(rejection(refusedAs[why], detail), request, reply);

  return async (app) => {
    rawBodies(app);
    app.addHook("onRoute", noteScope);
    app.addHook("onRequest", identifyCaller(access, refuse));
    app.addHook("onRequest", rejectWhenFull(access, refuse));
    app.addHook("onRequest", checkLimits(access, refuse));
    app.addHook("onSend", recordUsage(access));
    app.addHook("onSend", logRequests(requestLog));
    app.addHook("onSend", discardRest);
    app.setErrorHandler(answerFaults(log, refuse));
    for (const endpoint of endpoints) {
      const { path: url, name } = endpoint;
      const config = { endpoint: name, key: "private" } as const;
      app.post(url, { config }, async (request, reply) => send(await answer(deps, endpoint, request), request, reply));
      // The contract checks key and limits first, so they are checked here, too.
      const onRequest = async (request: FastifyRequest, reply: FastifyReply) =>
        send(rejection("method_not_allowed"), request, reply);
      app.route({ method: methodsBut("POST", app), url, config, onRequest, handler: onRequest });
    }
  };
}

const methodsBut = (method: string, app: FastifyInstance): string[] =>
  app.supportedMethods.filter((other) => other !== method);

/** Runs after key, kind, limits and method, in the order of the contract's table: content type, body. */
async function answer(deps: V2Deps, endpoint: Endpoint, request: FastifyRequest): Promise<Answer> {
  const { raw, clientGone: signal } = request;
  const observe = request.stages.add;
  const kind = bodyKind(raw, endpoint.shape);
  if (kind === undefined) return rejection("unsupported_content_type");
  const { accountId, allowedDomains } = callerOf(request);
  const arrived = deps.engine.requireRoom(accountId, endpoint.shape.photos.length);
  const holding = deps.budgets.uploads.hold(accountId, signal);
  try {
    const startedMs = performance.now();
    const read = await readBody(raw, kind, endpoint.shape, holding);
    arrived();
    observe("upload", performance.now() - startedMs);
    if (read.outcome === "refused") return rejection(read.error);
    return await runWithRoom(deps, endpoint, read.photos, { accountId, allowedDomains, signal, observe });
  } finally {
    arrived();
    holding.release();
  }
}

async function runWithRoom(deps: V2Deps, endpoint: Endpoint, photos: Photos, context: PhotoContext): Promise<Answer> {
  const downloads = Object.values(photos).filter((photo) => photo?.from === "url").length;
  if (downloads === 0) return endpoint.run(deps, photos, context);
  const holding = deps.budgets.downloads.hold(context.accountId, context.signal);
  await holding.reserve(downloads * photoBytesMax);
  try {
    return await endpoint.run(deps, photos, context);
  } finally {
    holding.release();
  }
}
