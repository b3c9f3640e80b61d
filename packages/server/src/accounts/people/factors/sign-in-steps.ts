import type { Kysely } from "kysely";
import type { Schema } from "@selfsame/platform/store/schema";
import { hashSecret, newSecret } from "@selfsame/platform/ids/ids";
import type { SignedInBy } from "@selfsame/platform/store/signed-in-by";

/** A sign-in that has passed its first factor and needs a second. */
export interface SignInStep {
  readonly userId: string;
  readonly proof: SignedInBy;
}

export const stepLifeMs = 5 * 60_000;

/** @returns the secret for a cookie. It is always new, so that a secret planted by an attacker matches no step */
export async function beginStep(db: Kysely<Schema>, { userId, proof }: SignInStep, nowMs: number): Promise<string> {
  const secret = newSecret();
  await db
    .insertInto("sign_in_steps")
    .values({ hash: hashSecret(secret), user_id: userId, proof, expires_at_ms: nowMs + stepLifeMs })
    .execute();
  return secret;
}

export async function findStep(db: Kysely<Schema>, secret: string, nowMs: number): Promise<SignInStep | undefined> {
  return db
    .selectFrom("sign_in_steps")
    .select(["user_id as userId", "proof"])
    .where("hash", "=", hashSecret(secret))
    .where("expires_at_ms", ">", nowMs)
    .executeTakeFirst();
}

/** Deletes the step. @returns whether it still existed: of two concurrent uses, one succeeds */
export async function takeStep(db: Kysely<Schema>, secret: string): Promise<boolean> {
  const taken = await db.deleteFrom("sign_in_steps").where("hash", "=", hashSecret(secret)).executeTakeFirst();
  return taken.numDeletedRows > 0n;
}

/** Deletes the user's begun sign-ins: they rely on an earlier password or on earlier factors. */
export async function endSteps(db: Kysely<Schema>, userId: string): Promise<void> {
  await db.deleteFrom("sign_in_steps").where("user_id", "=", userId).execute();
}
