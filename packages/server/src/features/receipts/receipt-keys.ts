import { createPrivateKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { calculateJwkThumbprint, type JWK } from "jose";
import type { Kysely } from "kysely";
import { type Actor, writeAudit } from "@selfsame/platform/audit/audit";
import type { Seal } from "@selfsame/platform/secrets/seal";
import type { Schema } from "@selfsame/platform/store/schema";
import type { Store } from "@selfsame/platform/store/store";

export interface ReceiptKey {
  /** The thumbprint of its JWK (RFC 7638). */
  readonly kid: string;
  /** Ed25519, private. */
  readonly key: KeyObject;
}

const purpose = "receipt key";

/** The key that signs now. Created with the first receipt, and again after the service's secret key has changed. */
export async function currentKey(db: Kysely<Schema>, seal: Seal, nowMs: number): Promise<ReceiptKey> {
  const row = await db
    .selectFrom("receipt_keys")
    .select(["id", "private_key"])
    .where("private_key", "is not", null)
    .orderBy("created_at_ms", "desc")
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  const opened = row?.private_key && seal.open(purpose, row.private_key);
  if (!row || !opened) return makeKey(db, seal, nowMs);
  return { kid: row.id, key: createPrivateKey({ key: opened, format: "der", type: "pkcs8" }) };
}

async function makeKey(db: Kysely<Schema>, seal: Seal, nowMs: number): Promise<ReceiptKey> {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const jwk = publicKey.export({ format: "jwk" }) as JWK;
  const kid = await calculateJwkThumbprint(jwk);
  const sealed = seal.close(purpose, privateKey.export({ format: "der", type: "pkcs8" }));
  await db
    .insertInto("receipt_keys")
    .values({ id: kid, public_key: JSON.stringify(jwk), private_key: sealed, created_at_ms: nowMs })
    .execute();
  return { kid, key: privateKey };
}

/**
 * Creates a new key and deletes earlier private keys. Public keys stay, so that older receipts can be verified.
 * @returns the new key's id
 */
export function rotateKeys(store: Store, seal: Seal, by: Actor, nowMs: number): Promise<string> {
  return store.db.transaction().execute(async (db) => {
    await db.updateTable("receipt_keys").set({ private_key: null }).execute();
    const { kid } = await makeKey(db, seal, nowMs);
    await writeAudit(db, nowMs, by, "receipt_key_rotated", null, kid);
    return kid;
  });
}

/**
 * Removes a key that may have leaked: its receipts no longer verify.
 * @returns false if there is none with this id
 */
export function removeKey(store: Store, by: Actor, kid: string, nowMs: number): Promise<boolean> {
  return store.db.transaction().execute(async (db) => {
    const { numDeletedRows } = await db.deleteFrom("receipt_keys").where("id", "=", kid).executeTakeFirst();
    if (numDeletedRows === 0n) return false;
    await writeAudit(db, nowMs, by, "receipt_key_removed", null, kid);
    return true;
  });
}

export interface KnownKey {
  readonly kid: string;
  readonly signs: boolean;
  readonly createdAtMs: number;
  /** Public. */
  readonly jwk: JWK;
}

/** The newest first. */
export async function listKeys(db: Kysely<Schema>): Promise<readonly KnownKey[]> {
  const rows = await db.selectFrom("receipt_keys").selectAll().orderBy("created_at_ms", "desc").orderBy("id").execute();
  const signing = rows.find(({ private_key }) => private_key !== null)?.id;
  return rows.map(({ id, public_key, created_at_ms }) => ({
    kid: id,
    signs: id === signing,
    createdAtMs: created_at_ms,
    jwk: JSON.parse(public_key) as JWK,
  }));
}

/** In the form for verifiers (RFC 7517). */
export async function publicKeySet(db: Kysely<Schema>): Promise<{ readonly keys: readonly JWK[] }> {
  const known = await listKeys(db);
  return { keys: known.map(({ kid, jwk }) => ({ ...jwk, kid, alg: "EdDSA", use: "sig" })) };
}
