import { createHash, timingSafeEqual } from "node:crypto";
import type { Kysely, Selectable } from "kysely";
import { type Actor, writeAudit } from "@selfsame/platform/audit/audit";
import { newId, newSecret } from "@selfsame/platform/ids/ids";
import { isLoopback } from "@selfsame/platform/outbound/is-loopback";
import { overlapSecondsUsual } from "@selfsame/platform/secrets/overlap";
import type { Schema } from "@selfsame/platform/store/schema";
import type { Store } from "@selfsame/platform/store/store";
import type { OidcClientsTable } from "@selfsame/platform/store/tables/oidc";
import { lockAccount } from "@selfsame/platform/store/lock-account";

export type OidcClientRow = Selectable<OidcClientsTable>;

export const clientsMax = 50;
/** Codes are sent to it, so only to https, or to this machine for trials. */
export function isRedirectUri(address: string): boolean {
  const url = URL.parse(address);
  if (!url || url.username || url.password || address.includes("#")) return false;
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname));
}

const privateParts = ["d", "p", "q", "dp", "dq", "qi", "oth", "k", "priv"];

const bytesOf = (value: unknown): Buffer => Buffer.from(String(value), "base64url");

/** Bytes of an RSA modulus, 2,048 to 8,192 bits, and of its exponent. */
const rsaBytes = { modulusMin: 256, modulusMax: 1024, exponentMax: 4 } as const;

/**
 * Whether a signature is checked quickly: each bit of the exponent costs an operation. One request is checked with up to ten keys. Ten of 3,072 bits
 * with exponents as long took 115 ms of the thread pool, ten of 4,096 bits with the usual exponent 11 ms.
 */
function isModestRsa({ n, e }: Readonly<Record<string, unknown>>): boolean {
  const [modulus, exponent] = [bytesOf(n).length, bytesOf(e).length];
  const { modulusMin, modulusMax, exponentMax } = rsaBytes;
  return modulus >= modulusMin && modulus <= modulusMax && exponent > 0 && exponent <= exponentMax;
}

/** Public keys for signatures: RSA of 2,048 to 8,192 bits, P-256, or Ed25519. */
export function isPublicKey(key: Readonly<Record<string, unknown>>): boolean {
  if (privateParts.some((part) => part in key) || (key["use"] !== undefined && key["use"] !== "sig")) return false;
  const isRsa = key["kty"] === "RSA" && isModestRsa(key);
  const isCurve = key["kty"] === "EC" && key["crv"] === "P-256";
  return isRsa || isCurve || (key["kty"] === "OKP" && key["crv"] === "Ed25519");
}

export interface NewClient {
  readonly name: string;
  readonly redirect_uris: readonly string[];
  readonly par_required: boolean;
  /** Takes sessions of test keys, and no others. */
  readonly test: boolean;
  /** Its public keys, with which it signs instead of using a secret (`private_key_jwt`). */
  readonly jwks?: { readonly keys: readonly object[] } | undefined;
}

/** What can be changed later. Keys can replace keys, and not a secret. */
type ClientChanges = { readonly [Name in Exclude<keyof NewClient, "test">]?: NewClient[Name] | undefined };

const hashOf = (secret: string): string => createHash("sha256").update(secret).digest("hex");

/** @param accountId of any account unless given */
export const findClient = (db: Kysely<Schema>, id: string, accountId?: string): Promise<OidcClientRow | undefined> =>
  db
    .selectFrom("oidc_clients")
    .selectAll()
    .where("id", "=", id)
    .$if(accountId !== undefined, (query) => query.where("account_id", "=", accountId ?? ""))
    .executeTakeFirst();

/** At most `clientsMax`, the newest first. */
export const listClients = (db: Kysely<Schema>, accountId: string): Promise<OidcClientRow[]> =>
  db
    .selectFrom("oidc_clients")
    .selectAll()
    .where("account_id", "=", accountId)
    .orderBy("created_at_ms", "desc")
    .orderBy("id")
    .limit(clientsMax)
    .execute();

export interface MadeClient {
  readonly client: OidcClientRow;
  /** Shown once. Undefined: it signs with its key. */
  readonly secret: string | undefined;
}

