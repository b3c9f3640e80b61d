import { closeSync, openSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import type { SQLInputValue, StatementSync } from "node:sqlite";
import type { CompiledQuery, QueryResult } from "kysely";

/** Limits the memory of prepared statements; far above the number of different ones. */
const statementsMax = 500;

/** Wait for another process's lock, on the thread: only while the service starts. */
const openingWaitMs = 5000;

/** A connection to the file. All its work runs on the calling thread. */
export interface SqliteConnection {
  /** @throws SQLite's error, at once if another process holds the lock */
  run<Row>(query: Pick<CompiledQuery, "sql" | "parameters">): QueryResult<Row>;
  /** SQLite ends a transaction by itself when the disk is full or broken. */
  inTransaction(): boolean;
  close(): void;
}

/**
 * The writing connection.
 * WAL with synchronous FULL: commits survive `kill -9` and power cuts. Transactions begin as writers: one that reads first and finds that another
 * process wrote in between would fail, however long it waits (https://www.sqlite.org/isolation.html, "BUSY_SNAPSHOT").
 */
export function openToWrite(file: string): SqliteConnection {
  // For its owner alone, whatever the folder allows; SQLite gives its other files the same mode.
  closeSync(openSync(file, "a", 0o600));
  const database = new DatabaseSync(file, { timeout: openingWaitMs });
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON");
  // Deleted data is overwritten in the file: an account's e-mail address must not remain in a free page.
  database.exec("PRAGMA secure_delete = ON; PRAGMA busy_timeout = 0");
  return connectionOn(database);
}

/** A read-only connection: in WAL mode it waits for no writer, and sees what was committed. The file must exist. */
export function openToRead(file: string): SqliteConnection {
  return connectionOn(new DatabaseSync(file, { readOnly: true, timeout: 0 }));
}

function connectionOn(database: DatabaseSync): SqliteConnection {
  const remembered = new Map<string, StatementSync>();
  const prepare = (sql: string): StatementSync => {
    const known = remembered.get(sql);
    if (known) return known;
    if (remembered.size >= statementsMax) remembered.clear();
    const statement = database.prepare(sql);
    remembered.set(sql, statement);
    return statement;
  };
  return {
    run: <Row>({ sql, parameters }: Pick<CompiledQuery, "sql" | "parameters">): QueryResult<Row> => {
      const statement = prepare(sql);
      const values = parameters as readonly SQLInputValue[];
      if (statement.columns().length > 0) return { rows: statement.all(...values) as Row[] };
      const { changes, lastInsertRowid } = statement.run(...values);
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
    },
    inTransaction: () => database.isTransaction,
    close: () => {
      remembered.clear();
      database.close();
    },
  };
}
