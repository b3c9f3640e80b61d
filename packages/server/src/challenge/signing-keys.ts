import { randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import { newId } from "../access/ids.ts";
import { underLock } from "../store/migrate.ts";
import type { Schema } from "../store/schema.ts";
import type { Store } from "../store/store.ts";

export interface SigningKey {
  readonly id: string;
  readonly secret: Buffer;
}

/** How long a token lives, and so how long a key that was rotated out must still be known. */
export const tokenLifeMs = 10 * 60_000;

/** A rotation on another node or on the command line is known here within this time. */
const freshMs = 10_000;

export interface SigningKeys {
  /** The one that signs now. Made when there is none. */
  current(): Promise<SigningKey>;
  /** One by which a token that still lives may have been signed. */
  find(id: string): Promise<SigningKey | undefined>;
}

/** The keys live in the database, so that every node checks what any of them signed. */
export function createSigningKeys(store: Store, now: () => number): SigningKeys {
  let read: { readonly keys: readonly SigningKey[]; readonly atMs: number } | undefined;

  const load = async (): Promise<readonly SigningKey[]> => {
    if (read && now() - read.atMs < freshMs) return read.keys;
    const keys = await store.run(() => listKeys(store.db, now()));
    read = { keys, atMs: now() };
    return keys;
  };

  return {
    current: async () => {
      const [newest] = await load();
      if (newest) return newest;
      read = undefined;
      return store.run(() =>
        // Two nodes that start together make one key, not two.
        underLock(store.db, store.kind, async (db) => (await listKeys(db, now()))[0] ?? (await insertKey(db, now()))),
      );
    },
    find: async (id) => {
      const known = (await load()).find((key) => key.id === id);
      if (known || !read || read.atMs === now()) return known;
      // Signed by another node a moment after it made a key.
      read = undefined;
      return (await load()).find((key) => key.id === id);
    },
  };
}

/** The newest first; those that signed nothing that still lives are left out. */
async function listKeys(db: Kysely<Schema>, nowMs: number): Promise<SigningKey[]> {
  const rows = await db.selectFrom("challenge_keys").selectAll().orderBy("created_at_ms", "desc").execute();
  const live = rows.filter((row) => row.retired_at_ms === null || row.retired_at_ms + tokenLifeMs + freshMs > nowMs);
  const inOrder = live.toSorted((a, b) => Number(a.retired_at_ms !== null) - Number(b.retired_at_ms !== null));
  return inOrder.map(({ id, secret }) => ({ id, secret: Buffer.from(secret, "base64url") }));
}

async function insertKey(db: Kysely<Schema>, nowMs: number): Promise<SigningKey> {
  const key = { id: newId("sig"), secret: randomBytes(32) };
  await db
    .insertInto("challenge_keys")
    .values({ id: key.id, secret: key.secret.toString("base64url"), created_at_ms: nowMs })
    .execute();
  return key;
}

/**
 * A new key signs from now on. Tokens of the old one stay good for their ten minutes, unless it is `leaked`: then they are refused,
 * on this node at once and on the others within ten seconds.
 */
export function rotateSigningKey({ db, kind }: Store, nowMs: number, leaked = false): Promise<void> {
  return underLock(db, kind, async (db) => {
    await db
      .deleteFrom("challenge_keys")
      .where("retired_at_ms", "<", nowMs - 2 * tokenLifeMs)
      .execute();
    if (leaked) await db.deleteFrom("challenge_keys").execute();
    else
      await db.updateTable("challenge_keys").set({ retired_at_ms: nowMs }).where("retired_at_ms", "is", null).execute();
    await insertKey(db, nowMs);
  });
}
