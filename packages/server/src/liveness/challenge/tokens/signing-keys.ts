import { randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import { newId } from "../../../platform/ids/ids.ts";
import type { Seal } from "../../../platform/secrets/seal.ts";
import { underLock } from "../../../platform/store/migrate.ts";
import type { Schema } from "../../../platform/store/schema.ts";
import type { Store } from "../../../platform/store/store.ts";

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

/** What the keys are sealed for. */
const purpose = "challenge signing keys";

/** The keys live in the database, sealed, so that every node checks what any of them signed and a copy of the database signs nothing. */
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
        // Two nodes that start together make one key, not two.
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
      // Signed by another node a moment after it made a key.
      read = undefined;
      return (await load()).find((key) => key.id === id);
    },
  };
}

/**
 * The newest first; left out are those that signed nothing that still lives, and those that do not open: after the secret key has
 * changed a new one is made, and what the old one signed is refused.
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
 * A new key signs from now on. Tokens of the old one stay good for their ten minutes, unless it is `leaked`: then they are refused,
 * on this node at once and on the others within ten seconds.
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
