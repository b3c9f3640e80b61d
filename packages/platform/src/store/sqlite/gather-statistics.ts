import type { DatabaseSync } from "node:sqlite";

/** Rows read of each index: enough to see which of two finds fewer rows (https://www.sqlite.org/lang_analyze.html, "Approximate ANALYZE"). */
const rowsRead = 400;
/** Includes tables that this connection has not queried; only those that grew or shrank tenfold are analyzed again. */
const allTables = 0x10002;
const whatItWouldDo = allTables | 1;

/** Updates the statistics of SQLite's planner. @returns whether anything changed */
export function gatherStatistics(database: DatabaseSync): boolean {
  database.exec(`PRAGMA analysis_limit = ${rowsRead}`);
  if (database.prepare(`PRAGMA optimize = ${whatItWouldDo}`).all().length === 0) return false;
  database.exec(`PRAGMA optimize = ${allTables}`);
  // Connections read statistics with the schema, and read the schema again when it has changed.
  database.exec("BEGIN IMMEDIATE; CREATE TABLE schema_has_changed (n); DROP TABLE schema_has_changed; COMMIT");
  return true;
}
