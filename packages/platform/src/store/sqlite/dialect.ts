import { setImmediate as nextTurn, setTimeout } from "node:timers/promises";
import { CompiledQuery, SelectQueryNode, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from "kysely";
import type { DatabaseConnection, Dialect, Driver, QueryResult } from "kysely";
import { isBusy } from "../outage.ts";
import { openToRead, openToWrite } from "./database.ts";
import type { SqliteConnection } from "./database.ts";

/** How long a statement waits for another process's lock, and for others that wait before it. */
export const patienceMs = 2000;
const pauseMs = { least: 1, most: 25 } as const;
/** How long a caller may block others by sending one statement after the other. */
const turnMs = 10;

/**
 * SQLite for Kysely, in a process that answers requests: waiting for a lock does not block the event loop. Reads outside of a transaction have a
 * connection of their own and wait for no writer, in this process or another; there is one writer at a time.
 */
export function sqliteDialect(file: string): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createDriver: () => createDriver(openToWrite(file), openToRead(file)),
  };
}

function createDriver(writer: SqliteConnection, reader: SqliteConnection): Driver {
  const takeWriter = createLock();
  const giveTurn = createTurns();
  return {
    init: async () => {},
    acquireConnection: async () => {
      await giveTurn();
      return new Connection(writer, reader, takeWriter);
    },
    releaseConnection: async (connection) => (connection as Connection).release(),
    beginTransaction: async (connection) => void (await connection.executeQuery(CompiledQuery.raw("BEGIN IMMEDIATE"))),
    commitTransaction: async (connection) => void (await connection.executeQuery(CompiledQuery.raw("COMMIT"))),
    rollbackTransaction: async (connection) => {
      if (writer.inTransaction()) await connection.executeQuery(CompiledQuery.raw("ROLLBACK"));
    },
    destroy: async () => {
      reader.close();
      writer.close();
    },
  };
}

/** Holds the writer from its first statement that is not a plain read until Kysely releases it. */
class Connection implements DatabaseConnection {
  readonly #writer: SqliteConnection;
  readonly #reader: SqliteConnection;
  readonly #takeWriter: () => Promise<() => void>;
  #release: (() => void) | undefined;

  constructor(writer: SqliteConnection, reader: SqliteConnection, takeWriter: () => Promise<() => void>) {
    this.#writer = writer;
    this.#reader = reader;
    this.#takeWriter = takeWriter;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const endMs = performance.now() + patienceMs;
    if (this.#release === undefined && SelectQueryNode.is(query.query)) {
      return patiently(() => this.#reader.run<Row>(query), endMs);
    }
    this.#release ??= await this.#takeWriter();
    return patiently(() => this.#writer.run<Row>(query), endMs);
  }

  async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    yield await this.executeQuery<Row>(query);
  }

  release(): void {
    this.#release?.();
    this.#release = undefined;
  }
}

/**
 * Retries while another process holds the lock, and once after the deadline: of many that waited for their turn, those behind the first must not each
 * wait as long again. Within a transaction the lock is never held by others: it began as a writer.
 */
async function patiently<T>(work: () => T, endMs: number): Promise<T> {
  for (let waitMs: number = pauseMs.least; ; waitMs = Math.min(pauseMs.most, 2 * waitMs)) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || performance.now() > endMs) throw error;
    }
    // Not all at the same moment.
    await setTimeout(waitMs * (0.5 + Math.random()));
  }
}

/**
 * SQLite answers synchronously, and awaiting a settled promise does not release the thread: a thousand small jobs would run before any request.
 * @returns a function that releases the thread once others have waited for a while
 */
function createTurns(): () => Promise<void> {
  let sinceMs = performance.now();
  return async () => {
    if (performance.now() - sinceMs < turnMs) return;
    await nextTurn();
    sinceMs = performance.now();
  };
}

/** @returns a function that waits for the lock, and returns its release */
function createLock(): () => Promise<() => void> {
  let last = Promise.resolve();
  return async () => {
    const before = last;
    const { promise, resolve } = Promise.withResolvers<void>();
    last = promise;
    await before;
    return resolve;
  };
}
