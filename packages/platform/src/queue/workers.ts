import { SpanKind } from "@opentelemetry/api";
import type { Kysely } from "kysely";
import type { Log } from "../store/log.ts";
import { StoreUnavailable, isOutage } from "../store/outage.ts";
import type { Schema } from "../store/schema.ts";
import type { Store } from "../store/store.ts";
import { inSpan, traceOf } from "../tracing/spans.ts";
import { LeaseLost } from "./queue.ts";
import type { ClaimedJob, Queue } from "./queue.ts";
import type { ShareRules } from "./holdings.ts";
import { createShares } from "./shares.ts";

/**
 * Does a job and settles it, in the transaction that stores its result. If it throws, the error is logged and the job retried later.
 * @param signal aborted when the service stops and the job should finish
 */
export type DoJob = (job: ClaimedJob, signal: AbortSignal) => Promise<void>;

export interface JobHandler {
  readonly name: string;
  /** Concurrent jobs on this node. */
  readonly concurrency: number;
  /** How accounts share them. */
  readonly shares?: Omit<ShareRules, "places">;
  readonly run: DoJob;
}

export interface WorkersDeps {
  readonly store: Store;
  readonly queue: Queue;
  readonly log: Log;
  /** Receives each job's outcome, for metrics. */
  readonly observe?: (name: string, outcome: JobOutcome) => void;
  /** Polling interval of an idle node. */
  readonly pollMs?: number;
}

export type JobOutcome = "done" | "failed" | "lease_lost";

export interface Workers {
  /** Polls at once: something was enqueued on this node. */
  wake(): void;
  /** Claims no more jobs, signals running ones to finish, and waits for them. */
  stop(): Promise<void>;
}

export function startWorkers(deps: WorkersDeps, handlers: readonly JobHandler[]): Workers {
  const stopping = new AbortController();
  const pumps = handlers.map((handler) => startPump(deps, handler, stopping.signal));
  return {
    wake: () => {
      for (const pump of pumps) pump.wake();
    },
    stop: async () => {
      stopping.abort();
      await Promise.all(pumps.map(({ ended }) => ended));
    },
  };
}

/** Runs jobs of one kind, up to its concurrency. */
function startPump(deps: WorkersDeps, handler: JobHandler, signal: AbortSignal) {
  const { queue, pollMs = 500 } = deps;
  const running = new Set<Promise<void>>();
  const owed = new Set<ClaimedJob>();
  const bell = createBell(signal);
  const shares = createShares({ ...handler.shares, places: handler.concurrency });

  const pump = async () => {
    while (!signal.aborted) {
      const free = handler.concurrency - running.size;
      await releaseOwed(deps, owed);
      const jobs =
        free > 0 ? await queue.claim(handler.name, free, shares).catch((error) => reportClaim(deps, error)) : [];
      for (const job of jobs) {
        const work = runJob(deps, handler, job, owed, signal).finally(() => {
          running.delete(work);
          shares.release(job);
          bell.ring();
        });
        running.add(work);
      }
      // With every place taken there is nothing to claim until one is free.
      await bell.wait(running.size < handler.concurrency ? pollMs : undefined);
    }
    await Promise.all(running);
  };
  return { wake: bell.ring, ended: pump() };
}

function reportClaim({ log }: WorkersDeps, error: unknown): readonly ClaimedJob[] {
  // An outage has already been logged once.
  if (!(error instanceof StoreUnavailable)) log.error({ err: error }, "jobs could not be claimed");
  return [];
}

/**
 * Jobs that an outage left unsettled belong to this node until their leases end, possibly minutes after the database recovers. Releasing them restarts
 * them at once. Jobs that were settled after all, or taken over by another node, are unaffected.
 */
async function releaseOwed(deps: WorkersDeps, owed: Set<ClaimedJob>): Promise<void> {
  for (const job of owed) {
    const settled = await release(deps, job, 0).catch((error: unknown) => error);
    if (isOutage(settled)) return;
    owed.delete(job);
    if (settled instanceof Error && !(settled instanceof LeaseLost)) {
      deps.log.error({ err: settled }, "a job could not be released");
    }
  }
}

function release({ store, queue }: WorkersDeps, job: ClaimedJob, afterMs: number): Promise<void> {
  const settle = (db: Kysely<Schema>) => queue.settle(db, job, { outcome: "retry", afterMs });
  return store.run(() => store.db.transaction().execute(settle));
}

async function runJob(
  deps: WorkersDeps,
  { name, run }: JobHandler,
  job: ClaimedJob,
  owed: Set<ClaimedJob>,
  signal: AbortSignal,
) {
  const work = () => inSpan(name, { kind: SpanKind.CONSUMER }, () => run(job, signal), traceOf(job.data));
  const outcome = await work().then(
    (): JobOutcome => "done",
    (error: unknown) => failed(deps, job, error, owed),
  );
  deps.observe?.(name, outcome);
}

async function failed(deps: WorkersDeps, job: ClaimedJob, error: unknown, owed: Set<ClaimedJob>): Promise<JobOutcome> {
  const { log } = deps;
  if (error instanceof LeaseLost) return "lease_lost";
  // There is no database to report it to.
  if (isOutage(error)) {
    owed.add(job);
    return "failed";
  }
  log.error({ err: error, job: job.name, attempt: job.attempt }, "a job failed");
  await release(deps, job, backoffMs(job.attempt)).catch((cause: unknown) => {
    if (isOutage(cause)) owed.add(job);
    else if (!(cause instanceof LeaseLost)) log.error({ err: cause }, "a job could not be released");
  });
  return "failed";
}

/** One second, doubling up to five minutes; jittered by half, so that jobs that failed together are not retried together. */
export function backoffMs(attempt: number, random: () => number = Math.random): number {
  const wholeMs = Math.min(1000 * 2 ** Math.min(attempt - 1, 20), 300_000);
  return Math.round(wholeMs * (0.75 + random() / 2));
}

/** Wakes the waiting loop; a ring before it waits counts for its next wait. */
function createBell(signal: AbortSignal) {
  let rung = false;
  let wakeUp: (() => void) | undefined;
  const ring = () => {
    rung = true;
    wakeUp?.();
  };
  signal.addEventListener("abort", ring, { once: true });
  return {
    ring,
    wait: async (timeoutMs: number | undefined) => {
      if (!rung) {
        const { promise, resolve } = Promise.withResolvers<void>();
        wakeUp = resolve;
        const timer = timeoutMs === undefined ? undefined : setTimeout(resolve, timeoutMs);
        await promise;
        clearTimeout(timer);
        wakeUp = undefined;
      }
      rung = false;
    },
  };
}