/** @param created runs in the same transaction @returns undefined where the account has as many as it may have */
export function createClient(
  { db }: Store,
  by: Actor,
  accountId: string,
  asked: NewClient,
  nowMs: number,
  created: (db: Kysely<Schema>, client: OidcClientRow) => Promise<void> = async () => {},
): Promise<MadeClient | undefined> {
  return db.transaction().execute(async (db) => {
    // One at a time counts and adds.
    await lockAccount(db, accountId);
    if ((await listClients(db, accountId)).length >= clientsMax) return undefined;
    const secret = asked.jwks ? undefined : newSecret();
    const client = await db
      .insertInto("oidc_clients")
      .values({
        id: newId("oc"),
        account_id: accountId,
        test: Number(asked.test),
        name: asked.name,
        secret_hash: secret === undefined ? null : hashOf(secret),
        jwks: asked.jwks ? JSON.stringify(asked.jwks) : null,
        redirect_uris: JSON.stringify(asked.redirect_uris),
        par_required: Number(asked.par_required),
        created_at_ms: nowMs,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await writeAudit(db, nowMs, by, "oidc_client_created", accountId, client.id);
    await created(db, client);
    return { client, secret };
  });
}

/** @returns undefined where there is none, and `no_keys` where keys are to replace a secret */
export function changeClient(
  { db }: Store,
  by: Actor,
  { accountId, id }: { readonly accountId: string; readonly id: string },
  { name, redirect_uris, par_required, jwks }: ClientChanges,
  nowMs: number,
): Promise<OidcClientRow | "no_keys" | undefined> {
  return db.transaction().execute(async (db) => {
    const found = await findClient(db, id, accountId);
    if (!found) return undefined;
    if (jwks && found.jwks === null) return "no_keys";
    const changes = {
      ...(name !== undefined && { name }),
      ...(redirect_uris && { redirect_uris: JSON.stringify(redirect_uris) }),
      ...(par_required !== undefined && { par_required: Number(par_required) }),
      ...(jwks && { jwks: JSON.stringify(jwks) }),
    };
    if (Object.keys(changes).length === 0) return found;
    await writeAudit(db, nowMs, by, "oidc_client_changed", accountId, id);
    return db.updateTable("oidc_clients").set(changes).where("id", "=", id).returningAll().executeTakeFirstOrThrow();
  });
}

/** A new secret. The one before works for another day. @returns undefined where there is no client that has one */
export function rotateClientSecret(
  { db }: Store,
  by: Actor,
  { accountId, id }: { readonly accountId: string; readonly id: string },
  nowMs: number,
): Promise<MadeClient | undefined> {
  return db.transaction().execute(async (db) => {
    const secret = newSecret();
    const client = await db
      .updateTable("oidc_clients")
      .set((e) => ({
        old_secret_hash: e.ref("secret_hash"),
        old_secret_until_ms: nowMs + overlapSecondsUsual * 1000,
        secret_hash: hashOf(secret),
      }))
      .where("id", "=", id)
      .where("account_id", "=", accountId)
      .where("secret_hash", "is not", null)
      .returningAll()
      .executeTakeFirst();
    if (!client) return undefined;
    await writeAudit(db, nowMs, by, "oidc_client_rotated", accountId, id);
    return { client, secret };
  });
}

/** With its open requests. @returns false where there is none */
export function deleteClient(
  { db }: Store,
  by: Actor,
  { accountId, id }: { readonly accountId: string; readonly id: string },
  nowMs: number,
): Promise<boolean> {
  return db.transaction().execute(async (db) => {
    const { numDeletedRows } = await db
      .deleteFrom("oidc_clients")
      .where("id", "=", id)
      .where("account_id", "=", accountId)
      .executeTakeFirst();
    if (numDeletedRows === 0n) return false;
    await writeAudit(db, nowMs, by, "oidc_client_deleted", accountId, id);
    return true;
  });
}

/** Compares hashes, in constant time. */
export function isSecretOf(row: OidcClientRow, secret: string, nowMs: number): boolean {
  const isOldValid = row.old_secret_until_ms !== null && row.old_secret_until_ms > nowMs;
  const given = Buffer.from(hashOf(secret));
  const isSame = (hash: string | null) => hash !== null && timingSafeEqual(Buffer.from(hash), given);
  return isSame(row.secret_hash) || (isOldValid && isSame(row.old_secret_hash));
}
