import { createHash, timingSafeEqual } from "node:crypto";
import type { JWK } from "jose";
import type { Kysely, Selectable } from "kysely";
import { z } from "zod";
import { type Actor, writeAudit } from "../../platform/audit/audit.ts";
import { newId, newSecret } from "../../platform/ids/ids.ts";
import { isLoopback } from "../../platform/outbound/is-loopback.ts";
import { overlapSecondsUsual } from "../../platform/secrets/overlap.ts";
import type { Schema } from "../../platform/store/schema.ts";
import type { Store } from "../../platform/store/store.ts";
import type { OidcClientsTable } from "../../platform/store/tables/oidc.ts";
import { lockAccount } from "../../platform/store/lock-account.ts";

export type OidcClientRow = Selectable<OidcClientsTable>;

export const clientsMax = 50;
const redirectUrisMax = 10;
const keysMax = 10;
/** Ten RSA keys of 4,096 bits have some 8 KB. */
const jwksBytesMax = 16 * 1024;

/** @returns what is wrong with it, or undefined: codes go to it, so only to https, or to this machine for trials */
function redirectProblem(address: string): string | undefined {
  const url = URL.parse(address);
  if (!url) return "is not a URL";
  if (url.username || url.password) return "contains a password";
  if (address.includes("#")) return "contains a #";
  if (url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname))) return undefined;
  return "is neither https nor http on localhost";
}

const redirectUri = z
  .string()
  .min(1)
  .max(2048)
  .superRefine((address, context) => {
    const problem = redirectProblem(address);
    if (problem !== undefined) context.addIssue({ code: "custom", message: problem });
  });

/** Of one host: a person has the same `sub` at all of them (OpenID Connect Core 1.0, 8.1). */
const redirectUris = z
  .array(redirectUri)
  .min(1)
  .max(redirectUrisMax)
  .refine((uris) => new Set(uris.map((uri) => URL.parse(uri)?.host)).size <= 1, "are on several hosts");

const privateParts = ["d", "p", "q", "dp", "dq", "qi", "oth", "k", "priv"];

/** Public keys for signatures: RSA of at least 2,048 bits, P-256, or Ed25519. */
function isPublicKey(key: Readonly<Record<string, unknown>>): boolean {
  if (privateParts.some((part) => part in key) || (key["use"] !== undefined && key["use"] !== "sig")) return false;
  const isRsa = key["kty"] === "RSA" && Buffer.from(String(key["n"]), "base64url").length >= 256;
  const isCurve = key["kty"] === "EC" && key["crv"] === "P-256";
  return isRsa || isCurve || (key["kty"] === "OKP" && key["crv"] === "Ed25519");
}

const jwks = z
  .object({ keys: z.array(z.record(z.string(), z.unknown()).refine(isPublicKey)).min(1).max(keysMax) })
  .refine((set) => Buffer.byteLength(JSON.stringify(set)) <= jwksBytesMax);

/** What a client is made with. `jwks`: its public keys, with which it signs in place of a secret (`private_key_jwt`). */
export const newClientSchema = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .regex(/^\P{Cc}+$/u),
  redirect_uris: redirectUris,
  par_required: z.boolean().default(false),
  test: z.boolean().default(false),
  jwks: jwks.optional(),
});
export type NewClient = z.infer<typeof newClientSchema>;

/** What can be changed later. Keys can replace keys, and not a secret. */
export const clientChangesSchema = newClientSchema.omit({ test: true }).extend({ par_required: z.boolean() }).partial();
type ClientChanges = z.infer<typeof clientChangesSchema>;

const hashOf = (secret: string): string => createHash("sha256").update(secret).digest("hex");

/** As the dashboard shows it. */
export const clientData = (row: OidcClientRow) => ({
  id: row.id,
  name: row.name,
  test: row.test === 1,
  authentication: row.jwks === null ? ("secret" as const) : ("private_key_jwt" as const),
  redirect_uris: JSON.parse(row.redirect_uris) as string[],
  par_required: row.par_required === 1,
  key_ids: row.jwks === null ? [] : (JSON.parse(row.jwks) as { keys: JWK[] }).keys.map(({ kid }) => kid ?? null),
  old_secret_until: row.old_secret_until_ms === null ? null : new Date(row.old_secret_until_ms).toISOString(),
  created_at: new Date(row.created_at_ms).toISOString(),
});

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

/** @returns undefined where the account has as many as it may have */
export function createClient(
  { db }: Store,
  by: Actor,
  accountId: string,
  asked: NewClient,
  nowMs: number,
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
