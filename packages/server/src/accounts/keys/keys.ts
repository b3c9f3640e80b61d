import type { Kysely, Selectable } from "kysely";
import { underLock } from "@selfsame/platform/store/migrate";
import type { ApiKeysTable, Schema } from "@selfsame/platform/store/schema";
import { newestFirst, type Page, type Place } from "@selfsame/platform/store/queries/pagination";
import type { Store } from "@selfsame/platform/store/store";
import { writeAudit } from "@selfsame/platform/audit/audit";
import type { Actor } from "@selfsame/platform/audit/audit";
import type { ChallengeMode } from "../../liveness/challenge/challenge-mode.ts";
import { newId } from "@selfsame/platform/ids/ids";
import {
  bySwitchName,
  type GivenSwitches,
  rowOfSwitches,
  type Switches,
  switchesOfRow,
  usualSwitches,
} from "../access/key-switches.ts";
import { boundsOf, boundsRow, unbounded } from "./bounds.ts";
import type { GivenBounds, KeyBounds } from "./bounds.ts";
import { describeKey, hashKey, isWellFormed, makeKey } from "./format.ts";
import type { KeyKind } from "./format.ts";
import { mayHaveHeirs, originOf, originRow, type KeyOrigin } from "./origin.ts";
import { beyondOwn, type Bound, type Bounds } from "./within-own.ts";

const activeKeysMax = 100;

/** The last moment that a Date can name (ECMAScript, "Time Values and Time Range"). */
export const latestMs = 8_640_000_000_000_000;

/** A key as it may be shown: never the key itself. */
export interface ApiKey extends KeyBounds, Switches {
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
  /** The key that made it. Null: a person or the command line did. */
  readonly parentId: string | null;
  /** What its month is counted by: the first key of its rotations. */
  readonly budgetId: string;
  /** The users who have seen it, or a key that it comes of; those that are recorded. */
  readonly actsFor: readonly string[];
  /** Which live challenges it accepts. Null: those that the team does. */
  readonly challengeMode: ChallengeMode | null;
  /** From which similarity two faces match, where the request does not say. Null: as the team has it. */
  readonly threshold: number | null;
}

/** What a key may be made with and changed in, beside its name. A new one is of the mode `stepwise` unless given. */
export type GivenForKey = GivenBounds &
  GivenSwitches & {
    readonly [Name in "expiresAtMs" | "allowedOrigins" | "challengeMode" | "threshold"]?: ApiKey[Name] | undefined;
  };

export type NewKey = GivenForKey &
  Pick<ApiKey, "name" | "kind"> & {
    readonly playground?: boolean | undefined;
    readonly createdBy?: string | null | undefined;
  };

/** What a new key has where nothing is said. */
const boundsOfNew = (key: Omit<NewKey, "name">) =>
  ({
    kind: key.kind,
    scopes: key.scopes ?? unbounded.scopes,
    addressRanges: key.addressRanges ?? unbounded.addressRanges,
    limits: key.limits ?? unbounded.limits,
    allowedOrigins: key.allowedOrigins ?? [],
    expiresAtMs: key.expiresAtMs ?? null,
    ...bySwitchName((name) => key[name] ?? usualSwitches[name]),
    challengeMode: key.challengeMode === undefined ? "stepwise" : key.challengeMode,
    threshold: key.threshold ?? null,
  }) satisfies Bounds;

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

interface KeysWanted {
  readonly limit: number;
  readonly after?: Place | undefined;
  /** No others than test keys. */
  readonly testOnly: boolean;
  readonly status?: ApiKey["status"] | undefined;
}

