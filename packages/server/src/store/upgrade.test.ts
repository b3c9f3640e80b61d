/** While nodes are upgraded one by one, the version before works on a database that the new one has migrated already. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { migrations } from "./migrations.ts";

/** Statements from then on are held to the rule. */
const since = "010_key_marks";

/** Made before the first release, when there was no node of a version before. No name is to come here any more. */
const beforeFirstRelease = new Set(["012_teams"]);

/**
 * What a running node of the version before does not notice: new tables and indexes, and columns that an INSERT may leave out. No word that
 * takes away, renames or forbids what it does.
 */
const expands = (statement: string, newTables: ReadonlySet<string>): boolean => {
  const sql = statement.replaceAll(/\s+/g, " ").trim();
  const [, table = ""] =
    /^(?:CREATE TABLE|ALTER TABLE|CREATE (?:UNIQUE )?INDEX \w+ ON|UPDATE|INSERT INTO) (?:IF NOT EXISTS )?(\w+)/i.exec(
      sql,
    ) ?? [];
  if (/^CREATE TABLE /i.test(sql) || newTables.has(table)) return true;
  if (/^CREATE INDEX /i.test(sql)) return true;
  const [, column] = /^ALTER TABLE \w+ ADD COLUMN (.*)$/i.exec(sql) ?? [];
  if (column !== undefined) return !/NOT NULL/i.test(column) || /DEFAULT/i.test(column);
  return false;
};

const tableMade = (statement: string): string | undefined =>
  /^\s*CREATE TABLE (?:IF NOT EXISTS )?(\w+)/i.exec(statement)?.[1];

test("every migration only adds what the version before can leave out", () => {
  const from = migrations.findIndex(({ name }) => name === since);
  assert.ok(from >= 0);
  for (const { name, statements } of migrations.slice(from)) {
    if (beforeFirstRelease.has(name)) continue;
    const newTables = new Set(statements.map(tableMade).filter((table) => table !== undefined));
    for (const statement of statements) assert.ok(expands(statement, newTables), `${name}: ${statement}`);
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
  ]) {
    assert.ok(!expands(statement, none), statement);
  }
  assert.ok(expands("ALTER TABLE accounts ADD COLUMN team text NOT NULL DEFAULT ''", none));
  assert.ok(expands("CREATE UNIQUE INDEX teams_name ON teams (name)", new Set(["teams"])));
});
