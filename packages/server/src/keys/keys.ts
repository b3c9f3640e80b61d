import type { Kysely, Selectable } from "kysely";
import { underLock } from "../store/migrate.ts";
import type { ApiKeysTable, Schema } from "../store/schema.ts";
import { newestFirst, type Page, type Place } from "../store/pagination.ts";
import type { Store } from "../store/store.ts";
import { writeAudit } from "../audit/audit.ts";
import type { Actor } from "../audit/audit.ts";
import { newId } from "../ids/ids.ts";
import { boundsOf, boundsRow } from "./bounds.ts";
import type { GivenBounds, KeyBounds } from "./bounds.ts";
import { describeKey, hashKey, isWellFormed, makeKey } from "./format.ts";
import type { KeyKind } from "./format.ts";

const activeKeysMax = 100;

/** The last moment that a Date can name (ECMAScript, "Time Values and Time Range"). */
export const latestMs = 8_640_000_000_000_000;

/** A key as it may be shown: never the key itself. */
export interface ApiKey extends KeyBounds {
  readonly id: string;
  readonly name: string;
  readonly kind: KeyKind;
  /** Prefix and last four: `ss_sk_...x7Qa`. */
  readonly display: string;
  readonly status: "active" | "expired" | "revoked";
  readonly allowedOrigins: readonly string[];
  readonly createdAtMs: number;
  readonly expiresAtMs: number | null;
  readonly revokedAtMs: number | null;
  readonly lastUsedDay: string | null;
  readonly successorId: string | null;
  /** The user who created it. Null: no user was signed in, or an earlier version, which did not record it. */
  readonly createdBy: string | null;
  /** What it asks of a verify, where the request does not say; of private keys. */
  readonly requireChallenge: boolean;
  readonly allowSeveralFaces: boolean;
  readonly requireSignedDocument: boolean;
  /** Of every selfie, whatever the request says. */
  readonly requirePassiveLiveness: boolean;
  /** From which similarity two faces match, where the request does not say. Null: as the team has it. */
  readonly threshold: number | null;
}

export interface NewKey extends GivenBounds {
  readonly name: string;
  readonly kind: KeyKind;
  readonly expiresAtMs?: number | null | undefined;
  readonly allowedOrigins?: readonly string[] | undefined;
  readonly playground?: boolean | undefined;
  readonly createdBy?: string | null | undefined;
  readonly requireChallenge?: boolean | undefined;
  readonly allowSeveralFaces?: boolean | undefined;
  readonly requirePassiveLiveness?: boolean | undefined;
  readonly requireSignedDocument?: boolean | undefined;
  readonly threshold?: number | null | undefined;
}

/** A key just made. `secret` is the key itself; it is stored nowhere and cannot be shown again. */
export interface MadeKey {
  readonly key: ApiKey;
  readonly secret: string;
}

export interface KeyDeps {
  readonly store: Store;
  readonly now: () => number;
  /** Called after every change, so that this node applies it at once. */
  readonly changed: () => void;
}

export async function listKeys({ store, now }: KeyDeps, accountId: string): Promise<ApiKey[]> {
  const rows = await store.db
    .selectFrom("api_keys")
    .selectAll()
    .where("account_id", "=", accountId)
    .orderBy("created_at_ms", "desc")
    .orderBy("id")
    .execute();
  return rows.map((row) => toKey(row, now()));
}

/** The newest first. @param testOnly no others than test keys */
export async function listKeysPage(
  { store, now }: KeyDeps,
  accountId: string,
  { testOnly, ...where }: { readonly limit: number; readonly after?: Place | undefined; readonly testOnly: boolean },
): Promise<Page<ApiKey>> {
  const mine = store.db
    .selectFrom("api_keys")
    .selectAll()
    .where("account_id", "=", accountId)
    .$if(testOnly, (keys) => keys.where("test", "=", 1));
  const { rows, next } = await newestFirst(mine, where);
  return { rows: rows.map((row) => toKey(row, now())), next };
}

/** What a key is called, and whose it is: for lists that go beyond one account. */
export interface KeyName {
  readonly name: string;
  readonly display: string;
  /** The account's name. */
  readonly account: string;
}

