import { Counter, Gauge } from "prom-client";
import type { Registry } from "prom-client";
import type { MeasuredQueue, QueueDepth } from "../queue/queue.ts";
import type { JobOutcome } from "../queue/workers.ts";
import { StoreUnavailable } from "../store/outage.ts";

/** Metrics of queue length, waiting time and job outcomes. @returns the observer to call for each finished job */
export function registerQueueMetrics(
  registry: Registry,
  queue: Pick<MeasuredQueue, "depths">,
): (name: string, outcome: JobOutcome) => void {
  const jobs = new Gauge({
    name: "selfsame_jobs",
    help: "Jobs in the queue, by kind and state. Kinds that end in .dead had all their attempts.",
    labelNames: ["kind", "state"],
    registers: [],
    async collect() {
      const depths = await depthsOf(queue);
      this.reset();
      for (const { name: kind, ready, delayed, active } of depths) {
        this.set({ kind, state: "ready" }, ready);
        this.set({ kind, state: "delayed" }, delayed);
        this.set({ kind, state: "active" }, active);
      }
    },
  });
  const oldest = new Gauge({
    name: "selfsame_jobs_oldest_seconds",
    help: "How long the oldest job that is due has waited, by kind.",
    labelNames: ["kind"],
    registers: [],
    async collect() {
      const depths = await depthsOf(queue);
      this.reset();
      for (const { name: kind, oldestSeconds } of depths) this.set({ kind }, oldestSeconds);
    },
  });
  const ended = new Counter({
    name: "selfsame_jobs_ended_total",
    help: "Jobs that this node worked on, by kind and outcome.",
    labelNames: ["kind", "outcome"],
    registers: [],
  });
  for (const metric of [jobs, oldest, ended]) registry.registerMetric(metric);
  return (kind, outcome) => ended.inc({ kind, outcome });
}

/** During an outage of the database the queue has no metrics; all others are still exported. */
async function depthsOf(queue: Pick<MeasuredQueue, "depths">): Promise<readonly QueueDepth[]> {
  try {
    return await queue.depths();
  } catch (error) {
    if (error instanceof StoreUnavailable) return [];
    throw error;
  }
}
