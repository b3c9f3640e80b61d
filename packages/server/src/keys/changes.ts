import type { Selectable, Transaction } from "kysely";
import { underLock } from "../store/migrate.ts";
import type { ApiKeysTable, Schema } from "../store/schema.ts";
import { writeAudit } from "../audit/audit.ts";
import type { Actor } from "../audit/audit.ts";
import { boundsRow } from "./bounds.ts";
import type { GivenBounds } from "./bounds.ts";
import { insertKey, latestMs, toKey } from "./keys.ts";
import type { ApiKey, KeyDeps, MadeKey, WithKey } from "./keys.ts";

export const overlapSecondsMax = 7 * 24 * 3600;

export interface KeyChange extends GivenBounds {
  readonly name?: string | undefined;
  readonly expiresAtMs?: number | null | undefined;
  readonly allowedOrigins?: readonly string[] | undefined;
  readonly requireChallenge?: boolean | undefined;
  readonly allowSeveralFaces?: boolean | undefined;
  readonly requirePassiveLiveness?: boolean | undefined;
  readonly requireSignedDocument?: boolean | undefined;
  readonly threshold?: number | null | undefined;
}

export type Changed =
  | { readonly outcome: "changed"; readonly key: ApiKey }
  | { readonly outcome: "not_found" | "not_active" };

/** Changes what is given. The end of a key that has ended, or that rotation has set, stays what it is. */
export async function changeKey(
  deps: KeyDeps,
  by: Actor,
  accountId: string,
  id: string,
  change: KeyChange,
): Promise<Changed> {
  const { name, expiresAtMs, allowedOrigins, threshold, ...asked } = change;
  const { requireChallenge, allowSeveralFaces, requirePassiveLiveness, requireSignedDocument, ...bounds } = asked;
  let refused = false;
  const key = await updateKey(deps, accountId, id, async (db, row) => {
    refused = expiresAtMs !== undefined && !isGoingOn(row, deps.now());
    if (refused) return undefined;
    await writeAudit(db, deps.now(), by, "key_changed", accountId, id);
    return {
      ...(name !== undefined && { name }),
      ...(expiresAtMs !== undefined && { expires_at_ms: expiresAtMs }),
      ...(allowedOrigins !== undefined && { allowed_origins: JSON.stringify(allowedOrigins) }),
      ...(requireChallenge !== undefined && { require_challenge: Number(requireChallenge) }),
      ...(allowSeveralFaces !== undefined && { allow_several_faces: Number(allowSeveralFaces) }),
      ...(requirePassiveLiveness !== undefined && { require_passive_liveness: Number(requirePassiveLiveness) }),
      ...(requireSignedDocument !== undefined && { require_signed_document: Number(requireSignedDocument) }),
      ...(threshold !== undefined && { threshold }),
      ...boundsRow(bounds),
    };
  });
  if (!key) return { outcome: "not_found" };
  return refused ? { outcome: "not_active" } : { outcome: "changed", key };
}

function isGoingOn(row: Selectable<ApiKeysTable>, nowMs: number): boolean {
  return row.successor_id === null && toKey(row, nowMs).status === "active";
}

/** Ends the key for good; doing it again changes nothing. @returns undefined when the account has no such key */
export function revokeKey(deps: KeyDeps, by: Actor, accountId: string, id: string): Promise<ApiKey | undefined> {
  return updateKey(deps, accountId, id, async (db, row) => {
    if (row.revoked_at_ms !== null) return undefined;
    await writeAudit(db, deps.now(), by, "key_revoked", accountId, id);
    return { revoked_at_ms: deps.now() };
  });
}

export type Rotated = ({ readonly outcome: "rotated" } & MadeKey) | { readonly outcome: "not_found" | "not_active" };

/**
 * Makes a successor with the same name, kind, settings and bounds, and as long a life; the old key lives on for the overlap, or to its own end
 * if that comes first.
 */
export async function rotateKey(
  deps: KeyDeps,
  by: Actor,
  accountId: string,
  id: string,
  overlapSeconds: number,
  also: WithKey = async () => {},
): Promise<Rotated> {
  let rotated: Rotated = { outcome: "not_found" };
  await updateKey(deps, accountId, id, async (db, row) => {
    const nowMs = deps.now();
    if (!isGoingOn(row, nowMs)) {
      rotated = { outcome: "not_active" };
      return undefined;
    }
    const lifeMs = row.expires_at_ms === null ? null : row.expires_at_ms - row.created_at_ms;
    const expiresAtMs = lifeMs === null ? null : Math.min(nowMs + lifeMs, latestMs);
    const made = await insertKey(db, accountId, { ...toKey(row, nowMs), expiresAtMs, createdBy: by.actor }, nowMs);
    await writeAudit(db, nowMs, by, "key_rotated", accountId, `${id} ${made.key.id}`);
    await also(db, made.key);
    rotated = { outcome: "rotated", ...made };
    const endMs = nowMs + overlapSeconds * 1000;
    return { successor_id: made.key.id, expires_at_ms: Math.min(row.expires_at_ms ?? endMs, endMs) };
  });
  return rotated;
}

type KeyUpdate = Partial<
  Pick<
    Selectable<ApiKeysTable>,
    | "name"
    | "allowed_origins"
    | "require_challenge"
    | "allow_several_faces"
    | "require_passive_liveness"
    | "require_signed_document"
    | "threshold"
    | "expires_at_ms"
    | "revoked_at_ms"
    | "successor_id"
  >
> &
  ReturnType<typeof boundsRow>;

/** Reads a key of the account, writes what `change` returns, and notifies this node. Another account's key counts as not found. */
async function updateKey(
  { store, now, changed }: KeyDeps,
  accountId: string,
  id: string,
  change: (db: Transaction<Schema>, row: Selectable<ApiKeysTable>) => Promise<KeyUpdate | undefined>,
): Promise<ApiKey | undefined> {
  const key = await underLock(store.db, store.kind, async (db) => {
    const mine = db.selectFrom("api_keys").selectAll().where("id", "=", id).where("account_id", "=", accountId);
    const row = await mine.executeTakeFirst();
    if (!row) return undefined;
    const update = await change(db, row);
    if (!update || Object.keys(update).length === 0) return toKey(row, now());
    await db.updateTable("api_keys").set(update).where("id", "=", id).execute();
    return toKey({ ...row, ...update }, now());
  });
  changed();
  return key;
}
