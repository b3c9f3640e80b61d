import type { StoreConfig } from "./store.ts";
import { databaseFile } from "./data-folder.ts";

/** The database, for people: the file, or the server and the database's name, without the password. */
export function storePlace({ dataDir, databaseUrl }: StoreConfig): string {
  if (databaseUrl === undefined) return databaseFile(dataDir);
  const { hostname, port, pathname } = new URL(databaseUrl);
  return `PostgreSQL at ${hostname}:${port || "5432"}, database ${decodeURIComponent(pathname.slice(1)) || "of the user's name"}`;
}

/** The setting that names it. */
export const storeSetting = ({ databaseUrl }: StoreConfig): string =>
  databaseUrl === undefined ? "SELFSAME_DATA_DIR" : "DATABASE_URL";
