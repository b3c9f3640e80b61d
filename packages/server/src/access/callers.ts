import type { Store } from "../store/store.ts";
import { StoreUnavailable } from "../store/outage.ts";
import type { Caller } from "./access.ts";
import { hashKey } from "./key-format.ts";

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
    const ageMs = found ? now() - found.foundAtMs : Infinity;
    if (found && ageMs < freshMs) return found.known;
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
      const known = await findByHash(hashKey(key));
      return known && (known.expiresAtMs === null || known.expiresAtMs > now()) ? known : undefined;
    },
    forget: () => {
      generation++;
      remembered.clear();
      looking.clear();
    },
  };
}

async function loadKey({ db }: Store, hash: string): Promise<KnownKey | undefined> {
  const key = await db
    .selectFrom("api_keys")
    .innerJoin("accounts", "accounts.id", "api_keys.account_id")
    .where("api_keys.hash", "=", hash)
    .where("api_keys.revoked_at_ms", "is", null)
    .where("accounts.closed_at_ms", "is", null)
    .select([
      "api_keys.id",
      "api_keys.account_id",
      "api_keys.kind",
      "api_keys.allowed_origins",
      "api_keys.expires_at_ms",
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
      plan: key.plan,
      allowedOrigins: JSON.parse(key.allowed_origins) as string[],
      allowedDomains: domains.map(({ domain }) => domain),
    },
  };
}
