import { Client, type ClientConfig, DatabaseError } from "pg";
import { OperatorError } from "../../operator-error.ts";

/** Capabilities that a pooler in front of PostgreSQL may lack. */
export interface PostgresTraits {
  /** Whether it accepts `statement_timeout` as a connection parameter. PgBouncer does not, and in its transaction mode a `SET` would affect others. */
  readonly takesTimeLimits: boolean;
}

/**
 * The address as `pg` expects it. For `pg`, `prefer`, `require` and `verify-ca` mean `verify-full`, with a warning for programmers; so they are replaced
 * by what they mean.
 */
export function connectionString(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  const mode = url.searchParams.get("sslmode");
  if (mode !== null && ["prefer", "require", "verify-ca"].includes(mode))
    url.searchParams.set("sslmode", "verify-full");
  return url.href;
}

/**
 * Connects once, as the service's pools do, to learn the server's capabilities.
 * @throws OperatorError if the database cannot store every text
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

/** One connection, with bounded waits. The caller must end it. */
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
  // A connection that breaks later fails its query, and also emits this event.
  client.on("error", () => {});
  await client.connect();
  return client;
}

/** PgBouncer reports it as a protocol violation. */
const isParameterRefused = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code === "08P01" && error.message.includes("startup parameter");
