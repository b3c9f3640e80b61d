/** While nodes are upgraded one by one, the previous version uses a database that the new one has already migrated. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import type { TestContext } from "node:test";
import { Kysely, PostgresDialect } from "kysely";
import { Client } from "pg";
import { bareConfig, onEachStore } from "../../testing/store/each-store.ts";
import { silent } from "./log.ts";
import { migrate } from "./migrate.ts";
import type { StoreKind } from "./migrate.ts";
import { migrations } from "./migrations.ts";
import { openPostgres } from "./postgres/postgres.ts";
import type { Schema } from "./schema.ts";
import { sqliteDialect } from "./sqlite/dialect.ts";
import { openStore } from "./store.ts";
import type { StoreConfig } from "./store.ts";
import { databaseFile } from "./data-folder.ts";

/** Statements from this migration on must follow the rule. */
const since = "010_key_marks";

/** Made before the first release, when no node of a previous version existed. Add no name here. */
const beforeFirstRelease = new Set(["012_teams"]);

/**
 * Whether a running node of the previous version is not affected: new tables and indexes, and columns that an INSERT may leave out; nothing that
 * removes, renames or forbids what it does.
 */
const expands = (
  statement: string,
  newTables: ReadonlySet<string>,
  newColumns: ReadonlySet<string> = new Set(),
): boolean => {
  const sql = statement.replaceAll(/\s+/g, " ").trim();
  const [, table = ""] =
    /^(?:CREATE TABLE|ALTER TABLE|CREATE (?:UNIQUE )?INDEX \w+ ON|UPDATE|INSERT INTO) (?:IF NOT EXISTS )?(\w+)/i.exec(
      sql,
    ) ?? [];
  if (/^CREATE TABLE /i.test(sql) || newTables.has(table)) return true;
  if (/^CREATE INDEX /i.test(sql)) return true;
  // The previous version does not write new columns.
  const [, filled = ""] = /^UPDATE \w+ SET (\w+) = (?:\w+|\d+) WHERE /i.exec(sql) ?? [];
  if (newColumns.has(`${table}.${filled}`)) return true;
  const [, column] = /^ALTER TABLE \w+ ADD COLUMN (.*)$/i.exec(sql) ?? [];
  if (column !== undefined) return !/NOT NULL/i.test(column) || /DEFAULT/i.test(column);
  return false;
};

/** Without statements that replace a column with a CHECK by one of the same name and content: the new one only accepts more values. */
function withoutUnchecked(statements: readonly string[]): readonly string[] {
  const at = statements.findIndex((_, index) => isUnchecked(statements.slice(index, index + 4)));
  return at === -1 ? statements : withoutUnchecked(statements.toSpliced(at, 4));
}

function isUnchecked([rename = "", add, update, drop]: readonly string[]): boolean {
  const [, table, column, old] = /^ALTER TABLE (\w+) RENAME COLUMN (\w+) TO (\w+)$/.exec(rename) ?? [];
  return (
    table !== undefined &&
    add?.startsWith(`ALTER TABLE ${table} ADD COLUMN ${column} text NOT NULL DEFAULT `) === true &&
    update === `UPDATE ${table} SET ${column} = ${old}` &&
    drop === `ALTER TABLE ${table} DROP COLUMN ${old}`
  );
}

/** An index dropped and created again under its name, so that it serves more queries. */
function isRecreated(statement: string, statements: readonly string[]): boolean {
  const [, index] = /^DROP INDEX (\w+)$/.exec(statement) ?? [];
  return index !== undefined && statements.some((other) => other.startsWith(`CREATE INDEX ${index} ON `));
}

const tableMade = (statement: string): string | undefined =>
  /^\s*CREATE TABLE (?:IF NOT EXISTS )?(\w+)/i.exec(statement)?.[1];

const columnMade = (statement: string): string | undefined => {
  const [, table, column] = /^\s*ALTER TABLE (\w+) ADD COLUMN (\w+)/i.exec(statement) ?? [];
  return table && `${table}.${column}`;
};

test("every migration only adds what the version before can leave out", () => {
  const from = migrations.findIndex(({ name }) => name === since);
  assert.ok(from >= 0);
  for (const { name, statements } of migrations.slice(from)) {
    if (beforeFirstRelease.has(name)) continue;
    const newTables = new Set(statements.map(tableMade).filter((table) => table !== undefined));
    const newColumns = new Set(statements.map(columnMade).filter((column) => column !== undefined));
    for (const statement of withoutUnchecked(statements)) {
      if (isRecreated(statement, statements)) continue;
      assert.ok(expands(statement, newTables, newColumns), `${name}: ${statement}`);
    }
  }
});

