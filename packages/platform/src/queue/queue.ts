import type { Kysely } from "kysely";
import type { Schema } from "../store/schema.ts";
import type { Shares } from "./shares.ts";
import type { Answered, Standing } from "./targets.ts";

/** A job's data: ids, never a photo, and secrets only if sealed. */
export type JobData = Readonly<Record<string, string | number | null>>;

export interface NewJob {
  /** One of the kinds that the queue was opened with. */
  readonly name: string;
  readonly data: JobData;
  /** The account whose turn it uses. Jobs without an account share one turn. */
  readonly account?: string;
  /** Its target among those that the account has named. */
  readonly target?: string;
  /** Default 0; higher first, within account and target. */
  readonly priority?: number;
  /** Default: at once. */
  readonly afterMs?: number;
}

/** A job that belongs to this node until its lease ends. */
export interface ClaimedJob {
  readonly id: string;
  readonly name: string;
  readonly data: JobData;
  /** 1 the first time. Each claim of a job has another number, which reveals outdated claims. */
  readonly attempt: number;
  readonly account: string;
  readonly target: string;
  readonly priority: number;
  /** The target's standing at the time of the claim. */
  readonly standing: Standing;
}

/** A priority after jobs that were not tried yet. */
export const behind = (priority: number): number => Math.min(priority, 0) - 1;

export type Settlement =
  | { readonly outcome: "done" }
  /** Retry later, after jobs of the same account and target that were not tried yet; after the last attempt it becomes a dead letter. */
  | { readonly outcome: "retry"; readonly afterMs: number };

/** The lease has ended and another node may have the job: its transaction must be rolled back. */
export class LeaseLost extends Error {
  override readonly name = "LeaseLost";
}

/**
 * Work that outlives its request. Jobs are enqueued and settled within the caller's transaction, so that a job exists exactly if its cause does, and is
 * gone exactly if its result is stored.
 */
export interface Queue {
  enqueue(transaction: Kysely<Schema>, jobs: readonly NewJob[]): Promise<void>;
  /**
   * Claims at most `count` due jobs. Accounts take turns, and within an account its targets; then by priority, then oldest first. Targets that did not
   * answer rest and get none.
   * @param shares this node's current jobs; updated with the claim. Default: no limits
   * @throws StoreUnavailable
   */
  claim(name: string, count: number, shares?: Shares): Promise<readonly ClaimedJob[]>;
  /** @throws LeaseLost */
  settle(transaction: Kysely<Schema>, job: ClaimedJob, settlement: Settlement): Promise<void>;
  /** Records how a target answered: one that does not answer rests, a slow one gets fewer places. */
  note(transaction: Kysely<Schema>, job: ClaimedJob, answered: Answered): Promise<void>;
}

/** Waiting jobs by kind. */
export interface QueueDepth {
  readonly name: string;
  /** Due, and not claimed. */
  readonly ready: number;
  /** Due later, or for a target that rests. */
  readonly delayed: number;
  readonly active: number;
  /** Seconds since the oldest due job was enqueued or became due. */
  readonly oldestSeconds: number;
}

/** Adds what monitoring needs. */
export interface MeasuredQueue extends Queue {
  depths(): Promise<readonly QueueDepth[]>;
}
