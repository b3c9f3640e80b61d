import type { Logger } from "pino";
import type { Registry } from "prom-client";
import { createEvents } from "./platform/events/events.ts";
import type { Events } from "./platform/events/events.ts";
import { createJobsHealth } from "./platform/ops/jobs-health.ts";
import type { JobsHealth } from "./platform/ops/jobs-health.ts";
import { registerQueueMetrics } from "./platform/ops/queue-metrics.ts";
import { jobKinds } from "./platform/queue/kinds.ts";
import { openQueue } from "./platform/queue/open-queue.ts";
import type { MeasuredQueue } from "./platform/queue/queue.ts";
import { startWorkers } from "./platform/queue/workers.ts";
import type { JobHandler, Workers } from "./platform/queue/workers.ts";
import type { Seal } from "./platform/secrets/seal.ts";
import type { Store } from "./platform/store/store.ts";

export interface BackgroundDeps {
  readonly store: Store;
  readonly seal: Seal;
  readonly registry: Registry;
  readonly log: Logger;
}

/** What goes on beside the requests. */
export interface Background {
  readonly queue: MeasuredQueue;
  readonly events: Events;
  readonly health: () => Promise<JobsHealth>;
  /** From then on this node takes its share of the jobs. */
  start(handlers: readonly JobHandler[]): Workers;
}

export function openBackground({ store, seal, registry, log }: BackgroundDeps): Background {
  const queue = openQueue(store, jobKinds);
  const observe = registerQueueMetrics(registry, queue);
  return {
    queue,
    events: createEvents(queue, Date.now, seal),
    health: createJobsHealth(queue),
    start: (handlers) => startWorkers({ store, queue, log, observe }, handlers),
  };
}
