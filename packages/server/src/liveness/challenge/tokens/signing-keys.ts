import { randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import { newId } from "@selfsame/platform/ids/ids";
import type { Seal } from "@selfsame/platform/secrets/seal";
import { underLock } from "@selfsame/platform/store/migrate";
import type { Schema } from "@selfsame/platform/store/schema";
import type { Store } from "@selfsame/platform/store/store";

export interface SigningKey {
  readonly id: string;
  readonly secret: Buffer;
}

/** Lifetime of a token, and so of a key that was rotated out. */
export const tokenLifeMs = 10 * 60_000;

/** Within this time a node learns of a rotation elsewhere. */
const freshMs = 10_000;

export interface SigningKeys {
  /** The key that signs now; created if there is none. */
  current(): Promise<SigningKey>;
  /** A key that may have signed a token that is still valid. */
  find(id: string): Promise<SigningKey | undefined>;
}

/** Purpose of the seal. */
const purpose = "challenge signing keys";

/** The keys are in the database, sealed: every node verifies what any node signed, and a copy of the database cannot sign. */
export function createSigningKeys(store: Store, seal: Seal, now: () => number): SigningKeys {
  let read: { readonly keys: readonly SigningKey[]; readonly atMs: number } | undefined;

  const load = async (): Promise<readonly SigningKey[]> => {
    if (read && now() - read.atMs < freshMs) return read.keys;
    const keys = await store.run(() => listKeys(store.db, seal, now()));
    read = { keys, atMs: now() };
    return keys;
  };

  return {
    current: async () => {
      const [newest] = await load();
      if (newest) return newest;
      read = undefined;
      return store.run(() =>
        // Two nodes that start together create one key, not two.
        underLock(
          store.db,
          store.kind,
          async (db) => (await listKeys(db, seal, now()))[0] ?? (await insertKey(db, seal, now())),
        ),
      );
    },
    find: async (id) => {
      const known = (await load()).find((key) => key.id === id);
      if (known || !read || read.atMs === now()) return known;
      // Another node may have signed a moment after creating a key.
      read = undefined;
      return (await load()).find((key) => key.id === id);
    },
  };
}

/**
 * The newest first. Omits keys whose tokens have all expired, and keys that cannot be opened: after the secret key has changed a new one is created, and
 * the old tokens are rejected.
 */
async function listKeys(db: Kysely<Schema>, seal: Seal, nowMs: number): Promise<SigningKey[]> {
  const rows = await db.selectFrom("challenge_keys").selectAll().orderBy("created_at_ms", "desc").execute();
  const live = rows.filter((row) => row.retired_at_ms === null || row.retired_at_ms + tokenLifeMs + freshMs > nowMs);
  const inOrder = live.toSorted((a, b) => Number(a.retired_at_ms !== null) - Number(b.retired_at_ms !== null));
  return inOrder.flatMap(({ id, secret: sealed }) => {
    const secret = seal.open(purpose, sealed);
    return secret ? [{ id, secret }] : [];
  });
}

async function insertKey(db: Kysely<Schema>, seal: Seal, nowMs: number): Promise<SigningKey> {
  const key = { id: newId("sig"), secret: randomBytes(32) };
  await db
    .insertInto("challenge_keys")
    .values({ id: key.id, secret: seal.close(purpose, key.secret), created_at_ms: nowMs })
    .execute();
  return key;
}

/**
 * Creates the key that signs from now on. Tokens of the old one stay valid for their ten minutes. If it is `leaked` they are rejected, on this node at
 * once and on the others within ten seconds.
 */
export function rotateSigningKey({ db, kind }: Store, seal: Seal, nowMs: number, leaked = false): Promise<void> {
  return underLock(db, kind, async (db) => {
    await db
      .deleteFrom("challenge_keys")
      .where("retired_at_ms", "<", nowMs - 2 * tokenLifeMs)
      .execute();
    if (leaked) await db.deleteFrom("challenge_keys").execute();
    else
      await db.updateTable("challenge_keys").set({ retired_at_ms: nowMs }).where("retired_at_ms", "is", null).execute();
    await insertKey(db, seal, nowMs);
  });
}
