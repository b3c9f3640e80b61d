import { randomBytes } from "node:crypto";
import type { Seal } from "@selfsame/platform/secrets/seal";
import type { Kysely } from "kysely";
import type { Schema } from "@selfsame/platform/store/schema";
import { base32, stepOf } from "./totp.ts";

/** Length of a secret: that of an HMAC-SHA-1 value, as RFC 4226, section 4, recommends. */
const secretBytes = 20;

/** Binds the encrypted secret to its user: in another user's row it cannot be decrypted. */
const purposeOf = (userId: string): string => `authenticator app ${userId}`;

export interface PendingApp {
  /** Base32, for users who type it. */
  readonly secret: string;
  /** For the QR code: https://github.com/google/google-authenticator/wiki/Key-Uri-Format */
  readonly uri: string;
}

/** Makes a pending secret. It takes effect after the app has shown a code of it; an earlier secret stays in use until then. */
export async function beginApp(
  db: Kysely<Schema>,
  seal: Seal,
  user: { readonly id: string; readonly email: string | null },
  host: string,
): Promise<PendingApp> {
  const bytes = randomBytes(secretBytes);
  const pending_secret = seal.close(purposeOf(user.id), bytes);
  await db
    .insertInto("authenticator_apps")
    .values({ user_id: user.id, secret: null, pending_secret, last_step: 0, created_at_ms: null })
    .onConflict((row) => row.column("user_id").doUpdateSet({ pending_secret }))
    .execute();
  const secret = base32(bytes);
  const issuer = `Selfsame ${host}`;
  const label = encodeURIComponent(`${issuer}:${user.email ?? user.id}`);
  return { secret, uri: `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}` };
}

/** Makes the pending secret the one in use if the code is valid for it. Runs in the caller's transaction. @returns whether the code was valid */
export async function finishApp(
  db: Kysely<Schema>,
  seal: Seal,
  userId: string,
  code: string,
  nowMs: number,
): Promise<boolean> {
  const row = await rowOf(db, userId);
  const secret = row?.pending_secret && seal.open(purposeOf(userId), row.pending_secret);
  const step = secret && stepOf(secret, code, nowMs);
  if (!row || !step) return false;
  const done = await db
    .updateTable("authenticator_apps")
    .set({ secret: row.pending_secret, pending_secret: null, last_step: step, created_at_ms: nowMs })
    .where("user_id", "=", userId)
    .where("pending_secret", "=", row.pending_secret)
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}

/** @returns whether the code is current and unused: of two concurrent uses, one succeeds (RFC 6238, section 5.2) */
export async function takeAppCode(
  db: Kysely<Schema>,
  seal: Seal,
  userId: string,
  code: string,
  nowMs: number,
): Promise<boolean> {
  const sealed = (await rowOf(db, userId))?.secret;
  const secret = sealed && seal.open(purposeOf(userId), sealed);
  const step = secret && stepOf(secret, code, nowMs);
  if (!step) return false;
  const taken = await db
    .updateTable("authenticator_apps")
    .set({ last_step: step })
    .where("user_id", "=", userId)
    .where("last_step", "<", step)
    .executeTakeFirst();
  return taken.numUpdatedRows > 0n;
}

/** @returns when the app was set up, as Unix time in ms, or null without one */
export async function appSince(db: Kysely<Schema>, userId: string): Promise<number | null> {
  const row = await rowOf(db, userId);
  return row?.secret ? row.created_at_ms : null;
}

/** @returns whether an app was in use */
export async function removeApp(db: Kysely<Schema>, userId: string): Promise<boolean> {
  const gone = await db
    .deleteFrom("authenticator_apps")
    .where("user_id", "=", userId)
    .returning("secret")
    .executeTakeFirst();
  return typeof gone?.secret === "string";
}

function rowOf(db: Kysely<Schema>, userId: string) {
  return db.selectFrom("authenticator_apps").selectAll().where("user_id", "=", userId).executeTakeFirst();
}
