import { hostOf, isAllowedHost } from "@selfsame/platform/outbound/domains";
import { parse } from "csv-parse/browser/esm/sync";

/** A batch item in the format of version 3. */
export interface ReadItem {
  readonly id: string;
  readonly reference_urls: readonly string[];
  readonly selfie_url: string;
}

interface LineProblem {
  /** Line in the file, counted from 1. */
  readonly line: number;
  readonly text: string;
}

export type ReadItems =
  | {
      readonly outcome: "read";
      /** Items from lines without errors. */
      readonly items: readonly ReadItem[];
      readonly problems: readonly LineProblem[];
      /** Hosts that photos may not be downloaded from, with the number of items that name each. */
      readonly closedHosts: ReadonlyMap<string, number>;
    }
  /** The whole file is unusable. */
  | { readonly outcome: "unusable"; readonly why: string };

const itemsMax = 10_000;
const referencesMax = 5;
const urlMax = 4096;
const idMax = 128;

interface Row {
  readonly record: Readonly<Record<string, string>>;
  readonly info: { readonly lines: number };
}

/**
 * Reads a CSV file with the columns id (default: the line number), selfie_url and reference_url. Several references are in columns whose names begin
 * with `reference`, or in one column, separated by spaces. The delimiter is a comma, semicolon or tab.
 *
 * @param domains hosts that photos may be downloaded from, such as `photos.example.com` and `*.example.com`; undefined if unknown
 */
export function readItems(text: string, domains?: readonly string[]): ReadItems {
  let rows: readonly Row[];
  let names: readonly string[] = [];
  try {
    rows = parse(text, {
      columns: (header: readonly string[]) => {
        names = header.map((name) => name.trim().toLowerCase());
        return [...names];
      },
      delimiter: delimiterOf(text),
      bom: true,
      trim: true,
      skip_empty_lines: true,
      relax_column_count: true,
      info: true,
      // Reads one item more than allowed, to detect that there are too many.
      to: itemsMax + 1,
    }) as unknown as readonly Row[];
  } catch (error) {
    return {
      outcome: "unusable",
      why: `The file is not CSV: ${error instanceof Error ? error.message : "it cannot be read"}`,
    };
  }
  if (rows.length === 0) return { outcome: "unusable", why: "The file has no lines below its header." };
  const missing = [
    ...(names.includes("selfie_url") ? [] : ["selfie_url"]),
    ...(names.some(isReference) ? [] : ["reference_url"]),
  ];
  if (missing.length > 0) {
    return {
      outcome: "unusable",
      why: `The first line of the file names no column ${missing.join(" and no column ")}.`,
    };
  }
  if (rows.length > itemsMax) {
    return { outcome: "unusable", why: "A batch has at most 10,000 items: divide the file." };
  }
  const lineOf = new Map<string, number>();
  const items: ReadItem[] = [];
  const problems: LineProblem[] = [];
  const closedHosts = new Map<string, number>();
  for (const { record, info } of rows) {
    const item = itemOf(record, info.lines);
    const problem = problemOf(item, lineOf);
    if (problem !== undefined) {
      problems.push({ line: info.lines, text: problem });
      continue;
    }
    lineOf.set(item.id, info.lines);
    items.push(item);
    const hosts = new Set([...item.reference_urls, item.selfie_url].map((url) => hostOf(new URL(url))));
    for (const host of hosts) {
      if (domains && !isAllowedHost(host, domains)) closedHosts.set(host, (closedHosts.get(host) ?? 0) + 1);
    }
  }
  return { outcome: "read", items, problems, closedHosts };
}

const isReference = (name: string): boolean => name.startsWith("reference");

/** The delimiter that occurs most often in the header: spreadsheets in many countries write semicolons. */
function delimiterOf(text: string): string {
  const [header = ""] = text.split(/[\r\n]/, 1);
  const counted = [",", ";", "\t"].map((mark) => ({ mark, times: header.split(mark).length }));
  return counted.toSorted((one, other) => other.times - one.times)[0]?.mark ?? ",";
}

const itemOf = (record: Row["record"], line: number): ReadItem => ({
  id: record["id"] || String(line),
  reference_urls: Object.entries(record).flatMap(([name, value]) =>
    isReference(name) ? value.split(/[\s|]+/).filter((url) => url !== "") : [],
  ),
  selfie_url: record["selfie_url"] ?? "",
});

/** The error of an item as a sentence; undefined if it is valid. */
function problemOf(
  { id, reference_urls, selfie_url }: ReadItem,
  lineOf: ReadonlyMap<string, number>,
): string | undefined {
  const before = lineOf.get(id);
  if (id.length > idMax) return `The id has more than ${idMax} characters.`;
  if (before !== undefined) return `The id ${id} is also that of line ${before}.`;
  if (reference_urls.length === 0) return "There is no reference_url.";
  if (reference_urls.length > referencesMax) return `There are more than ${referencesMax} references.`;
  if (selfie_url === "") return "There is no selfie_url.";
  const wrong = [...reference_urls, selfie_url].find((url) => !isAddress(url));
  return wrong === undefined ? undefined : `${wrong.slice(0, 80)} is not an http or https address.`;
}

const isAddress = (text: string): boolean =>
  text.length <= urlMax && ["http:", "https:"].includes(URL.parse(text)?.protocol ?? "");
