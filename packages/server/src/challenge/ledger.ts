import type { Step } from "@selfsame/face/gestures";
import { newId } from "../access/ids.ts";
import type { Store } from "../store/store.ts";

export const challengeLifeMs = 120_000;
export const attemptsMax = 3;

export interface Challenge {
  readonly id: string;
  readonly steps: readonly Step[];
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
}

export type Attempt =
  | { readonly outcome: "begun"; readonly challenge: Challenge }
  | { readonly outcome: "not_found" | "expired" | "completed" | "used_up" };

/** The challenges given out, kept until the store is cleaned (clean-daily.ts). One statement decides each race, on any number of nodes. */
export interface Ledger {
  open(accountId: string, steps: readonly Step[]): Promise<Challenge>;
  /** Counts an attempt, if there may be one. */
  begin(accountId: string, id: string): Promise<Attempt>;
  /** Takes an attempt back that could not be judged for a reason of ours. */
  giveBack(id: string): Promise<void>;
  /** @returns whether this call completed it: of several at once, one does */
  complete(id: string): Promise<boolean>;
}

export function createLedger(store: Store, now: () => number): Ledger {
  const { db } = store;
  return {
    open: (accountId, steps) =>
      store.run(async () => {
        const challenge = { id: newId("chl"), steps, createdAtMs: now(), expiresAtMs: now() + challengeLifeMs };
        await db
          .insertInto("challenges")
          .values({
            id: challenge.id,
            account_id: accountId,
            steps: JSON.stringify(steps),
            attempts: 0,
            created_at_ms: challenge.createdAtMs,
            expires_at_ms: challenge.expiresAtMs,
          })
          .execute();
        return challenge;
      }),
    begin: (accountId, id) =>
      store.run(async () => {
        const row = await db
          .updateTable("challenges")
          .set((e) => ({ attempts: e("attempts", "+", 1) }))
          .where("id", "=", id)
          .where("account_id", "=", accountId)
          .where("completed_at_ms", "is", null)
          .where("expires_at_ms", ">", now())
          .where("attempts", "<", attemptsMax)
          .returningAll()
          .executeTakeFirst();
        if (!row) return { outcome: await whyNot(store, accountId, id) };
        const { steps, created_at_ms: createdAtMs, expires_at_ms: expiresAtMs } = row;
        return { outcome: "begun", challenge: { id, steps: JSON.parse(steps) as Step[], createdAtMs, expiresAtMs } };
      }),
    giveBack: (id) =>
      store.run(async () => {
        await db
          .updateTable("challenges")
          .set((e) => ({ attempts: e("attempts", "-", 1) }))
          .where("id", "=", id)
          .where("attempts", ">", 0)
          .execute();
      }),
    complete: (id) =>
      store.run(async () => {
        const done = await db
          .updateTable("challenges")
          .set({ completed_at_ms: now() })
          .where("id", "=", id)
          .where("completed_at_ms", "is", null)
          .returning("id")
          .executeTakeFirst();
        return done !== undefined;
      }),
  };
}

/** Another account's challenge is as good as none. */
async function whyNot({ db }: Store, accountId: string, id: string): Promise<Exclude<Attempt["outcome"], "begun">> {
  const query = db.selectFrom("challenges").selectAll().where("id", "=", id).where("account_id", "=", accountId);
  const row = await query.executeTakeFirst();
  if (!row) return "not_found";
  if (row.completed_at_ms !== null) return "completed";
  return row.attempts >= attemptsMax ? "used_up" : "expired";
}
