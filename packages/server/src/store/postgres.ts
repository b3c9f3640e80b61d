import { Pool, types } from "pg";
import type { PoolClient } from "pg";
import type { Log } from "./log.ts";

const int8 = 20;
const numeric = 1700;

/** Counts and epoch milliseconds come as numbers: all stay far below 2^53. Sums of them are `numeric`. */
const asNumbers = {
  getTypeParser: ((oid: number, format: never) =>
    oid === int8 || oid === numeric ? Number : types.getTypeParser(oid, format)) as typeof types.getTypeParser,
};

export interface PoolBounds {
  /** Connections. */
  readonly max: number;
  /** Of a statement; 0 is none. */
  readonly timeoutMs: number;
}

/**
 * Every wait is bounded, so that a lost database shows as an error and not as a request that hangs. An idle connection that breaks is logged;
 * the pool opens another with the next query.
 */
export function openPostgres(
  url: string,
  log: Log,
  { max, timeoutMs }: PoolBounds = { max: 10, timeoutMs: 5000 },
): Pool {
  const pool = new Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: 2000,
    // The server's own end of a statement comes first, where there is still a server.
    query_timeout: timeoutMs && timeoutMs + graceMs,
    statement_timeout: timeoutMs,
    keepAlive: true,
    types: asNumbers,
  });
  // A connection that breaks in the middle of a query fails the query, and says so here as well: unheard, it would end the process.
  pool.on("connect", (client) => {
    client.on("error", () => {});
    takeAnyText(client);
    leaveWhenSilent(client);
  });
  pool.on("error", (error) => log.warn({ err: error }, "PostgreSQL: a connection broke"));
  return pool;
}

/** By so much later than the server this side gives a statement up. */
const graceMs = 1000;

/**
 * A server that was killed with its machine says nothing any more, not even that the connection is over. `pg` gives the query up and keeps the
 * connection, which the pool would then hand out first, again and again, until the system gives it up after a quarter of an hour.
 */
function leaveWhenSilent(client: PoolClient): void {
  const query = client.query.bind(client) as (...asked: unknown[]) => unknown;
  client.query = ((...asked: unknown[]) => {
    const answer = query(...asked);
    if (answer instanceof Promise) {
      answer.catch((error: unknown) => {
        if (error instanceof Error && error.message === "Query read timeout") void client.end();
      });
    }
    return answer;
  }) as typeof client.query;
}

/**
 * PostgreSQL's texts cannot contain a NUL, and a query with one fails; SQLite's can. On its way it becomes U+FFFD, as half a surrogate pair does:
 * a made-up id is then not found, instead of causing an internal error.
 */
function takeAnyText(client: PoolClient): void {
  const query = client.query.bind(client) as (text: unknown, values: unknown, ...more: unknown[]) => Promise<unknown>;
  client.query = ((text: unknown, values: unknown, ...more: unknown[]) =>
    query(text, Array.isArray(values) ? values.map(withoutNul) : values, ...more)) as typeof client.query;
}

const withoutNul = (value: unknown): unknown =>
  typeof value === "string" ? value.replaceAll("\0", "\u{FFFD}") : value;
