import { closeSync, openSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import type { SQLInputValue, StatementSync } from "node:sqlite";
import type { SqliteDatabase, SqliteStatement } from "kysely";

/** Bounds the memory of remembered statements; far above the number of different ones. */
const statementsMax = 500;

/**
 * `node:sqlite` as Kysely wants it.
 *
 * WAL with synchronous FULL: what was committed outlives `kill -9` and a power cut. Transactions begin as writers: one that read
 * first and then finds that another process wrote in between would fail at once, whatever the busy timeout
 * (https://www.sqlite.org/isolation.html, "BUSY_SNAPSHOT").
 */
export function openSqlite(file: string): SqliteDatabase {
  // For its owner alone, whatever the folder allows; SQLite gives its other files the same mode.
  closeSync(openSync(file, "a", 0o600));
  const database = new DatabaseSync(file, { timeout: 5000 });
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON");
  // What is deleted is overwritten in the file, too: an account's e-mail address must not stay in a free page of it.
  database.exec("PRAGMA secure_delete = ON");
  const remembered = new Map<string, SqliteStatement>();

  return {
    close: () => {
      remembered.clear();
      database.close();
    },
    prepare: (sql) => {
      const known = remembered.get(sql);
      if (known) return known;
      if (remembered.size >= statementsMax) remembered.clear();
      const statement = adapt(database.prepare(sql === "begin" ? "begin immediate" : sql));
      remembered.set(sql, statement);
      return statement;
    },
  };
}

function values(parameters: readonly unknown[]): readonly SQLInputValue[] {
  return parameters as readonly SQLInputValue[];
}

function adapt(statement: StatementSync): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...values(parameters)),
    run: (parameters) => statement.run(...values(parameters)),
    iterate: (parameters) => statement.iterate(...values(parameters)),
  };
}