/** The newest first. */
export async function listKeysPage(
  { store, now }: KeyDeps,
  accountId: string,
  { testOnly, status, ...where }: KeysWanted,
): Promise<Page<ApiKey>> {
  const nowMs = now();
  const mine = store.db
    .selectFrom("api_keys")
    .selectAll()
    .where("account_id", "=", accountId)
    .$if(testOnly, (keys) => keys.where("test", "=", 1))
    .$if(status !== undefined, (keys) => keys.where("revoked_at_ms", status === "revoked" ? "is not" : "is", null))
    .$if(status === "active", (keys) =>
      keys.where((is) => is.or([is("expires_at_ms", "is", null), is("expires_at_ms", ">", nowMs)])),
    )
    .$if(status === "expired", (keys) => keys.where("expires_at_ms", "<=", nowMs));
  const { rows, next } = await newestFirst(mine, where);
  return { rows: rows.map((row) => toKey(row, nowMs)), next };
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

/** Who makes or changes keys: a person or the command line, or a key, which stays within its own bounds. */
export interface KeyActor extends Actor {
  /** The id of the key that is used. */
  readonly key?: string;
}

/** `beyond`: the bound of the key in use that the other would exceed. `key_ended`: the key in use has ended meanwhile. */
export type OutOfBounds =
  | { readonly outcome: "beyond"; readonly bound: Bound; readonly own: ApiKey }
  | { readonly outcome: "key_ended" };

/** A key that is in use to make or change another. */
export interface KeyInUse {
  readonly row: Selectable<ApiKeysTable>;
  readonly key: ApiKey;
}

/** Read in the transaction that makes or changes the other, so that nothing has changed it in between. */
export async function readKeyInUse(
  db: Kysely<Schema>,
  by: KeyActor,
  accountId: string,
  nowMs: number,
): Promise<KeyInUse | undefined | "ended"> {
  if (by.key === undefined) return undefined;
  const mine = db.selectFrom("api_keys").selectAll().where("id", "=", by.key).where("account_id", "=", accountId);
  const row = await mine.executeTakeFirst();
  const key = row && toKey(row, nowMs);
  return row && key?.status === "active" ? { row, key } : "ended";
}

/** The user, where one is signed in. */
export const personOf = ({ actor }: Pick<Actor, "actor">): string | null => (actor?.startsWith("usr_") ? actor : null);

/** `too_many`: the account has as many active keys as it may have. */
export type Created = ({ readonly outcome: "created" } & MadeKey) | { readonly outcome: "too_many" } | OutOfBounds;

/** @param key of a key that is made with another: what it has where nothing is said is that key's */
export function createKey(
  { store, now }: KeyDeps,
  by: KeyActor,
  accountId: string,
  key: NewKey | ((own: ApiKey | undefined) => NewKey),
  also: WithKey = async () => {},
): Promise<Created> {
  return underLock(store.db, store.kind, async (db): Promise<Created> => {
    const nowMs = now();
    const inUse = await readKeyInUse(db, by, accountId, nowMs);
    if (inUse === "ended") return { outcome: "key_ended" };
    const wanted = typeof key === "function" ? key(inUse?.key) : key;
    const bound = inUse && beyondInUse(wanted, inUse);
    if (bound) return { outcome: "beyond", bound, own: inUse.key };
    if ((await countActive(db, accountId, nowMs)) >= activeKeysMax) return { outcome: "too_many" };
    const origin = await originOf(db, { maker: inUse?.row, person: personOf(by) });
    const made = await insertKey(db, accountId, { ...wanted, ...origin, createdBy: by.actor }, nowMs);
    await writeAudit(db, nowMs, by, "key_created", accountId, made.key.id);
    await also(db, made.key);
    return { outcome: "created", ...made };
  });
}

function beyondInUse(wanted: NewKey, { row, key }: KeyInUse): Bound | undefined {
  const makesKeys = wanted.scopes?.includes("keys:write") ?? false;
  return beyondOwn(boundsOfNew(wanted), key) ?? (makesKeys && !mayHaveHeirs(row) ? "scopes" : undefined);
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

/** @param secret the key itself, where it is given and not random */
export async function insertKey(
  db: Kysely<Schema>,
  accountId: string,
  { name, playground = false, createdBy = null, ...key }: NewKey & Partial<KeyOrigin>,
  nowMs: number,
  secret = makeKey(key.kind),
): Promise<MadeKey> {
  const bounds = boundsOfNew(key);
  const { prefix, lastFour } = describeKey(secret, key.kind);
  const { parentId = null, budgetId = null, ancestors = [], actsFor = [] } = key;
  const row = await db
    .insertInto("api_keys")
    .values({
      id: newId("key"),
      account_id: accountId,
      kind: bounds.kind === "public" ? "public" : "private",
      test: Number(bounds.kind === "test"),
      name,
      hash: hashKey(secret),
      prefix,
      last_four: lastFour,
      allowed_origins: JSON.stringify(bounds.allowedOrigins),
      created_at_ms: nowMs,
      expires_at_ms: bounds.expiresAtMs,
      playground: Number(playground),
      created_by: createdBy,
      well_formed: Number(isWellFormed(secret)),
      ...rowOfSwitches(bounds),
      challenge_mode: bounds.challengeMode,
      threshold: bounds.threshold,
      ...originRow({ parentId, budgetId, ancestors, actsFor }),
      ...boundsRow(bounds),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { key: toKey(row, nowMs), secret };
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
    parentId: row.parent_id,
    budgetId: row.budget_id ?? row.id,
    actsFor: recordedPeople(row),
    ...switchesOfRow(row),
    challengeMode: row.challenge_mode,
    threshold: row.threshold,
    ...boundsOf(row),
  };
}

const recordedPeople = ({ acts_for, created_by }: Pick<Selectable<ApiKeysTable>, "acts_for" | "created_by">) =>
  acts_for === null
    ? [created_by].filter((id): id is string => id?.startsWith("usr_") ?? false)
    : (JSON.parse(acts_for) as string[]);

const displayOf = ({ prefix, last_four }: Pick<Selectable<ApiKeysTable>, "prefix" | "last_four">): string =>
  `${prefix}...${last_four}`;
