import { sql } from "kysely";
import type { Kysely } from "kysely";
import { z } from "zod";
import { header, leftOut, tables } from "./export.ts";
import type { Row, Table } from "./export.ts";
import { afterTeams } from "./before-teams.ts";
import { underLock } from "../migrate.ts";
import type { Schema } from "../schema.ts";
import type { Store } from "../store.ts";

export type Imported =
  | { readonly outcome: "imported"; readonly rows: number }
  /** `not_empty`: there are accounts already. `not_an_export`: with the number of the invalid line. */
  | { readonly outcome: "not_empty" }
  | { readonly outcome: "not_an_export"; readonly line: number };

const headerSchema = z.object({ format: z.literal(header.format), version: z.literal(header.version) });
const lineSchema = z.strictObject({
  table: z.enum([...(Object.keys(tables) as Table[]), ...leftOut]),
  row: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
});

/** Far below the 32766 values that SQLite allows in one statement. */
const batchSize = 500;

class NotAnExport extends Error {
  readonly line: number;

  constructor(line: number) {
    super(`line ${line}`);
    this.line = line;
  }
}

/** Imports an export into an empty store: all of it or nothing. */
export async function importStore(store: Store, lines: AsyncIterable<string>): Promise<Imported> {
  try {
    return await underLock(store.db, store.kind, async (db): Promise<Imported> => {
      if (await db.selectFrom("accounts").select("id").limit(1).executeTakeFirst()) return { outcome: "not_empty" };
      return { outcome: "imported", rows: await insertLines(db, lines) };
    });
  } catch (error) {
    // Thrown, not returned, so that the transaction is rolled back.
    if (error instanceof NotAnExport) return { outcome: "not_an_export", line: error.line };
    throw error;
  }
}

async function insertLines(db: Kysely<Schema>, lines: AsyncIterable<string>): Promise<number> {
  let number = 0;
  let batch: { table: Table; rows: Row[] } | undefined;
  for await (const line of lines) {
    number++;
    if (number === 1) {
      if (!headerSchema.safeParse(parseJson(line)).success) throw new NotAnExport(number);
      continue;
    }
    const parsed = lineSchema.safeParse(parseJson(line));
    if (!parsed.success) throw new NotAnExport(number);
    // Exports of earlier versions contain them.
    if (isLeftOut(parsed.data.table)) continue;
    for (const { table, row } of afterTeams({ table: parsed.data.table, row: parsed.data.row })) {
      if (batch && (batch.table !== table || batch.rows.length >= batchSize)) {
        await insertRows(db, batch.table, batch.rows);
        batch = undefined;
      }
      batch ??= { table, rows: [] };
      batch.rows.push(row);
    }
  }
  if (number === 0) throw new NotAnExport(1);
  if (batch) await insertRows(db, batch.table, batch.rows);
  return number - 1;
}

const isLeftOut = (table: string): table is (typeof leftOut)[number] => leftOut.some((one) => one === table);

async function insertRows(db: Kysely<Schema>, table: Table, rows: readonly Row[]): Promise<void> {
  // Ids that the database assigns are assigned again, in the same order: its counter would not know others.
  const counted = table === "audit" || table === "session_timeline";
  const columns = Object.keys(rows[0] ?? {}).filter((column) => !counted || column !== "id");
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column] ?? null))})`);
  const names = sql.join(columns.map((column) => sql.ref(column)));
  await sql`INSERT INTO ${sql.table(table)} (${names}) VALUES ${sql.join(values)}`.execute(db);
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
