import type { Selectable, Transaction } from "kysely";
import { underLock } from "@selfsame/platform/store/migrate";
import type { ApiKeysTable, Schema } from "@selfsame/platform/store/schema";
import { writeAudit } from "@selfsame/platform/audit/audit";
import { rowOfSwitches, type SwitchWire } from "../access/key-switches.ts";
import { boundsRow } from "./bounds.ts";
import { insertKey, latestMs, personOf, readKeyInUse, toKey } from "./keys.ts";
import type { ApiKey, GivenForKey, KeyActor, KeyDeps, KeyInUse, MadeKey, OutOfBounds, WithKey } from "./keys.ts";
import { originOfSuccessor } from "./origin.ts";
import { beyondOwn } from "./within-own.ts";

export type KeyChange = GivenForKey & { readonly name?: string | undefined };

export type Changed =
  | { readonly outcome: "changed"; readonly key: ApiKey }
  | { readonly outcome: "not_found" | "not_active" }
  | OutOfBounds;

/** Changes what is given. The end of a key that has ended, or that a rotation has set, stays. */
export function changeKey(
  deps: KeyDeps,
  by: KeyActor,
  accountId: string,
  id: string,
  change: KeyChange,
): Promise<Changed> {
  const { name, expiresAtMs, allowedOrigins, threshold, challengeMode } = change;
  return updateKey(deps, by, accountId, id, async (db, row, inUse): Promise<Update<Changed>> => {
    if (expiresAtMs !== undefined && !isGoingOn(row, deps.now())) return { result: { outcome: "not_active" } };
    const set = {
      ...(name !== undefined && { name }),
      ...(expiresAtMs !== undefined && { expires_at_ms: expiresAtMs }),
      ...(allowedOrigins !== undefined && { allowed_origins: JSON.stringify(allowedOrigins) }),
      ...rowOfSwitches(change),
      ...(challengeMode !== undefined && { challenge_mode: challengeMode }),
      ...(threshold !== undefined && { threshold }),
      ...boundsRow(change),
    };
    const key = toKey({ ...row, ...set }, deps.now());
    const bound = inUse && beyondOwn(key, inUse.key);
    if (bound) return { result: { outcome: "beyond", bound, own: inUse.key } };
    await writeAudit(db, deps.now(), by, "key_changed", accountId, id);
    return { set, result: { outcome: "changed", key } };
  });
}

function isGoingOn(row: Selectable<ApiKeysTable>, nowMs: number): boolean {
  return row.successor_id === null && toKey(row, nowMs).status === "active";
}

export type Revoked =
  | { readonly outcome: "revoked"; readonly key: ApiKey }
  | { readonly outcome: "not_found" }
  | OutOfBounds;

/**
 * Ends the key for good; repeated calls change nothing. Keys that were made with it continue to work: a service whose provisioning key leaks must not
 * stop all of its tenants. @param withMade ends these as well, and those that they made
 */
export function revokeKey(
  deps: KeyDeps,
  by: KeyActor,
  accountId: string,
  id: string,
  { withMade = false }: { readonly withMade?: boolean } = {},
): Promise<Revoked> {
  return updateKey(deps, by, accountId, id, async (db, row): Promise<Update<Revoked>> => {
    if (withMade) await revokeMadeBy(db, by, row, deps.now());
    if (row.revoked_at_ms !== null) return { result: { outcome: "revoked", key: toKey(row, deps.now()) } };
    await writeAudit(db, deps.now(), by, "key_revoked", accountId, id);
    const set = { revoked_at_ms: deps.now() };
    return { set, result: { outcome: "revoked", key: toKey({ ...row, ...set }, deps.now()) } };
  });
}

/** Keys made by a key stay within its bounds, also after changes by others: a key that may end it may end these. */
async function revokeMadeBy(
  db: Transaction<Schema>,
  by: KeyActor,
  { id, account_id }: Selectable<ApiKeysTable>,
  nowMs: number,
): Promise<void> {
  const rows = await db
    .selectFrom("api_keys")
    .select(["id", "parent_id", "ancestors"])
    .where("account_id", "=", account_id)
    .where("revoked_at_ms", "is", null)
    .execute();
  for (const row of rows) {
    if (row.parent_id !== id && !(JSON.parse(row.ancestors) as string[]).includes(id)) continue;
    await db.updateTable("api_keys").set({ revoked_at_ms: nowMs }).where("id", "=", row.id).execute();
    await writeAudit(db, nowMs, by, "key_revoked", account_id, row.id);
  }
}

