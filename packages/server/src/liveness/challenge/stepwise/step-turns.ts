import type { Kysely } from "kysely";
import type { Task } from "@selfsame/face/assess/gestures";
import type { ShownLight } from "../light/draw-light.ts";
import type { Schema } from "@selfsame/platform/store/schema";
import type { Store } from "@selfsame/platform/store/store";
import type { Window } from "./draw-next.ts";

/** One turn of a challenge: the frame of a step, the pictures of a color, or the selfie, expected or received. */
export interface Turn extends Window {
  /** Counts from 1. */
  readonly position: number;
  /** Undefined for the selfie. */
  readonly task: Task | { readonly light: ShownLight } | undefined;
  readonly shownAtMs: number;
  readonly takenAtMs: number | undefined;
  /** Sealed; set once the frame was measured. */
  readonly frame: string | undefined;
}

export const isLight = (task: Turn["task"]): task is { readonly light: ShownLight } =>
  typeof task === "object" && "light" in task;

export type NewTurn = Pick<Turn, "position" | "task" | "shownAtMs" | "notBeforeMs" | "untilMs">;

/** Turns of stepwise challenges, in the store that all nodes share. */
export interface StepTurns {
  show(challengeId: string, turn: NewTurn): Promise<void>;
  /** In order: the last one is the expected one. */
  of(challengeId: string): Promise<readonly Turn[]>;
  /** Reserves the turn for some seconds while its frame is measured. @returns whether this call got it: of several at once, one does */
  take(challengeId: string, position: number, atMs: number): Promise<boolean>;
  /** Undoes that, after a fault of ours. */
  release(challengeId: string, position: number): Promise<void>;
  /**
   * Stores the frame's measurements and adds the next turn, in one transaction.
   * @param work further statements of that transaction
   * @returns undefined if another frame was stored meanwhile
   */
  settle(
    challengeId: string,
    position: number,
    work: (transaction: Kysely<Schema>) => Promise<{ readonly frame: string; readonly next: NewTurn }>,
  ): Promise<NewTurn | undefined>;
  /** Deletes all turns. */
  clear(challengeId: string, transaction?: Kysely<Schema>): Promise<void>;
}

/** Longer than measuring a frame takes, including the wait for a worker. */
const takenMs = 5000;

export function createStepTurns(store: Store): StepTurns {
  const { db } = store;
  return {
    show: (challengeId, turn) =>
      store.run(async () => {
        await db.insertInto("challenge_turns").values(rowOf(challengeId, turn)).execute();
      }),
    of: (challengeId) =>
      store.run(async () => {
        const rows = await db
          .selectFrom("challenge_turns")
          .selectAll()
          .where("challenge_id", "=", challengeId)
          .orderBy("position")
          .execute();
        return rows.map((row) => ({
          position: row.position,
          task: row.task === null ? undefined : (JSON.parse(row.task) as NonNullable<Turn["task"]>),
          shownAtMs: row.shown_at_ms,
          notBeforeMs: row.not_before_ms,
          untilMs: row.until_ms,
          takenAtMs: row.taken_at_ms ?? undefined,
          frame: row.frame ?? undefined,
        }));
      }),
    take: (challengeId, position, atMs) =>
      store.run(async () => {
        const { numUpdatedRows } = await db
          .updateTable("challenge_turns")
          .set({ taken_at_ms: atMs })
          .where("challenge_id", "=", challengeId)
          .where("position", "=", position)
          .where("frame", "is", null)
          // If a node dies after reserving a turn, others may take it later.
          .where((e) => e.or([e("taken_at_ms", "is", null), e("taken_at_ms", "<=", atMs - takenMs)]))
          .executeTakeFirst();
        return numUpdatedRows > 0n;
      }),
    release: (challengeId, position) =>
      store.run(async () => {
        await db
          .updateTable("challenge_turns")
          .set({ taken_at_ms: null })
          .where("challenge_id", "=", challengeId)
          .where("position", "=", position)
          .where("frame", "is", null)
          .execute();
      }),
    settle: (challengeId, position, work) =>
      store.run(() =>
        db.transaction().execute(async (tx) => {
          const mine = tx
            .updateTable("challenge_turns")
            .where("challenge_id", "=", challengeId)
            .where("position", "=", position)
            .where("frame", "is", null);
          // First, so that on PostgreSQL the second of two waits here.
          const { numUpdatedRows } = await mine.set((e) => ({ taken_at_ms: e.ref("taken_at_ms") })).executeTakeFirst();
          if (numUpdatedRows === 0n) return undefined;
          const { frame, next } = await work(tx);
          await mine.set({ frame }).execute();
          await tx.insertInto("challenge_turns").values(rowOf(challengeId, next)).execute();
          return next;
        }),
      ),
    clear: async (challengeId, transaction) => {
      const forget = (within: Kysely<Schema>) =>
        within.deleteFrom("challenge_turns").where("challenge_id", "=", challengeId).execute();
      await (transaction ? forget(transaction) : store.run(() => forget(db)));
    },
  };
}

const rowOf = (challengeId: string, { position, task, shownAtMs, notBeforeMs, untilMs }: NewTurn) => ({
  challenge_id: challengeId,
  position,
  task: task === undefined ? null : JSON.stringify(task),
  shown_at_ms: shownAtMs,
  not_before_ms: notBeforeMs,
  until_ms: untilMs,
});

/** The steps among these turns. */
export const tasksOf = (turns: readonly Turn[]): Task[] =>
  turns.flatMap(({ task }) => (task === undefined || isLight(task) ? [] : task));