/** @param among ids, of which each may be there many times */
export async function nameKeys(
  db: Kysely<Schema>,
  among: Iterable<string>,
): Promise<Readonly<Record<string, KeyName>>> {
  const ids = [...new Set(among)];
  if (ids.length === 0) return {};
  const rows = await db
    .selectFrom("api_keys")
    .innerJoin("accounts", "accounts.id", "api_keys.account_id")
    .select(["api_keys.id", "api_keys.name", "prefix", "last_four", "accounts.name as account"])
    .where("api_keys.id", "in", ids)
    .execute();
  return Object.fromEntries(
    rows.map((row) => [row.id, { name: row.name, display: displayOf(row), account: row.account }]),
  );
}

/** Done in the transaction that makes a key. */
export type WithKey = (db: Kysely<Schema>, key: ApiKey) => Promise<void>;

/** @returns undefined when the account has too many active keys */
export function createKey(
  { store, now }: KeyDeps,
  by: Actor,
  accountId: string,
  key: NewKey,
  also: WithKey = async () => {},
): Promise<MadeKey | undefined> {
  return underLock(store.db, store.kind, async (db) => {
    if ((await countActive(db, accountId, now())) >= activeKeysMax) return undefined;
    const made = await insertKey(db, accountId, { ...key, createdBy: by.actor }, now());
    await writeAudit(db, now(), by, "key_created", accountId, made.key.id);
    await also(db, made.key);
    return made;
  });
}

/** @returns undefined when the account has no such key */
export async function findKey({ store, now }: KeyDeps, accountId: string, id: string): Promise<ApiKey | undefined> {
  const row = await store.db
    .selectFrom("api_keys")
    .selectAll()
    .where("id", "=", id)
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return row && toKey(row, now());
}

/** @param key the key itself, where it is given and not random */
export async function insertKey(
  db: Kysely<Schema>,
  accountId: string,
  {
    name,
    kind,
    expiresAtMs,
    allowedOrigins,
    playground = false,
    createdBy = null,
    requireChallenge = false,
    allowSeveralFaces = true,
    requirePassiveLiveness = false,
    requireSignedDocument = false,
    threshold = null,
    ...bounds
  }: NewKey,
  nowMs: number,
  key = makeKey(kind),
): Promise<MadeKey> {
  const { prefix, lastFour } = describeKey(key, kind);
  const row = await db
    .insertInto("api_keys")
    .values({
      id: newId("key"),
      account_id: accountId,
      kind: kind === "public" ? "public" : "private",
      test: Number(kind === "test"),
      name,
      hash: hashKey(key),
      prefix,
      last_four: lastFour,
      allowed_origins: JSON.stringify(allowedOrigins ?? []),
      created_at_ms: nowMs,
      expires_at_ms: expiresAtMs ?? null,
      playground: Number(playground),
      created_by: createdBy,
      well_formed: Number(isWellFormed(key)),
      require_challenge: Number(requireChallenge),
      allow_several_faces: Number(allowSeveralFaces),
      require_passive_liveness: Number(requirePassiveLiveness),
      require_signed_document: Number(requireSignedDocument),
      threshold,
      ...boundsRow(bounds),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { key: toKey(row, nowMs), secret: key };
}

async function countActive(db: Kysely<Schema>, accountId: string, nowMs: number): Promise<number> {
  const rows = await db.selectFrom("api_keys").selectAll().where("account_id", "=", accountId).execute();
  return rows.filter((row) => toKey(row, nowMs).status === "active").length;
}

export function toKey(row: Selectable<ApiKeysTable>, nowMs: number): ApiKey {
  const expired = row.expires_at_ms !== null && row.expires_at_ms <= nowMs;
  return {
    id: row.id,
    name: row.name,
    kind: row.test === 1 ? "test" : row.kind,
    display: displayOf(row),
    status: row.revoked_at_ms !== null ? "revoked" : expired ? "expired" : "active",
    allowedOrigins: JSON.parse(row.allowed_origins) as string[],
    createdAtMs: row.created_at_ms,
    expiresAtMs: row.expires_at_ms,
    revokedAtMs: row.revoked_at_ms,
    lastUsedDay: row.last_used_day,
    successorId: row.successor_id,
    createdBy: row.created_by,
    requireChallenge: row.require_challenge === 1,
    allowSeveralFaces: row.allow_several_faces === 1,
    requirePassiveLiveness: row.require_passive_liveness === 1,
    requireSignedDocument: row.require_signed_document === 1,
    threshold: row.threshold,
    ...boundsOf(row),
  };
}

const displayOf = ({ prefix, last_four }: Pick<Selectable<ApiKeysTable>, "prefix" | "last_four">): string =>
  `${prefix}...${last_four}`;
