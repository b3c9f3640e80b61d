import type { Logger } from "pino";
import type { Registry } from "prom-client";
import { createEvents } from "@selfsame/platform/events/events";
import type { Events } from "@selfsame/platform/events/events";
import { createJobsHealth } from "@selfsame/platform/ops/jobs-health";
import type { JobsHealth } from "@selfsame/platform/ops/jobs-health";
import { registerQueueMetrics } from "@selfsame/platform/ops/queue-metrics";
import { jobKinds } from "@selfsame/platform/queue/kinds";
import { openQueue } from "@selfsame/platform/queue/open-queue";
import type { MeasuredQueue } from "@selfsame/platform/queue/queue";
import { startWorkers } from "@selfsame/platform/queue/workers";
import type { JobHandler, Workers } from "@selfsame/platform/queue/workers";
import type { Seal } from "@selfsame/platform/secrets/seal";
import type { Store } from "@selfsame/platform/store/store";

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
