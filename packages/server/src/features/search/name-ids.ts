import type { Kysely } from "kysely";
import { openAddress } from "@selfsame/platform/secrets/sealed-address";
import type { Seal } from "@selfsame/platform/secrets/seal";
import type { Schema } from "@selfsame/platform/store/schema";

/**
 * Readable names of ids: a key's name, an endpoint's address, a session's external id, a person's e-mail, a team's name. Deleted things have none.
 * @param accountId only that account's things and its members; undefined: the whole service
 */
export async function nameIds(
  db: Kysely<Schema>,
  seal: Seal,
  accountId: string | undefined,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const of = (prefix: string) => [...new Set(ids.filter((id) => id.startsWith(prefix)))];
  const found = [
    await nameKeys(db, accountId, of("key_")),
    await nameEndpoints(db, seal, accountId, of("we_")),
    await nameSessions(db, accountId, of("vs_")),
    await namePeople(db, accountId, of("usr_")),
    await nameAccounts(db, accountId, of("acc_")),
  ];
  return new Map(found.flat().flatMap(({ id, name }) => (name ? [[id, name] as const] : [])));
}

interface Named {
  readonly id: string;
  readonly name: string | null;
}
type Names = Promise<readonly Named[]>;

async function nameKeys(db: Kysely<Schema>, accountId: string | undefined, ids: readonly string[]): Names {
  if (ids.length === 0) return [];
  return db
    .selectFrom("api_keys")
    .select(["id", "name"])
    .where("id", "in", ids)
    .$if(accountId !== undefined, (query) => query.where("account_id", "=", accountId ?? ""))
    .execute();
}

async function nameEndpoints(
  db: Kysely<Schema>,
  seal: Seal,
  accountId: string | undefined,
  ids: readonly string[],
): Names {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("webhook_endpoints")
    .select(["id", "url"])
    .where("id", "in", ids)
    .$if(accountId !== undefined, (query) => query.where("account_id", "=", accountId ?? ""))
    .execute();
  return rows.map(({ id, url }) => ({ id, name: openAddress({ seal }, url) ?? null }));
}

async function nameSessions(db: Kysely<Schema>, accountId: string | undefined, ids: readonly string[]): Names {
  if (ids.length === 0) return [];
  return db
    .selectFrom("verification_sessions")
    .select(["id", "external_id as name"])
    .where("id", "in", ids)
    .$if(accountId !== undefined, (query) => query.where("account_id", "=", accountId ?? ""))
    .execute();
}

async function namePeople(db: Kysely<Schema>, accountId: string | undefined, ids: readonly string[]): Names {
  if (ids.length === 0) return [];
  return db
    .selectFrom("users")
    .select(["users.id", "users.email as name"])
    .where("users.id", "in", ids)
    .$if(accountId !== undefined, (query) =>
      query.where((eb) =>
        eb.exists(
          eb
            .selectFrom("members")
            .select("user_id")
            .whereRef("members.user_id", "=", "users.id")
            .where("account_id", "=", accountId ?? ""),
        ),
      ),
    )
    .execute();
}

async function nameAccounts(db: Kysely<Schema>, accountId: string | undefined, ids: readonly string[]): Names {
  if (ids.length === 0) return [];
  return db
    .selectFrom("accounts")
    .select(["id", "name"])
    .where("id", "in", ids)
    .$if(accountId !== undefined, (query) => query.where("id", "=", accountId ?? ""))
    .execute();
}
