import type { Task } from "@selfsame/face/assess/gestures";
import { newId } from "../access/ids.ts";
import type { Store } from "../store/store.ts";

export const challengeLifeMs = 120_000;
export const attemptsMax = 3;
/** For so long what was not passed counts against who asked. The store is cleaned (clean.ts) of none that is younger. */
const rememberedMs = 3600_000;

export interface Challenge {
  readonly id: string;
  readonly steps: readonly Task[];
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  readonly nonce?: string | undefined;
}

/** What a challenge is opened with. */
export interface Opening {
  readonly accountId: string;
  readonly steps: readonly Task[];
  readonly nonce?: string | undefined;
  /** A keyed hash of who asks. */
  readonly drawer?: string | undefined;
  /** The public key it was asked for with. */
  readonly keyId?: string | undefined;
}

export type Attempt =
  | { readonly outcome: "begun"; readonly challenge: Challenge }
  | { readonly outcome: "not_found" | "expired" | "completed" | "used_up" };

/** The challenges given out, kept until the store is cleaned (clean.ts). One statement decides each race, on any number of nodes. */
export interface Ledger {
  open(opening: Opening): Promise<Challenge>;
  /** How many challenges of this drawer were not passed: those of the last hour, failed, left or still open. */
  unpassed(drawer: string): Promise<number>;
  /** How many challenges of this key can still be completed. */
  openOf(keyId: string): Promise<number>;
  /** Why there can be no attempt, as far as is known without making one. */
  refusal(accountId: string, id: string): Promise<Exclude<Attempt["outcome"], "begun"> | undefined>;
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
    open: ({ accountId, steps, nonce, drawer, keyId }) =>
      store.run(async () => {
        const createdAtMs = now();
        const challenge = { id: newId("chl"), steps, createdAtMs, expiresAtMs: createdAtMs + challengeLifeMs, nonce };
        await db
          .insertInto("challenges")
          .values({
            id: challenge.id,
            account_id: accountId,
            steps: JSON.stringify(steps),
            attempts: 0,
            nonce: nonce ?? null,
            drawer: drawer ?? null,
            key_id: keyId ?? null,
            created_at_ms: challenge.createdAtMs,
            expires_at_ms: challenge.expiresAtMs,
          })
          .execute();
        return challenge;
      }),
    unpassed: (drawer) =>
      store.run(async () => {
        const { count } = await db
          .selectFrom("challenges")
          .select((e) => e.fn.countAll().as("count"))
          .where("drawer", "=", drawer)
          .where("created_at_ms", ">", now() - rememberedMs)
          .where("completed_at_ms", "is", null)
          .executeTakeFirstOrThrow();
        return Number(count);
      }),
    openOf: (keyId) =>
      store.run(async () => {
        const { count } = await db
          .selectFrom("challenges")
          .select((e) => e.fn.countAll().as("count"))
          .where("key_id", "=", keyId)
          .where("expires_at_ms", ">", now())
          .where("completed_at_ms", "is", null)
          .where("attempts", "<", attemptsMax)
          .executeTakeFirstOrThrow();
        return Number(count);
      }),
    refusal: (accountId, id) =>
      store.run(async () => {
        const open = await db
          .selectFrom("challenges")
          .select("id")
          .where("id", "=", id)
          .where("account_id", "=", accountId)
          .where("completed_at_ms", "is", null)
          .where("expires_at_ms", ">", now())
          .where("attempts", "<", attemptsMax)
          .executeTakeFirst();
        return open ? undefined : whyNot(store, accountId, id);
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
        const { created_at_ms: createdAtMs, expires_at_ms: expiresAtMs } = row;
        const steps = JSON.parse(row.steps) as Task[];
        const challenge = { id, steps, createdAtMs, expiresAtMs, nonce: row.nonce ?? undefined };
        return { outcome: "begun", challenge };
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
