import type { Kysely } from "kysely";
import type { Schema } from "../store/schema.ts";
import type { Shares } from "./shares.ts";
import type { Answered, Standing } from "./targets.ts";

/** What a job is about: ids, never a photo, and a secret only when it is sealed. */
export type JobData = Readonly<Record<string, string | number | null>>;

export interface NewJob {
  /** One of the kinds the queue was opened with. */
  readonly name: string;
  readonly data: JobData;
  /** Whose turn it takes. Jobs without an account share a turn. */
  readonly account?: string;
  /** Where it goes, among what the account has named. */
  readonly target?: string;
  /** Higher ones first, within the account and target; 0 unless given. */
  readonly priority?: number;
  /** At once unless given. */
  readonly afterMs?: number;
}

/** A job that is this node's until its lease ends. */
export interface ClaimedJob {
  readonly id: string;
  readonly name: string;
  readonly data: JobData;
  /** 1 the first time. Another claim of the same job has another number, which identifies an outdated one. */
  readonly attempt: number;
  readonly account: string;
  readonly target: string;
  readonly priority: number;
  /** What was known of its target when it was claimed. */
  readonly standing: Standing;
}

/** Behind what was not tried yet. */
export const behind = (priority: number): number => Math.min(priority, 0) - 1;

export type Settlement =
  | { readonly outcome: "done" }
  /** Once more after a while, behind those of its account and target that were not tried yet; when it had all its attempts, it becomes a dead letter instead. */
  | { readonly outcome: "retry"; readonly afterMs: number };

/** The lease has ended and another node may have the job by now: what was done in its transaction must be rolled back. */
export class LeaseLost extends Error {
  override readonly name = "LeaseLost";
}

/**
 * Work that does not end with its request. A job is put in and settled within the caller's own transaction, so that it is there
 * exactly when what it follows from is, and gone exactly when its result is there.
 */
export interface Queue {
  enqueue(transaction: Kysely<Schema>, jobs: readonly NewJob[]): Promise<void>;
  /**
   * At most `count` jobs that are due: accounts take turns, and within an account its targets; of one account and target by priority, then
   * oldest first. None of a target that rests because it did not answer.
   * @param shares what this node works on; it gets what is claimed. Whatever there is unless given
   * @throws StoreUnavailable
   */
  claim(name: string, count: number, shares?: Shares): Promise<readonly ClaimedJob[]>;
  /** @throws LeaseLost */
  settle(transaction: Kysely<Schema>, job: ClaimedJob, settlement: Settlement): Promise<void>;
  /** Writes down how a job's target took it: one that does not answer rests, one that is slow gets fewer places. */
  note(transaction: Kysely<Schema>, job: ClaimedJob, answered: Answered): Promise<void>;
}

/** How much waits, by kind. */
export interface QueueDepth {
  readonly name: string;
  /** Due, and not claimed. */
  readonly ready: number;
  /** Due later, or to a target that does not answer. */
  readonly delayed: number;
  readonly active: number;
  /** Of the oldest job that is due, since it was put in or became due. */
  readonly oldestSeconds: number;
}

/** What watches over a queue sees more of it than what uses it. */
export interface MeasuredQueue extends Queue {
  depths(): Promise<readonly QueueDepth[]>;
}
