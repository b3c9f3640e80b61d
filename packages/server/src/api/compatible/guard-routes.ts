import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import type { Access } from "../../accounts/access/access.ts";
import type { RequestLog } from "../../features/request-log/request-log.ts";
import type { MemoryBudget } from "@selfsame/photo/images/memory-budget";
import type { Engine } from "@selfsame/photo/engine/engine";
import type { VerifyDeps } from "@selfsame/photo/verify/verify";
import type { Seal } from "@selfsame/platform/secrets/seal";
import { answerFaults } from "../answer-faults.ts";
import { discardRest } from "../bodies/discard-rest.ts";
import { rawBodies } from "../bodies/raw-bodies.ts";
import { checkLimits } from "../check-limits.ts";
import { type Identify, identifyCaller } from "../identify-caller.ts";
import { logRequests } from "../log-requests.ts";
import { recordUsage } from "../record-usage.ts";
import { rejectWhenFull } from "../reject-when-full.ts";
import type { Reject } from "../reject.ts";
import { noteScope } from "../route-scopes.ts";

/** Dependencies of the compatible APIs: those of our own versions. */
export interface CompatibleDeps extends VerifyDeps {
  readonly engine: Engine;
  readonly access: Access;
  readonly log: Logger;
  readonly requestLog: RequestLog;
  readonly budgets: { readonly uploads: MemoryBudget };
  readonly seal: Seal;
  publicUrl(): string;
}

/** Key, scope, limits, usage and request log, as in versions 2 and 3. */
export function guardRoutes(
  app: FastifyInstance,
  { access, log, requestLog }: CompatibleDeps,
  refuse: Reject,
  identify: Identify,
): void {
  rawBodies(app);
  app.addHook("onRoute", noteScope);
  app.addHook("onRequest", identifyCaller(access, refuse, identify));
  app.addHook("onRequest", rejectWhenFull(access, refuse));
  app.addHook("onRequest", checkLimits(access, refuse));
  app.addHook("onSend", recordUsage(access));
  app.addHook("onSend", logRequests(requestLog));
  app.addHook("onSend", discardRest);
  app.setErrorHandler(answerFaults(log, refuse));
}
