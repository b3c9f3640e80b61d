import type { Kysely } from "kysely";
import type { Schema } from "../../../platform/store/schema.ts";
import { hashSecret, newSecret } from "../../../platform/ids/ids.ts";
import type { SignedInBy } from "../../../platform/store/signed-in-by.ts";

/** The first step of a sign-in that needs a second factor. */
export interface SignInStep {
  readonly userId: string;
  readonly proof: SignedInBy;
}

export const stepLifeMs = 5 * 60_000;

/** @returns the secret for a cookie. Always a new one: of who planted another, nothing is begun */
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

/** Uses it up. @returns whether it was still there: of two, one goes on */
export async function takeStep(db: Kysely<Schema>, secret: string): Promise<boolean> {
  const taken = await db.deleteFrom("sign_in_steps").where("hash", "=", hashSecret(secret)).executeTakeFirst();
  return taken.numDeletedRows > 0n;
}

/** What was begun with the password of before, or without the factor of now, is not gone on with. */
export async function endSteps(db: Kysely<Schema>, userId: string): Promise<void> {
  await db.deleteFrom("sign_in_steps").where("user_id", "=", userId).execute();
}
