import { createPrivateKey, generateKeyPair, type KeyObject } from "node:crypto";
import { promisify } from "node:util";
import { calculateJwkThumbprint, type JWK } from "jose";
import type { Kysely } from "kysely";
import { type Actor, writeAudit } from "@selfsame/platform/audit/audit";
import type { Seal } from "@selfsame/platform/secrets/seal";
import { underLock } from "@selfsame/platform/store/migrate";
import type { Schema } from "@selfsame/platform/store/schema";
import type { Store } from "@selfsame/platform/store/store";

/** RSA with SHA-256, which every client has to know (OpenID Connect Core 1.0, 15.1). */
export const signingAlgorithm = "RS256";

export interface SigningKey {
  readonly kid: string;
  readonly key: KeyObject;
}

/** How long a key is published after it was replaced: an ID token is checked within minutes. */
const publishedMs = 24 * 3600_000;

/** What the keys are sealed for. */
const purpose = "oidc key";

const generate = promisify(generateKeyPair);

/** The key that signs now. Made when there is none, or none that the service's secret key opens. */
export async function currentSigningKey(store: Store, seal: Seal, nowMs: number): Promise<SigningKey> {
  const found = await newest(store.db, seal);
  if (found) return found;
  const made = await makeKey();
  // Two nodes that start together make one key, not two.
  return underLock(store.db, store.kind, async (db) => (await newest(db, seal)) ?? insertKey(db, seal, made, nowMs));
}

async function newest(db: Kysely<Schema>, seal: Seal): Promise<SigningKey | undefined> {
  const row = await db
    .selectFrom("oidc_keys")
    .select(["id", "private_key"])
    .where("retired_at_ms", "is", null)
    .orderBy("created_at_ms", "desc")
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  const opened = row?.private_key && seal.open(purpose, row.private_key);
  return row && opened
    ? { kid: row.id, key: createPrivateKey({ key: opened, format: "der", type: "pkcs8" }) }
    : undefined;
}

/** Takes a tenth of a second, so it is done outside of any transaction. */
async function makeKey() {
  const { publicKey, privateKey } = await generate("rsa", { modulusLength: 2048 });
  const jwk = publicKey.export({ format: "jwk" }) as JWK;
  return { kid: await calculateJwkThumbprint(jwk), jwk, key: privateKey };
}

async function insertKey(
  db: Kysely<Schema>,
  seal: Seal,
  { kid, jwk, key }: Awaited<ReturnType<typeof makeKey>>,
  nowMs: number,
): Promise<SigningKey> {
  const sealed = seal.close(purpose, key.export({ format: "der", type: "pkcs8" }));
  await db
    .insertInto("oidc_keys")
    .values({ id: kid, public_key: JSON.stringify(jwk), private_key: sealed, created_at_ms: nowMs })
    .execute();
  return { kid, key };
}

/**
 * A new key signs, on every node within ten seconds. The one before stays published for a day, unless it is `leaked`: then what it signed
 * verifies no more as soon as clients ask for the keys again.
 * @returns the new key's id
 */
export async function rotateSigningKey(
  { db, kind }: Store,
  seal: Seal,
  by: Actor,
  nowMs: number,
  leaked = false,
): Promise<string> {
  const made = await makeKey();
  return underLock(db, kind, async (db) => {
    await db
      .deleteFrom("oidc_keys")
      .where("retired_at_ms", "<", nowMs - publishedMs)
      .execute();
    if (leaked) await db.deleteFrom("oidc_keys").execute();
    await db
      .updateTable("oidc_keys")
      .set({ retired_at_ms: nowMs, private_key: null })
      .where("retired_at_ms", "is", null)
      .execute();
    const { kid } = await insertKey(db, seal, made, nowMs);
    await writeAudit(db, nowMs, by, "oidc_key_rotated", null, kid);
    return kid;
  });
}

/** What clients verify ID tokens with (RFC 7517): apart from the keys of receipts, so that neither passes for the other. */
export async function publishedKeys(db: Kysely<Schema>, nowMs: number): Promise<{ readonly keys: readonly JWK[] }> {
  const rows = await db
    .selectFrom("oidc_keys")
    .select(["id", "public_key"])
    .where((where) => where.or([where("retired_at_ms", "is", null), where("retired_at_ms", ">", nowMs - publishedMs)]))
    .orderBy("created_at_ms", "desc")
    .orderBy("id")
    .execute();
  return {
    keys: rows.map(({ id, public_key }) => ({
      ...(JSON.parse(public_key) as JWK),
      kid: id,
      alg: signingAlgorithm,
      use: "sig",
    })),
  };
}