test("the rule knows what does not go", () => {
  const none = new Set<string>();
  for (const statement of [
    "DROP TABLE batches",
    "ALTER TABLE accounts RENAME COLUMN email TO mail",
    "ALTER TABLE accounts DROP COLUMN email",
    "ALTER TABLE accounts ADD COLUMN team text NOT NULL",
    "CREATE UNIQUE INDEX accounts_name ON accounts (name)",
    "UPDATE accounts SET name = '' WHERE plan = 'free'",
    "UPDATE accounts SET plan = name WHERE plan = 'free'",
  ]) {
    assert.ok(!expands(statement, none), statement);
  }
  assert.ok(expands("ALTER TABLE accounts ADD COLUMN team text NOT NULL DEFAULT ''", none));
  const team = new Set(["accounts.team"]);
  assert.ok(expands("UPDATE accounts SET team = name WHERE plan = 'free'", none, team));
  assert.ok(!expands("UPDATE accounts SET plan = name WHERE plan = 'free'", none, team));
  assert.ok(expands("CREATE UNIQUE INDEX teams_name ON teams (name)", new Set(["teams"])));
});

test("the rule knows a column that loses its CHECK from one that is renamed", () => {
  const statements = [
    "ALTER TABLE accounts ADD COLUMN team text",
    "ALTER TABLE accounts RENAME COLUMN plan TO plan_checked",
    "ALTER TABLE accounts ADD COLUMN plan text NOT NULL DEFAULT 'free'",
    "UPDATE accounts SET plan = plan_checked",
    "ALTER TABLE accounts DROP COLUMN plan_checked",
  ];
  assert.deepEqual(withoutUnchecked(statements), statements.slice(0, 1));
  for (let left = 1; left < statements.length; left++) {
    const less = statements.toSpliced(left, 1);
    assert.deepEqual(withoutUnchecked(less), less);
  }
});

interface Recorded {
  readonly migrations: readonly string[];
  readonly statements: readonly { readonly sql: string; readonly parameters: readonly (string | number | null)[] }[];
}

/** Queries of a node of the previous version while it was used: testing/upgrade/record.ts. */
const recorded = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../../../testing/upgrade/statements.json"), "utf8"),
) as Readonly<Record<StoreKind, Recorded>>;

type Ask = (sql: string, parameters: readonly (string | number | null)[]) => Promise<readonly Row[] | string>;
type Row = Readonly<Record<string, unknown>>;

/** Opens the database as a node of that version did. Rejected statements return their code. */
async function openAsThen(t: TestContext, kind: StoreKind, { dataDir, databaseUrl }: StoreConfig): Promise<Ask> {
  const codeOf = (error: unknown) =>
    `refused: ${(error as { errcode?: number; code?: string }).errcode ?? (error as { code?: string }).code}`;
  if (kind === "sqlite") {
    const db = new DatabaseSync(databaseFile(dataDir), { timeout: 5000 });
    t.after(() => db.close());
    return async (sql, parameters) => {
      try {
        return db
          .prepare(sql)
          .all(...parameters)
          .map((row) => ({ ...row }));
      } catch (error) {
        return codeOf(error);
      }
    };
  }
  const client = new Client({ connectionString: databaseUrl });
  client.on("error", () => {});
  await client.connect();
  return (sql, parameters) => client.query(sql, [...parameters]).then(({ rows }) => rows as Row[], codeOf);
}

/** Creates a database as that version did. */
async function storeOfThen(config: StoreConfig, kind: StoreKind): Promise<void> {
  const dialect = config.databaseUrl
    ? new PostgresDialect({ pool: openPostgres(config.databaseUrl, silent) })
    : sqliteDialect(databaseFile(config.dataDir));
  const db = new Kysely<Schema>({ dialect });
  const then = new Set(recorded[kind].migrations);
  await migrate(
    db,
    kind,
    migrations.filter(({ name }) => then.has(name)),
  );
  await db.destroy();
}

onEachStore("beside a node of the version before", (kind) => {
  test("what it asks is answered the same after this version has migrated its database in between", async (t) => {
    const { statements } = recorded[kind];
    const refused: string[] = [];
    const halfway = Math.floor(statements.length / 2);
    const alone = await bareConfig(t, kind);
    const beside = await bareConfig(t, kind);
    for (const config of [alone, beside]) await storeOfThen(config, kind);
    const askAlone = await openAsThen(t, kind, alone);
    const askBeside = await openAsThen(t, kind, beside);
    for (const [index, { sql, parameters }] of statements.entries()) {
      if (index === halfway) {
        const store = await openStore(beside);
        t.after(() => store.close());
      }
      const expected = await askAlone(sql, parameters);
      const found = await askBeside(sql, parameters);
      // The previous version reads the columns that it knows, and ignores new ones.
      const known =
        typeof found === "string" || typeof expected === "string" ? found : found.map((row) => pick(row, expected[0]));
      assert.deepEqual(inOrder(known, sql), inOrder(expected, sql), sql);
      if (typeof expected === "string") refused.push(expected);
    }
    // A recording that does not fit its own schema would prove nothing.
    assert.ok(refused.length < statements.length / 20, refused.join());
  });
});

/** Rows of a statement without an order may come in any: with new columns PostgreSQL may choose another plan. */
const inOrder = (rows: readonly Row[] | string, sql: string): readonly Row[] | string => {
  if (typeof rows === "string" || /\border by\b/i.test(sql)) return rows;
  return rows.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
};

const pick = (row: Row, like: Row = {}): Row => Object.fromEntries(Object.keys(like).map((name) => [name, row[name]]));
