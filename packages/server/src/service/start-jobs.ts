import manifest from "../../package.json" with { type: "json" };
import { planNamed } from "../accounts/access/plans.ts";
import { watchForAlerts } from "../features/alerts/watch.ts";
import { createHostPlaces } from "../features/batches/host-places.ts";
import { batchHandlers } from "../features/batches/run-group.ts";
import { photoBytesMax } from "@selfsame/photo/images/limits";
import { MemoryBudget } from "@selfsame/photo/images/memory-budget";
import { mailHandlers } from "../features/mail/send.ts";
import { createSmtp } from "../features/mail/smtp.ts";
import { simulationHandler } from "../features/sessions/attempts/simulate.ts";
import { jobKinds } from "@selfsame/platform/queue/kinds";
import { movePgBossJobs } from "@selfsame/platform/queue/pg-boss-jobs";
import { hasOtherVersion } from "@selfsame/platform/secrets/seal-addresses";
import { sweepSessions } from "../features/sessions/sweep.ts";
import { emptyLogRegularly } from "@selfsame/platform/store/sqlite/empty-log";
import { gatherRegularly } from "@selfsame/platform/store/sqlite/statistics";
import { deliveryHandlers } from "../features/webhooks/deliver.ts";
import { createPace } from "../features/webhooks/pace.ts";
import type { Features } from "./features.ts";
import type { Foundation } from "./foundation.ts";
import type { ServiceParts } from "./parts.ts";
import { createResolveTxt } from "./resolve-txt.ts";

/** Concurrent groups of batches on this node. */
const groupsAtOnce = 8;

/** Starts work without requests: queue jobs, sweeps and alerts. @returns stops all of it */
export function startJobs(
  { config, log }: ServiceParts,
  { store, background, access, alertOnce, monthReached, counters }: Foundation,
  { webhooks, mail, mailer, sessions, batches, comparison, download, batchEngine, sealing }: Features,
  publicUrl: () => string,
): () => Promise<unknown> {
  const workers = background.start([
    ...deliveryHandlers({ ...webhooks, log, pace: createPace(counters("webhooks")) }),
    ...mailHandlers({ ...mail, smtp: config.mail && createSmtp(config.mail) }),
    simulationHandler({ ...sessions, comparison }),
    ...batchHandlers({
      ...batches,
      receipts: sessions.receipts,
      compare: {
        engine: batchEngine,
        comparison,
        download,
        hosts: createHostPlaces(groupsAtOnce),
        // A few photos in transit for each worker: they wait in memory.
        budget: new MemoryBudget(Math.max(16, 4 * config.batchWorkers) * photoBytesMax, 600_000),
      },
      limits: access.callerLimits,
      monthReached,
      planOf: (caller) => planNamed(config.plans, caller.plan),
      concurrency: groupsAtOnce,
    }),
  ]);
  const stopMoving = movePgBossJobs({
    store,
    kinds: jobKinds,
    log,
    hasOtherVersion: () => hasOtherVersion({ store, version: manifest.version }),
  });
  const stopSweeping = sweepSessions(sessions, log);
  const stopEmptying = emptyLogRegularly(store, log);
  const stopGathering = gatherRegularly(store, log);
  const watched = {
    store,
    queue: background.queue,
    alertOnce,
    resolveTxt: createResolveTxt(),
    mailer,
    publicUrl,
    now: Date.now,
  };
  const stopWatching = watchForAlerts(watched, log);
  return () =>
    Promise.all([
      workers.stop(),
      stopMoving(),
      stopSweeping(),
      stopWatching(),
      sealing.stop(),
      stopEmptying(),
      stopGathering(),
    ]);
}
