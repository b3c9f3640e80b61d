import type { Store } from "../../store/store.ts";
import { StoreUnavailable } from "../../store/outage.ts";
import type { Caller } from "../access.ts";
import { hashKey, isWellFormed } from "./format.ts";

export interface KnownKey {
  readonly caller: Caller;
  readonly expiresAtMs: number | null;
}

export interface Callers {
  /** @returns undefined when the key is unknown, expired or revoked @throws StoreUnavailable */
  find(key: string): Promise<KnownKey | undefined>;
  /** To be called after every change of keys, plans or domains on this node. */
  forget(): void;
}

/** Keys longer than this are nobody's. */
const keyLengthMax = 200;
const rememberedMax = 10_000;

/** A key once found is asked for again after this time, so a change on another node is known within it. */
const freshMs = 5000;
/** While the database is away, a key last found this long ago still opens. */
const staleMs = 60_000;

/**
 * Looks keys up by their hash, so no comparison leaks how much of a guess was right. With the embedded database each request looks
 * again: it costs less than what it would save, and a key revoked on the command line is refused at once.
 */
export function createCallers(store: Store, now: () => number): Callers {
  const missed = new Map<string, number>();
  const oddKeys = createOddKeys(store, now);
  const remembered = new Map<string, { readonly known: KnownKey; readonly foundAtMs: number }>();
  const looking = new Map<string, Promise<KnownKey | undefined>>();
  let generation = 0;

  const look = async (hash: string) => {
    const begun = generation;
    const known = await store.run(() => loadKey(store, hash));
    // What was read before a change on this node must not be remembered after it.
    if (begun !== generation) return known;
    remembered.delete(hash);
    if (known) remembered.set(hash, { known, foundAtMs: now() });
    else missed.set(hash, now());
    if (missed.size > rememberedMax) missed.delete(missed.keys().next().value ?? "");
    if (remembered.size > rememberedMax) remembered.delete(remembered.keys().next().value ?? "");
    return known;
  };

  const lookOnce = (hash: string) => {
    const begun = looking.get(hash);
    if (begun) return begun;
    const promise = look(hash).finally(() => {
      if (looking.get(hash) === promise) looking.delete(hash);
    });
    looking.set(hash, promise);
    return promise;
  };

  const findByHash = async (hash: string) => {
    if (store.kind === "sqlite") return loadKey(store, hash);
    const found = remembered.get(hash);
    const sinceMs = found ? now() - found.foundAtMs : Infinity;
    // The clock was set back: how old it is cannot be known, so it is old.
    const ageMs = sinceMs < 0 ? Infinity : sinceMs;
    if (found && ageMs < freshMs) return found.known;
    const missedMs = missed.get(hash);
    if (missedMs !== undefined && now() - missedMs < freshMs) return undefined;
    missed.delete(hash);
    try {
      return await lookOnce(hash);
    } catch (error) {
      if (found && ageMs < staleMs && error instanceof StoreUnavailable) return found.known;
      throw error;
    }
  };

  return {
    find: async (key) => {
      if (key.length > keyLengthMax) return undefined;
      const hash = hashKey(key);
      const isOdd = store.kind === "postgres" && !remembered.has(hash) && !isWellFormed(key);
      if (isOdd && !(await oddKeys.has(hash))) return undefined;
      const known = await findByHash(hash);
      return known && (known.expiresAtMs === null || known.expiresAtMs > now()) ? known : undefined;
    },
    forget: () => {
      generation++;
      remembered.clear();
      missed.clear();
      looking.clear();
      oddKeys.forget();
    },
  };
}

/**
 * Keys whose checksum is not ours: an operator may give one. All of them at once and not one by one, so that a flood of made-up keys
 * costs the database one question in 5 seconds.
 */
function createOddKeys(store: Store, now: () => number) {
  let asked: { readonly atMs: number; readonly hashes: Promise<ReadonlySet<string>> } | undefined;
  const load = async () => {
    const rows = await store.run(() =>
      store.db.selectFrom("api_keys").select("hash").where("well_formed", "=", 0).execute(),
    );
    return new Set(rows.map(({ hash }) => hash));
  };
  return {
    has: async (hash: string) => {
      if (!asked || now() - asked.atMs >= freshMs) asked = { atMs: now(), hashes: load() };
      const { hashes } = asked;
      try {
        return (await hashes).has(hash);
      } catch (error) {
        if (asked?.hashes === hashes) asked = undefined;
        throw error;
      }
    },
    forget: () => (asked = undefined),
  };
}

/** Of work that goes on after the request it was asked with: what its key may do now. @returns undefined when it may nothing */
export async function callerOfKey(store: Store, keyId: string, nowMs: number): Promise<Caller | undefined> {
  const known = await loadKey(store, keyId, "api_keys.id");
  return known && (known.expiresAtMs === null || known.expiresAtMs > nowMs) ? known.caller : undefined;
}

async function loadKey(
  { db }: Store,
  value: string,
  column: "api_keys.hash" | "api_keys.id" = "api_keys.hash",
): Promise<KnownKey | undefined> {
  const key = await db
    .selectFrom("api_keys")
    .innerJoin("accounts", "accounts.id", "api_keys.account_id")
    .where(column, "=", value)
    .where("api_keys.revoked_at_ms", "is", null)
    .where("accounts.closed_at_ms", "is", null)
    .select([
      "api_keys.id",
      "api_keys.account_id",
      "api_keys.kind",
      "api_keys.test",
      "api_keys.allowed_origins",
      "api_keys.expires_at_ms",
      "api_keys.require_challenge",
      "api_keys.allow_several_faces",
      "accounts.plan",
    ])
    .executeTakeFirst();
  if (!key) return undefined;
  const domains = await db
    .selectFrom("allowed_domains")
    .select("domain")
    .where("account_id", "=", key.account_id)
    .execute();
  return {
    expiresAtMs: key.expires_at_ms,
    caller: {
      keyId: key.id,
      accountId: key.account_id,
      kind: key.kind,
      test: key.test === 1,
      plan: key.plan,
      allowedOrigins: JSON.parse(key.allowed_origins) as string[],
      allowedDomains: domains.map(({ domain }) => domain),
      requireChallenge: key.require_challenge === 1,
      allowSeveralFaces: key.allow_several_faces === 1,
    },
  };
}