export type Rotated =
  | ({ readonly outcome: "rotated" } & MadeKey)
  | { readonly outcome: "not_found" | "not_active" }
  | OutOfBounds;

/**
 * Creates a successor with the same name, kind, settings and bounds, and the same lifetime, but no longer than that of the acting key; it counts against
 * the same limits. The old key works until the overlap ends, or its own end if that comes first.
 */
export function rotateKey(
  deps: KeyDeps,
  by: KeyActor,
  accountId: string,
  id: string,
  overlapSeconds: number,
  also: WithKey = async () => {},
): Promise<Rotated> {
  return updateKey(deps, by, accountId, id, async (db, row, inUse): Promise<Update<Rotated>> => {
    const nowMs = deps.now();
    if (!isGoingOn(row, nowMs)) return { result: { outcome: "not_active" } };
    const lifeMs = row.expires_at_ms === null ? Infinity : row.expires_at_ms - row.created_at_ms;
    const latest = inUse?.key.expiresAtMs ?? (lifeMs === Infinity ? Infinity : latestMs);
    const endsMs = Math.min(nowMs + lifeMs, latest);
    const origin = await originOfSuccessor(db, row, { maker: inUse?.row, person: personOf(by) });
    const expiresAtMs = endsMs === Infinity ? null : endsMs;
    const key = { ...toKey(row, nowMs), ...origin, expiresAtMs, createdBy: by.actor };
    const made = await insertKey(db, accountId, key, nowMs);
    await writeAudit(db, nowMs, by, "key_rotated", accountId, `${id} ${made.key.id}`);
    await also(db, made.key);
    const endMs = nowMs + overlapSeconds * 1000;
    const set = { successor_id: made.key.id, expires_at_ms: Math.min(row.expires_at_ms ?? endMs, endMs) };
    return { set, result: { outcome: "rotated", ...made } };
  });
}

type KeyUpdate = Partial<
  Pick<
    Selectable<ApiKeysTable>,
    | "name"
    | "allowed_origins"
    | SwitchWire
    | "challenge_mode"
    | "threshold"
    | "expires_at_ms"
    | "revoked_at_ms"
    | "successor_id"
  >
> &
  ReturnType<typeof boundsRow>;

interface Update<Result> {
  /** Absent: nothing is written. */
  readonly set?: KeyUpdate;
  readonly result: Result;
}

/**
 * Reads a key of the account, writes what `change` returns, and notifies this node. Another account's key counts as not found. An acting key may only
 * change keys within its own bounds: rotating a more powerful key would reveal it.
 */
async function updateKey<Result>(
  { store, now, changed }: KeyDeps,
  by: KeyActor,
  accountId: string,
  id: string,
  change: (
    db: Transaction<Schema>,
    row: Selectable<ApiKeysTable>,
    inUse: KeyInUse | undefined,
  ) => Promise<Update<Result>>,
): Promise<Result | OutOfBounds | { readonly outcome: "not_found" }> {
  const result = await underLock(store.db, store.kind, async (db) => {
    const inUse = await readKeyInUse(db, by, accountId, now());
    if (inUse === "ended") return { outcome: "key_ended" } as const;
    const mine = db.selectFrom("api_keys").selectAll().where("id", "=", id).where("account_id", "=", accountId);
    const row = await mine.executeTakeFirst();
    // A test key sees only test keys.
    if (!row || (inUse?.row.test === 1 && row.test === 0)) return { outcome: "not_found" } as const;
    const bound = inUse && beyondOwn(toKey(row, now()), inUse.key);
    if (bound) return { outcome: "beyond", bound, own: inUse.key } as const;
    const { set, result } = await change(db, row, inUse);
    if (set && Object.keys(set).length > 0) await db.updateTable("api_keys").set(set).where("id", "=", id).execute();
    return result;
  });
  changed();
  return result;
}
