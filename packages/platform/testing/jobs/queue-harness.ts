import type { TestContext } from "node:test";
import type { JobKinds } from "../../src/queue/kinds.ts";
import { openQueue } from "../../src/queue/open-queue.ts";
import type { NewJob, MeasuredQueue } from "../../src/queue/queue.ts";
import type { ClaimedJob } from "../../src/queue/queue.ts";
import type { StoreKind } from "../../src/store/migrate.ts";
import { openStore } from "../../src/store/store.ts";
import type { Store, StoreConfig } from "../../src/store/store.ts";
import { freshConfig } from "../store/each-store.ts";
import { until } from "../until.ts";

export interface TestQueue {
  readonly store: Store;
  readonly queue: MeasuredQueue;
  put(...jobs: readonly NewJob[]): Promise<void>;
  done(job: ClaimedJob): Promise<void>;
  retry(job: ClaimedJob, afterMs?: number): Promise<void>;
  /** Advances the queue's clock. Does nothing on PostgreSQL, where the database's clock counts: there the test waits with `until`. */
  advance(ms: number): void;
}

/** The queue of one node. */
export async function joinQueue(t: TestContext, config: StoreConfig, kinds: JobKinds): Promise<TestQueue> {
  let aheadMs = 0;
  const store = await openStore(config);
  const now = () => Date.now() + aheadMs;
  const queue = openQueue(store, kinds, now);
  t.after(() => store.close());
  const within = (work: Parameters<ReturnType<typeof store.db.transaction>["execute"]>[0]) =>
    store.db.transaction().execute(work) as Promise<void>;
  return {
    store,
    queue,
    put: (...jobs) => within((db) => queue.enqueue(db, jobs)),
    done: (job) => within((db) => queue.settle(db, job, { outcome: "done" })),
    retry: (job, afterMs = 0) => within((db) => queue.settle(db, job, { outcome: "retry", afterMs })),
    advance: (ms) => (aheadMs += ms),
  };
}

export async function freshQueue(t: TestContext, kind: StoreKind, kinds: JobKinds): Promise<TestQueue> {
  return joinQueue(t, await freshConfig(t, kind), kinds);
}

/** Claims one job, once there is one. */
export async function claimOne({ queue }: TestQueue, name: string): Promise<ClaimedJob> {
  return until(async () => (await queue.claim(name, 1))[0]);
}
