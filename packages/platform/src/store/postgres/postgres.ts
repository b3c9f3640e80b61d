import type { PostgresPool as KyselyPool } from "kysely";
import { Pool, types } from "pg";
import type { PoolClient, PoolConfig, QueryResult } from "pg";
import { connectionString } from "./examine-postgres.ts";
import type { Log } from "../log.ts";

const int8 = 20;
const numeric = 1700;

/** Counts and epoch milliseconds as JavaScript numbers: all are far below 2^53. Sums of them are `numeric`. */
const asNumbers = {
  getTypeParser: ((oid: number, format: never) =>
    oid === int8 || oid === numeric ? Number : types.getTypeParser(oid, format)) as typeof types.getTypeParser,
};

export interface PoolBounds {
  /** Connections. */
  readonly max: number;
  /** Time limit of a statement; 0 is none. */
  readonly timeoutMs: number;
}

export interface PostgresPools {
  /** Opens a pool with its own limits. When one of its connections can no longer write, all pools of the same database are renewed. */
  open(bounds?: PoolBounds): PostgresPool;
}

export interface PostgresPool extends KyselyPool {
  connect(): Promise<PoolClient>;
  query(text: string, values?: unknown[]): Promise<QueryResult>;
}

export interface PoolOptions {
  /** Whether the server enforces time limits: see `examinePostgres`. */
  readonly takesTimeLimits: boolean;
}

/**
 * Every wait is bounded, so that a lost database causes an error instead of a request that hangs. Idle connections that break are logged; the pool opens
 * another with the next query.
 * After a failover, connections to the former writer stay open, and each write on them fails. So the first such failure replaces every pool of this
 * database: connections in use end when they are released.
 */
export function createPools(
  url: string,
  log: Log,
  { takesTimeLimits }: PoolOptions = { takesTimeLimits: true },
): PostgresPools {
  const pools = new Set<{ renew(): void }>();
  /** Connections of one generation were opened before the same failover. */
  let generation = 0;
  const generationOf = new WeakMap<PoolClient, number>();
  const noteFailure = (client: PoolClient, error: unknown) => {
    if (isSilence(error)) void client.end();
    if (!isReadOnly(error) || generationOf.get(client) !== generation) return;
    generation += 1;
    for (const pool of pools) pool.renew();
  };
  const connected = (client: PoolClient) => {
    generationOf.set(client, generation);
    watchFailures(client, noteFailure);
  };
  return {
    open({ max, timeoutMs } = { max: 10, timeoutMs: 5000 }) {
      const open = () =>
        openPool(log, connected, {
          connectionString: connectionString(url),
          max,
          connectionTimeoutMillis: 2000,
          // The server's own time limit comes first, if there is still a server.
          query_timeout: timeoutMs && timeoutMs + graceMs,
          statement_timeout: takesTimeLimits ? timeoutMs : 0,
        });
      let current = open();
      const renewed = {
        renew: () => {
          const old = current;
          current = open();
          old.end().catch((error: unknown) => log.warn({ err: error }, "PostgreSQL: connections did not end"));
        },
      };
      pools.add(renewed);
      return {
        connect: () => current.connect(),
        query: (text, values) => current.query(text, values),
        end: async () => {
          pools.delete(renewed);
          await current.end();
        },
      };
    },
  };
}

/** A single pool of a database. */
export const openPostgres = (url: string, log: Log, bounds?: PoolBounds): PostgresPool =>
  createPools(url, log).open(bounds);

type NoteFailure = (client: PoolClient, error: unknown) => void;

function openPool(log: Log, connected: (client: PoolClient) => void, options: PoolConfig): Pool {
  const pool = new Pool({ ...options, keepAlive: true, types: asNumbers });
  // A connection that breaks during a query fails the query, and also emits this event: unhandled, it would end the process.
  pool.on("connect", (client) => {
    client.on("error", () => {});
    takeAnyText(client);
    connected(client);
  });
  pool.on("error", (error) => log.warn({ err: error }, "PostgreSQL: a connection broke"));
  return pool;
}

/** How much later than the server this side gives up a statement. */
const graceMs = 1000;

/**
 * A server that died with its machine does not even close its connections. `pg` gives up the query and keeps the connection, which the pool would reuse
 * first until the system times out after a quarter of an hour.
 */
const isSilence = (error: unknown) => error instanceof Error && error.message === "Query read timeout";

/** A replica, a former writer that has become one, or a user who may only read for a while. */
const isReadOnly = (error: unknown) => (error as { code?: unknown }).code === "25006";

type Answered = (error: unknown, result: unknown) => void;

/** @param noteFailure receives each query's failure, for callbacks (as of `Pool.query`) and promises */
function watchFailures(client: PoolClient, noteFailure: NoteFailure): void {
  const query = client.query.bind(client) as (...asked: unknown[]) => unknown;
  client.query = ((...asked: unknown[]) => {
    const answered = asked.at(-1);
    if (typeof answered === "function") {
      return query(...asked.slice(0, -1), (error: unknown, result: unknown) => {
        if (error) noteFailure(client, error);
        (answered as Answered)(error, result);
      });
    }
    const answer = query(...asked);
    if (answer instanceof Promise) answer.catch((error: unknown) => noteFailure(client, error));
    return answer;
  }) as typeof client.query;
}

/**
 * PostgreSQL's texts cannot contain NUL, and a query with one fails; SQLite's can. NUL becomes U+FFFD, as half a surrogate pair does: then a made-up id
 * is not found, instead of causing an internal error.
 */
function takeAnyText(client: PoolClient): void {
  const query = client.query.bind(client) as (text: unknown, values: unknown, ...more: unknown[]) => Promise<unknown>;
  client.query = ((text: unknown, values: unknown, ...more: unknown[]) =>
    query(text, Array.isArray(values) ? values.map(withoutNul) : values, ...more)) as typeof client.query;
}

const withoutNul = (value: unknown): unknown =>
  typeof value === "string" ? value.replaceAll("\0", "\u{FFFD}") : value;
