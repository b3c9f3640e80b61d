import assert from "node:assert/strict";
import { test } from "node:test";
import { Kysely, PostgresDialect, sql } from "kysely";
import { bareConfig, freshStore, onEachStore } from "../../testing/store/each-store.ts";
import { header } from "./copies/export.ts";
import { importStore } from "./copies/import.ts";
import { silent } from "./log.ts";
import { migrate } from "./migrate.ts";
import type { StoreKind } from "./migrate.ts";
import { migrations } from "./migrations.ts";
import { openPostgres } from "./postgres/postgres.ts";
import type { Schema } from "./schema.ts";
import { sqliteDialect } from "./sqlite/dialect.ts";
import { openStore } from "./store.ts";
import type { Store, StoreConfig } from "./store.ts";
import { databaseFile } from "./data-folder.ts";

/** Rows as stored by the migrations before 012. */
const before: readonly (readonly [string, Readonly<Record<string, string | number | null>>])[] = [
  [
    "accounts",
    { id: "acc_1", email: "a@example.com", password_hash: "h", role: "owner", plan: "pro", created_at_ms: 1 },
  ],
  [
    "accounts",
    { id: "acc_2", email: "b@example.com", password_hash: null, role: "member", plan: "free", created_at_ms: 2 },
  ],
  [
    "sessions",
    {
      id: "ses_1",
      account_id: "acc_1",
      hash: "s",
      address: "192.0.2.1",
      user_agent: "",
      created_at_ms: 3,
      last_seen_at_ms: 4,
      confirmed_at_ms: 3,
    },
  ],
  ["devices", { id: "dev_1", account_id: "acc_1", hash: "d", last_seen_at_ms: 4 }],
  ["links", { hash: "l", kind: "reset", account_id: "acc_2", expires_at_ms: 9 }],
  ["audit", { at_ms: 5, account_id: "acc_2", actor: "acc_1", action: "account_created", target: null, address: null }],
];

async function storeOfThen({ dataDir, databaseUrl }: StoreConfig, kind: StoreKind): Promise<void> {
  const dialect = databaseUrl
    ? new PostgresDialect({ pool: openPostgres(databaseUrl, silent) })
    : sqliteDialect(databaseFile(dataDir));
  const db = new Kysely<Schema>({ dialect });
  const then = migrations.slice(
    0,
    migrations.findIndex(({ name }) => name === "012_teams"),
  );
  await migrate(db, kind, then);
  for (const [table, row] of before) {
    const columns = sql.join(Object.keys(row).map((column) => sql.ref(column)));
    await sql`INSERT INTO ${sql.table(table)} (${columns}) VALUES (${sql.join(Object.values(row))})`.execute(db);
  }
  await db.destroy();
}

/** Asserts that each account is a team of one, its user an owner, and the user who ran the service an operator. */
async function holdsTeams({ db }: Store): Promise<void> {
  const users = db.selectFrom("users").select(["id", "email", "password_hash", "operator", "last_account_id"]);
  assert.deepEqual(
    (await users.orderBy("id").execute()).map((row) => Object.values(row)),
    [
      ["usr_1", "a@example.com", "h", 1, "acc_1"],
      ["usr_2", "b@example.com", null, 0, "acc_2"],
    ],
  );
  const members = db.selectFrom("members").select(["account_id", "user_id", "role"]);
  assert.deepEqual(
    (await members.orderBy("user_id").execute()).map((row) => Object.values(row)),
    [
      ["acc_1", "usr_1", "owner"],
      ["acc_2", "usr_2", "owner"],
    ],
  );
  const accounts = await sql`SELECT id, name, plan, email FROM accounts ORDER BY id`.execute(db);
  assert.deepEqual(
    accounts.rows.map((row) => Object.values(row as object)),
    [
      ["acc_1", "a@example.com", "pro", null],
      ["acc_2", "b@example.com", "free", null],
    ],
  );
  const rest =
    await sql`SELECT s.user_id AS s, s.account_id AS a, d.user_id AS d, l.user_id AS l, u.actor AS u, u.account_id AS t
    FROM sessions s, devices d, links l, audit u`.execute(db);
  assert.deepEqual(Object.values(rest.rows[0] as object), ["usr_1", "acc_1", "usr_1", "usr_2", "usr_1", "acc_2"]);
}

onEachStore("accounts of before there were teams", (kind) => {
  test("are migrated to teams of one", async (t) => {
    const config = await bareConfig(t, kind);
    await storeOfThen(config, kind);
    const store = await openStore(config);
    t.after(() => store.close());
    await holdsTeams(store);
  });

  test("come to the same by an export of then", async (t) => {
    const store = await freshStore(t, kind);
    const lines = [header, ...before.map(([table, row]) => ({ table, row }))].map((line) => JSON.stringify(line));
    const imported = await importStore(
      store,
      (async function* () {
        yield* lines;
      })(),
    );
    assert.deepEqual(imported, { outcome: "imported", rows: before.length });
    await holdsTeams(store);
  });
});
