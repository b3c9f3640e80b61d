/** What of a row is in a file: the names of its columns and their values. */
export type CsvFields<Row> = Readonly<Record<string, (row: Row) => string | number | boolean | null>>;

/** What a spreadsheet would take for a formula gets an apostrophe (OWASP, CSV injection). */
const harmless = (text: string): string => (/^\s*[=+\-@\t\r\n]/.test(text) ? `'${text}` : text);

function field(value: string | number | boolean | null): string {
  if (value === null) return "";
  if (typeof value !== "string") return String(value);
  return `"${harmless(value).replaceAll('"', '""')}"`;
}

/** RFC 4180, with a header; texts are quoted. Times are the caller's to write, as ISO 8601. */
export function csvOf<Row>(fields: CsvFields<Row>, rows: readonly Row[]): string {
  const columns = Object.entries(fields);
  const lines = rows.map((row) => columns.map(([, read]) => field(read(row))).join(","));
  return [columns.map(([name]) => name).join(","), ...lines, ""].join("\r\n");
}

/** `2026-11-25T08:00:00.000Z`, or nothing. */
export const isoTime = (atMs: number | null): string | null => (atMs === null ? null : new Date(atMs).toISOString());

/** Has the browser keep a text as a file. A byte order mark has spreadsheets read it as UTF-8. */
export function saveCsv(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob(["\u{FEFF}", text], { type: "text/csv;charset=utf-8" }));
  Object.assign(document.createElement("a"), { href: url, download: name }).click();
  URL.revokeObjectURL(url);
}
