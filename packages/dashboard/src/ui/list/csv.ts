import { saveFile } from "../../state/save-file.ts";

/** The columns of a CSV file, each with its value for a row. */
export type CsvFields<Row> = Readonly<Record<string, (row: Row) => string | number | boolean | null>>;

/** Prefixes text that a spreadsheet would treat as a formula with an apostrophe (OWASP, CSV injection). */
const harmless = (text: string): string => (/^\s*[=+\-@\t\r\n]/.test(text) ? `'${text}` : text);

function field(value: string | number | boolean | null): string {
  if (value === null) return "";
  if (typeof value !== "string") return String(value);
  return `"${harmless(value).replaceAll('"', '""')}"`;
}

/** CSV according to RFC 4180, with a header and quoted text. Callers pass times as ISO 8601. */
export function csvOf<Row>(fields: CsvFields<Row>, rows: readonly Row[]): string {
  const columns = Object.entries(fields);
  const lines = rows.map((row) => columns.map(([, read]) => field(read(row))).join(","));
  return [columns.map(([name]) => name).join(","), ...lines, ""].join("\r\n");
}

/** `2026-11-25T08:00:00.000Z`, or null. */
export const isoTime = (atMs: number | null): string | null => (atMs === null ? null : new Date(atMs).toISOString());

/** Downloads a CSV file. A byte order mark makes spreadsheets read it as UTF-8. */
export function saveCsv(name: string, text: string): void {
  saveFile(`\u{FEFF}${text}`, "text/csv;charset=utf-8", name);
}
