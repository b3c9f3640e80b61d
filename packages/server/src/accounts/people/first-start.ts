import type { Kysely } from "kysely";
import { underLock } from "@selfsame/platform/store/migrate";
import type { Schema } from "@selfsame/platform/store/schema";
import type { Store } from "@selfsame/platform/store/store";
import { addMember } from "./teams/members.ts";
import { newId } from "@selfsame/platform/ids/ids";
import { makeKey } from "../keys/format.ts";
import { insertKey } from "../keys/keys.ts";
import { linkPath, makeLink } from "./accounts/links.ts";

export interface FirstStart {
  /** The first private key, when this start made it. It cannot be shown again. */
  readonly apiKey?: string;
  /** Path and fragment, below the service's address, to claim the first account. Absent once it is claimed. */
  readonly setupPath?: string;
}

/**
 * Makes the first account and its key when the store has no user, so that the service can be called at once. The account gets its e-mail and password
 * when its owner opens the setup link.
 *
 * @param givenKey the key to store instead of a random one
 */
export function prepareFirstStart(store: Store, givenKey?: string, now: () => number = Date.now): Promise<FirstStart> {
  return underLock(store.db, store.kind, async (db) => {
    const first = await db
      .selectFrom("users")
      .select(["id", "email"])
      .orderBy("created_at_ms")
      .limit(1)
      .executeTakeFirst();
    if (first) return first.email ? {} : { setupPath: await setupPath(db, first.id, now()) };

    const accountId = newId("acc");
    const userId = newId("usr");
    const created_at_ms = now();
    await db
      .insertInto("accounts")
      .values({ id: accountId, plan: "unlimited", created_at_ms, challenge_mode: "stepwise" })
      .execute();
    const nobodyYet = { email: null, password_hash: null, operator: 1, last_account_id: accountId } as const;
    await db
      .insertInto("users")
      .values({ id: userId, ...nobodyYet, created_at_ms })
      .execute();
    await addMember(db, accountId, userId, "owner", created_at_ms);
    const apiKey = givenKey ?? makeKey("private");
    await insertKey(db, accountId, { name: "First key", kind: "private" }, now(), apiKey);
    return { apiKey, setupPath: await setupPath(db, userId, now()) };
  });
}

async function setupPath(db: Kysely<Schema>, userId: string, nowMs: number): Promise<string> {
  return linkPath("setup", await makeLink(db, "setup", userId, nowMs));
}
