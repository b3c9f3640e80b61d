import { randomBytes } from "node:crypto";
import type { Seal } from "../../../platform/secrets/seal.ts";
import type { Kysely } from "kysely";
import type { Schema } from "../../../platform/store/schema.ts";
import { base32, stepOf } from "./totp.ts";

/** As RFC 4226, section 4, asks of a secret: as long as what SHA-1 gives. */
const secretBytes = 20;

/** Sealed for the person: put into another one's row, it does not open. */
const purposeOf = (userId: string): string => `authenticator app ${userId}`;

export interface PendingApp {
  /** For who types it. */
  readonly secret: string;
  /** For the QR code: https://github.com/google/google-authenticator/wiki/Key-Uri-Format */
  readonly uri: string;
}

/** Makes a secret that counts only after the app has shown a code of it; what is set up stays in use until then. */
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

/** Within the caller's transaction. @returns whether the code was one of the secret that waits, which is in use from then on */
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

/** @returns when it was set up, or null */
export async function appSince(db: Kysely<Schema>, userId: string): Promise<number | null> {
  const row = await rowOf(db, userId);
  return row?.secret ? row.created_at_ms : null;
}

/** @returns whether there was one in use */
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
