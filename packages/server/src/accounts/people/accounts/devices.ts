import type { Kysely } from "kysely";
import type { Schema } from "@selfsame/platform/store/schema";
import { hashSecret, newId, newSecret } from "@selfsame/platform/ids/ids";

/** A device that was not used for this long counts as unknown. */
export const deviceLifeMs = 180 * 24 * 3600_000;

/** Finds a browser that the user has signed in from before. It grants no access; wrong guesses from it are counted separately. */
export async function findDevice(
  db: Kysely<Schema>,
  userId: string,
  secret: string | undefined,
  nowMs: number,
): Promise<string | undefined> {
  if (!secret) return undefined;
  const device = await db
    .selectFrom("devices")
    .select("id")
    .where("hash", "=", hashSecret(secret))
    .where("user_id", "=", userId)
    .where("last_seen_at_ms", ">", nowMs - deviceLifeMs)
    .executeTakeFirst();
  return device?.id;
}

/** @returns the secret for the device's cookie */
export async function rememberDevice(
  db: Kysely<Schema>,
  userId: string,
  known: { readonly id: string; readonly secret: string } | undefined,
  nowMs: number,
): Promise<string> {
  if (known) {
    await db.updateTable("devices").set({ last_seen_at_ms: nowMs }).where("id", "=", known.id).execute();
    return known.secret;
  }
  const secret = newSecret();
  await db
    .insertInto("devices")
    .values({ id: newId("dev"), user_id: userId, hash: hashSecret(secret), last_seen_at_ms: nowMs })
    .execute();
  return secret;
}

/** Deletes the user's known devices, for example after a password reset: an attacker who knew the old password may use one. */
export async function forgetDevices(db: Kysely<Schema>, userId: string): Promise<void> {
  await db.deleteFrom("devices").where("user_id", "=", userId).execute();
}
