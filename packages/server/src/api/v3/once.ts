import type { Kysely } from "kysely";
import { claimKey, fingerprintOf, releaseKey, storeAnswer, KeyTakenOver } from "../../features/idempotency.ts";
import type { Schema } from "@selfsame/platform/store/schema";
import type { Store } from "@selfsame/platform/store/store";
import type { Answer, Context } from "./endpoint.ts";

/** Stores what a repeated request needs to return the same answer. Call it in the transaction that creates the object. */
type StoreAnswer = (db: Kysely<Schema>, answer: object) => Promise<void>;

export interface Once<Stored> {
  /** What tells this request from others under the same key: the endpoint's name, its body, its files. */
  readonly asked: readonly (string | Uint8Array)[];
  readonly make: (storeAnswer: StoreAnswer) => Promise<Answer>;
  /** Returns the same answer as `make`. @param stored as passed to `storeAnswer` */
  readonly again: (stored: Stored) => Promise<Answer> | Answer;
}

/**
 * Creates an object once, however often its request is sent under one Idempotency-Key (draft-ietf-httpapi-idempotency-key-header). Without the
 * header, each request creates an object.
 */
export async function once<Stored>(
  store: Store,
  { caller: { accountId, test }, idempotencyKey }: Pick<Context, "caller" | "idempotencyKey">,
  { asked, make, again }: Once<Stored>,
): Promise<Answer> {
  if (idempotencyKey === undefined) return make(async () => {});
  // Keys contain no space, so a response to a test key is never returned to a live key.
  const key = test ? `test ${idempotencyKey}` : idempotencyKey;
  const claim = await store.run(() => claimKey(store, accountId, key, fingerprintOf(...asked), Date.now()));
  const inProgress = { code: "idempotency_in_progress", param: "Idempotency-Key" } as const;
  switch (claim.outcome) {
    case "conflict":
      return { code: "idempotency_conflict", param: "Idempotency-Key" };
    case "in_progress":
      return inProgress;
    case "again":
      return again(claim.answer as Stored);
    case "new":
  }
  let made = false;
  try {
    const answer = await make((db, stored) => storeAnswer(db, claim.held, stored));
    made = !("code" in answer);
    return answer;
  } catch (error) {
    // The transaction rolled back; the request that took over the key creates the object.
    if (error instanceof KeyTakenOver) return inProgress;
    throw error;
  } finally {
    if (!made) await store.run(() => releaseKey(store, claim.held));
  }
}
