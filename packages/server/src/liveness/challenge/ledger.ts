import type { Task } from "@selfsame/face/assess/gestures";
import type { ExpressionBuilder, Kysely, Selectable, SelectQueryBuilder } from "kysely";
import { newId } from "@selfsame/platform/ids/ids";
import type { ChallengesTable, Schema } from "@selfsame/platform/store/schema";
import type { Store } from "@selfsame/platform/store/store";
import { type ChallengeMode, isAccepted, modeOf } from "./challenge-mode.ts";
import type { Plan } from "./stepwise/draw-next.ts";

export const challengeLifeMs = 120_000;
export const attemptsMax = 3;
/** How long an unpassed challenge counts against its requester. Retention (retention.ts) deletes nothing younger. */
const rememberedMs = 3600_000;

export interface Challenge {
  readonly id: string;
  readonly steps: readonly Task[];
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  readonly nonce?: string | undefined;
  /** Set for a stepwise challenge, whose steps are drawn one by one: then `steps` is empty, and there is one attempt. */
  readonly plan?: Plan | undefined;
}

/** Properties of a new challenge. */
export interface Opening {
  readonly accountId: string;
  readonly steps: readonly Task[];
  readonly nonce?: string | undefined;
  /** Keyed hash of the requester. */
  readonly requester?: string | undefined;
  /** The public key that requested it. */
  readonly keyId?: string | undefined;
  readonly plan?: Plan | undefined;
}

export type Attempt =
  | { readonly outcome: "begun"; readonly challenge: Challenge }
  | { readonly outcome: "not_found" | "expired" | "completed" | "used_up" };

/** `all_at_once`: the account accepts stepwise challenges only. */
type NoAttempt = Exclude<Attempt["outcome"], "begun"> | "all_at_once";

/** Issued challenges, stored until retention deletes them (retention.ts). One statement decides each race, on any number of nodes. */
export interface Ledger {
  open(opening: Opening): Promise<Challenge>;
  /** Number of this requester's challenges of the last hour that were not passed: failed, abandoned or still open. */
  unpassed(requester: string): Promise<number>;
  /** Number of this key's challenges that can still be completed. */
  openOf(keyId: string): Promise<number>;
  /** Why an attempt is impossible, as far as that is known before making one. */
  refusal(accountId: string, id: string, accepted: ChallengeMode): Promise<NoAttempt | undefined>;
  /** Counts an attempt, if one is allowed. */
  begin(accountId: string, id: string): Promise<Attempt>;
  /** A challenge that can still be completed; counts no attempt. */
  find(accountId: string, id: string): Promise<Attempt>;
  /** Uses up all attempts. */
  end(id: string): Promise<void>;
  /** Takes an attempt back that failed through our fault. */
  release(id: string): Promise<void>;
  /** @returns whether this call completed it: of several at once, exactly one does */
  complete(id: string, transaction: Kysely<Schema>): Promise<boolean>;
}

export function createLedger(store: Store, now: () => number): Ledger {
  const { db } = store;
  /** Matches challenges that can still be completed. */
  const isOpen = (e: ExpressionBuilder<Schema, "challenges">) =>
    e.and([e("completed_at_ms", "is", null), e("expires_at_ms", ">", now()), e("attempts", "<", attemptsMax)]);
  const challenges = () => db.selectFrom("challenges");
  const openOnes = (accountId: string, id: string) =>
    challenges().where("id", "=", id).where("account_id", "=", accountId).where(isOpen);
  const attemptOf = async (row: Row | undefined, accountId: string, id: string): Promise<Attempt> =>
    row ? { outcome: "begun", challenge: challengeOf(row) } : { outcome: await whyNot(store, accountId, id) };
  return {
    open: (opening) => store.run(() => insertChallenge(db, opening, now())),
    unpassed: (requester) =>
      store.run(() =>
        countOf(
          challenges()
            .where("drawer", "=", requester)
            .where("created_at_ms", ">", now() - rememberedMs)
            .where("completed_at_ms", "is", null),
        ),
      ),
    openOf: (keyId) => store.run(() => countOf(challenges().where("key_id", "=", keyId).where(isOpen))),
    refusal: (accountId, id, accepted) =>
      store.run(async () => {
        const open = await openOnes(accountId, id).select("plan").executeTakeFirst();
        if (!open) return whyNot(store, accountId, id);
        return isAccepted(modeOf(open.plan !== null), accepted) ? undefined : "all_at_once";
      }),
    begin: (accountId, id) =>
      store.run(async () => {
        const row = await db
          .updateTable("challenges")
          .set((e) => ({ attempts: e("attempts", "+", 1) }))
          .where("id", "=", id)
          .where("account_id", "=", accountId)
          .where(isOpen)
          .returningAll()
          .executeTakeFirst();
        return attemptOf(row, accountId, id);
      }),
    find: (accountId, id) =>
      store.run(async () => attemptOf(await openOnes(accountId, id).selectAll().executeTakeFirst(), accountId, id)),
    end: (id) =>
      store.run(async () => {
        await db.updateTable("challenges").set({ attempts: attemptsMax }).where("id", "=", id).execute();
      }),
    release: (id) =>
      store.run(async () => {
        await db
          .updateTable("challenges")
          .set((e) => ({ attempts: e("attempts", "-", 1) }))
          .where("id", "=", id)
          .where("attempts", ">", 0)
          .execute();
      }),
    complete: async (id, transaction) => {
      const done = await transaction
        .updateTable("challenges")
        .set({ completed_at_ms: now() })
        .where("id", "=", id)
        .where("completed_at_ms", "is", null)
        .returning("id")
        .executeTakeFirst();
      return done !== undefined;
    },
  };
}

async function insertChallenge(
  db: Kysely<Schema>,
  { accountId, steps, nonce, requester, keyId, plan }: Opening,
  createdAtMs: number,
): Promise<Challenge> {
  const id = newId("chl");
  const expiresAtMs = createdAtMs + challengeLifeMs;
  await db
    .insertInto("challenges")
    .values({
      id,
      account_id: accountId,
      steps: JSON.stringify(steps),
      attempts: plan ? attemptsMax - 1 : 0,
      plan: plan ? JSON.stringify(plan) : null,
      nonce: nonce ?? null,
      drawer: requester ?? null,
      key_id: keyId ?? null,
      created_at_ms: createdAtMs,
      expires_at_ms: expiresAtMs,
    })
    .execute();
  return { id, steps, createdAtMs, expiresAtMs, nonce, plan };
}

async function countOf(challenges: SelectQueryBuilder<Schema, "challenges", object>): Promise<number> {
  const { count } = await challenges.select((e) => e.fn.countAll().as("count")).executeTakeFirstOrThrow();
  return Number(count);
}

type Row = Selectable<ChallengesTable>;

const challengeOf = (row: Row): Challenge => ({
  id: row.id,
  steps: JSON.parse(row.steps) as Task[],
  createdAtMs: row.created_at_ms,
  expiresAtMs: row.expires_at_ms,
  nonce: row.nonce ?? undefined,
  plan: row.plan === null ? undefined : (JSON.parse(row.plan) as Plan),
});

/** A challenge of another account is reported as unknown. */
async function whyNot({ db }: Store, accountId: string, id: string): Promise<Exclude<Attempt["outcome"], "begun">> {
  const query = db.selectFrom("challenges").selectAll().where("id", "=", id).where("account_id", "=", accountId);
  const row = await query.executeTakeFirst();
  if (!row) return "not_found";
  if (row.completed_at_ms !== null) return "completed";
  return row.attempts >= attemptsMax ? "used_up" : "expired";
}
