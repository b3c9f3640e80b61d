import type { Kysely } from "kysely";
import type { Schema } from "@selfsame/platform/store/schema";
import { hashSecret, newSecret } from "@selfsame/platform/ids/ids";

export const challengeLifeMs = 5 * 60_000;

/**
 * Makes a challenge that a passkey signs. It is stored in the database, so that any node can check the response.
 *
 * @param browserSecret of a cookie: only the browser that requested the challenge can use it
 * @param userId who adds a passkey with it; null at sign-in, where the user is not known yet
 */
export async function makeChallenge(
  db: Kysely<Schema>,
  browserSecret: string,
  userId: string | null,
  nowMs: number,
): Promise<string> {
  const challenge = newSecret();
  // Anyone can request a challenge, so expired ones are deleted now instead of in the hourly sweep.
  await db.deleteFrom("passkey_challenges").where("expires_at_ms", "<=", nowMs).execute();
  await db
    .insertInto("passkey_challenges")
    .values({
      challenge,
      browser_hash: hashSecret(browserSecret),
      user_id: userId,
      expires_at_ms: nowMs + challengeLifeMs,
    })
    .execute();
  return challenge;
}

/**
 * Deletes a challenge, whether or not the response turns out valid. @returns whether it was made for this browser and user: of two responses, one is
 * accepted
 */
export async function takeChallenge(
  db: Kysely<Schema>,
  browserSecret: string,
  challenge: string,
  userId: string | null,
  nowMs: number,
): Promise<boolean> {
  const taken = await db
    .deleteFrom("passkey_challenges")
    .where("challenge", "=", challenge)
    .where("browser_hash", "=", hashSecret(browserSecret))
    .where("user_id", userId === null ? "is" : "=", userId)
    .where("expires_at_ms", ">", nowMs)
    .executeTakeFirst();
  return taken.numDeletedRows > 0n;
}
