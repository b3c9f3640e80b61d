import type { DatabaseSync } from "node:sqlite";

/**
 * Reads so many rows of each index and no more: enough to see which of two finds fewer rows (https://www.sqlite.org/lang_analyze.html, "Approximate
 * ANALYZE").
 */
const rowsRead = 400;
/** Every table, whichever of them this connection has queried; only those that have grown or shrunk tenfold are read again. */
const allTables = 0x10002;
const whatItWouldDo = allTables | 1;

/** Brings what SQLite's planner knows of the tables up to date. @returns whether there was anything to do */
export function gatherStatistics(database: DatabaseSync): boolean {
  database.exec(`PRAGMA analysis_limit = ${rowsRead}`);
  if (database.prepare(`PRAGMA optimize = ${whatItWouldDo}`).all().length === 0) return false;
  database.exec(`PRAGMA optimize = ${allTables}`);
  // Connections read statistics with the schema, and read that again when it has changed.
  database.exec("BEGIN IMMEDIATE; CREATE TABLE schema_has_changed (n); DROP TABLE schema_has_changed; COMMIT");
  return true;
}
