import { Client, type ClientConfig, DatabaseError } from "pg";
import { OperatorError } from "../operator-error.ts";

/** What a server does differently from a PostgreSQL that is asked directly. */
export interface PostgresTraits {
  /** Whether it takes `statement_timeout` with the connection. PgBouncer takes no such parameter, and in its transaction mode a `SET` would reach others. */
  readonly takesTimeLimits: boolean;
}

/**
 * As `pg` takes it. To `pg`, `prefer`, `require` and `verify-ca` mean `verify-full`, and it warns of that in a text for programmers; so they are
 * written as what they mean.
 */
export function connectionString(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  const mode = url.searchParams.get("sslmode");
  if (mode !== null && ["prefer", "require", "verify-ca"].includes(mode))
    url.searchParams.set("sslmode", "verify-full");
  return url.href;
}

/**
 * Connects once, as the service's pools do, and learns how they have to.
 * @throws OperatorError where the database cannot store every text
 */
export async function examinePostgres(databaseUrl: string): Promise<PostgresTraits> {
  const direct = await connectOnce(databaseUrl, { statement_timeout: 5000 }).catch((error: unknown) => {
    if (isParameterRefused(error)) return undefined;
    throw error;
  });
  const client = direct ?? (await connectOnce(databaseUrl));
  try {
    const { rows } = await client.query<{ server_encoding: string }>("SHOW server_encoding");
    const encoding = rows[0]?.server_encoding ?? "";
    if (encoding !== "UTF8") throw new OperatorError(wrongEncoding(encoding));
  } finally {
    await client.end();
  }
  return { takesTimeLimits: direct !== undefined };
}

const wrongEncoding = (encoding: string) =>
  `The database of DATABASE_URL has the encoding ${encoding}, which cannot store every name: create one with ENCODING 'UTF8' (CREATE DATABASE selfsame ENCODING 'UTF8' TEMPLATE template0).`;

/** One connection, with bounded waits. Who asks for it ends it. */
export async function connectOnce(
  databaseUrl: string,
  options: Pick<ClientConfig, "statement_timeout"> = {},
): Promise<Client> {
  const client = new Client({
    connectionString: connectionString(databaseUrl),
    connectionTimeoutMillis: 5000,
    query_timeout: 5000,
    ...options,
  });
  // One that breaks later fails its query, and says so here as well.
  client.on("error", () => {});
  await client.connect();
  return client;
}

/** By PgBouncer, as a violation of the protocol. */
const isParameterRefused = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code === "08P01" && error.message.includes("startup parameter");
