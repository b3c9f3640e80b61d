import { setImmediate as nextTurn } from "node:timers/promises";
import type { Kysely } from "kysely";
import { csvQuoted, csvText } from "@selfsame/platform/csv";
import type { Schema } from "@selfsame/platform/store/schema";
import { beginsWith } from "@selfsame/platform/store/queries/begins-with";
import type { ItemCode, ItemResult } from "./item-result.ts";

/** One line of the results. Every field is always present, so that tables have columns. */
export interface ResultRow {
  readonly id: string;
  readonly status: "done" | "failed" | "pending";
  readonly match: boolean | null;
  readonly similarity: number | null;
  readonly threshold: number | null;
  readonly false_match_rate: number | null;
  readonly references_used: number | null;
  readonly code: string | null;
  readonly param: string | null;
}

const nothing = {
  match: null,
  similarity: null,
  threshold: null,
  false_match_rate: null,
  references_used: null,
  code: null,
  param: null,
} as const;

export const itemOutcomes = ["match", "no_match", "failed", "pending"] as const;
type ItemOutcome = (typeof itemOutcomes)[number];

export interface ItemFilter {
  readonly outcome?: ItemOutcome | undefined;
  readonly code?: ItemCode | undefined;
  /** Prefix of the item's id. */
  readonly idBegins?: string | undefined;
}

interface StoredItem {
  readonly id: string;
  readonly position: number;
  readonly result: string | null;
}

/** Items of one batch, unordered. `id` is the caller's, unique within a batch. */
export function selectItems(db: Kysely<Schema>, batchId: string, { outcome, code, idBegins }: ItemFilter = {}) {
  const holds = outcome === undefined || outcome === "pending" ? undefined : marks[outcome];
  return db
    .selectFrom("batch_items")
    .select(["item_id as id", "position", "result"])
    .where("batch_id", "=", batchId)
    .$if(outcome === "pending", (query) => query.where("result", "is", null))
    .$if(holds !== undefined, (query) => query.where("result", "like", `%${holds}%`))
    .$if(code !== undefined, (query) => query.where("result", "like", `%"code":"${code}"%`))
    .$if(idBegins !== undefined, (query) => query.where(beginsWith(db, "item_id", idBegins ?? "")));
}

/** As JSON.stringify writes our results, which contain no text of a caller. */
const marks = { match: '"match":true', no_match: '"match":false', failed: '"status":"failed"' } as const;

/** A result outside of tables: a receipt is too long for a cell. */
type BatchResult = ResultRow & { readonly position: number; readonly receipt: string | null };

/** @param result JSON; null if there is none yet */
export const resultData = ({ id, position, result }: StoredItem): BatchResult => ({
  position,
  receipt: null,
  ...(result === null ? { id, status: "pending", ...nothing } : rowOf(id, JSON.parse(result) as ItemResult)),
});

export const rowOf = (id: string, result: ItemResult): ResultRow => ({ id, ...nothing, ...result });

const rowsAtOnce = 1000;

/** Reads one part of a response. */
export type ReadPart = <T>(work: (db: Kysely<Schema>) => Promise<T>) => Promise<T>;

/** One line each, read while they are sent. @param filter of the items; default: all */
export async function* ndjsonOf(read: ReadPart, batchId: string, filter?: ItemFilter): AsyncGenerator<string> {
  for await (const rows of parts(read, batchId, filter)) yield rows.map((row) => `${JSON.stringify(row)}\n`).join("");
}

const columns = ["id", "status", ...(Object.keys(nothing) as (keyof typeof nothing)[])] as const;

export const csvHeader = `${columns.join(",")}\r\n`;

export const csvLine = (row: ResultRow): string => `${columns.map((column) => csvField(row[column])).join(",")}\r\n`;

/** RFC 4180, with a header. @param filter of the items; default: all */
export async function* csvOf(read: ReadPart, batchId: string, filter?: ItemFilter): AsyncGenerator<string> {
  yield csvHeader;
  for await (const rows of parts(read, batchId, filter)) yield rows.map(csvLine).join("");
}

/** In the order of the items. */
async function* parts(read: ReadPart, batchId: string, filter?: ItemFilter): AsyncGenerator<readonly BatchResult[]> {
  for (let from = 0; ;) {
    const rows = await read((db) =>
      selectItems(db, batchId, filter).where("position", ">=", from).orderBy("position").limit(rowsAtOnce).execute(),
    );
    if (rows.length > 0) yield rows.map(resultData);
    const last = rows.at(-1);
    if (!last || rows.length < rowsAtOnce) return;
    from = last.position + 1;
    await nextTurn();
  }
}

function csvField(value: string | number | boolean | null): string {
  if (value === null) return "";
  if (typeof value !== "string") return String(value);
  const safe = csvText(value);
  return /[",\r\n]/.test(safe) ? csvQuoted(safe) : safe;
}
