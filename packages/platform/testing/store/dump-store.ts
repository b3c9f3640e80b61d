import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import type { Store } from "../../src/store/store.ts";

/** For tests: the whole content of the database. For SQLite its raw files, including the write-ahead log; for PostgreSQL all rows of all tables. */
export async function dumpStore({ db, kind, dataDir }: Store): Promise<Buffer> {
  if (kind === "sqlite") {
    const files = (await readdir(dataDir)).filter((name) => name.startsWith("selfsame.db"));
    return Buffer.concat(await Promise.all(files.map((name) => readFile(join(dataDir, name)))));
  }
  const { rows: tables } = await sql<{ readonly schema: string; readonly name: string }>`
    SELECT table_schema AS schema, table_name AS name FROM information_schema.tables
    WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`.execute(db);
  const texts: string[] = [];
  for (const { schema, name } of tables) {
    const { rows } = await sql<{ readonly row: string }>`
      SELECT t::text AS row FROM ${sql.id(schema, name)} t`.execute(db);
    texts.push(...rows.map(({ row }) => row));
  }
  return Buffer.from(texts.join("\n"));
}

/** Whether a dump contains these bytes, raw or in one of the usual encodings. */
export function holds(dump: Buffer, secret: Uint8Array): boolean {
  const bytes = Buffer.from(secret);
  // Base64 of a substring depends on its offset: there are three variants, without the characters at the ends that share bits with their neighbors.
  const base64 = [0, 1, 2].map((skip) => {
    const text = bytes.subarray(skip, skip + 3 * Math.floor((bytes.length - skip) / 3)).toString("base64");
    return [text, text.replaceAll("+", "-").replaceAll("/", "_")];
  });
  const written = [bytes, bytes.toString("hex"), bytes.toString("hex").toUpperCase(), ...base64.flat()];
  return written.some((form) => dump.includes(form));
}
