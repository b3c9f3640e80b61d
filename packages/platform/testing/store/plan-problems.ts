import type { DatabaseSync } from "node:sqlite";
import type { Schema } from "../../src/store/schema.ts";

/** Tables that grow with every request, as long as rows are stored. */
const growing: ReadonlySet<string> = new Set([
  "audit",
  "batch_items",
  "batches",
  "challenge_frames",
  "challenges",
  "events",
  "idempotency_keys",
  "requests",
  "session_timeline",
  "usage",
  "verification_sessions",
  "webhook_deliveries",
] satisfies (keyof Schema)[]);

/**
 * For tests: the reasons why a statement may read more rows of a growing table than it returns. Each table must be searched by an index that has
 * every column that the statement compares with a value, in the requested order.
 */
export function planProblems(database: DatabaseSync, sql: string): readonly string[] {
  const tables = tablesOf(sql);
  if (tables.size === 0) return [];
  const plan = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all() as { detail: string }[];
  return plan.flatMap(({ detail }) => {
    if (/USE TEMP B-TREE FOR .*(ORDER|GROUP) BY/.test(detail) && tables.size > 0) return [detail];
    const [, how, alias = "", searchedBy = ""] = /^(SCAN|SEARCH) (\w+)[^(]*(?:\((.*)\))?$/.exec(detail) ?? [];
    if (!tables.has(alias)) return [];
    // A scan in the table's own order stops at the limit.
    if (how === "SCAN") return sql.endsWith(" limit ?") && !sql.includes(" where ") ? [] : [detail];
    if (/USING (INTEGER PRIMARY KEY|INDEX sqlite_autoindex)/.test(detail)) return [];
    return comparedColumns(sql, alias, tables.size)
      .filter((column) => !new RegExp(`\\b${column}=`).test(searchedBy))
      .map((column) => `${column} is in no index: ${detail}`);
  });
}

/** Growing tables by their alias in the statement. */
function tablesOf(sql: string): ReadonlyMap<string, string> {
  const found = [...sql.matchAll(/\b(?:from|join) "(\w+)"(?: as "(\w+)")?/g)];
  return new Map(
    found.flatMap(([, table = "", alias = table]) => (growing.has(table) ? [[alias, table] as const] : [])),
  );
}

function comparedColumns(sql: string, alias: string, tables: number): readonly string[] {
  const [, where = ""] = / where (.*)$/.exec(sql) ?? [];
  return [...where.matchAll(/(?:"(\w+)"\.)?"(\w+)" = (?:\?|'|\d)/g)]
    .filter(([, of]) => of === alias || (of === undefined && tables === 1))
    .map(([, , column = ""]) => column);
}
