import { useRef } from "preact/hooks";
import { isOfV3, request } from "../../api/request.ts";
import { route } from "../../state/route.ts";
import { type Resource, useResource } from "../../state/resource.ts";
import { type ListAddress, listAddress } from "./address.ts";
import { hasWords, sorted, type SortKeys } from "./local-rows.ts";
import { addressOf, askedOf, pageSize, pathOfPage, pathShown, type ServerList } from "./server-list.ts";
import { sortText } from "./sorting.ts";
import { rangeNames, rangeOf } from "./time-range.ts";

/** A list as DataList shows it, whether its rows are in the service or in the page. */
export interface List<Answer, Row> {
  readonly resource: Resource<Answer>;
  readonly address: ListAddress;
  readonly rowsOf: (answer: Answer) => readonly Row[];
  /** Cursor of the next page; null on the last. */
  readonly nextOf: (answer: Answer) => string | null;
  /** Query parameters of the filters, without a page. */
  readonly query: () => URLSearchParams;
  /** All rows that match the filters, for an export: at most `exportMax`. */
  readonly readAll: () => Promise<{ readonly rows: readonly Row[]; readonly isCut: boolean }>;
}

/** Maximum number of rows in an exported file. */
export const exportMax = 10_000;
/** The API's maximum page size. */
const exportPageSize = { dashboard: 500, v3: 100 } as const;

interface ServerListOptions<Answer, Row> extends ServerList {
  readonly rows: (answer: Answer) => readonly Row[];
  readonly next: (answer: Answer) => string | null;
  /** How often the first page is requested again. */
  readonly refreshMs: number;
}

/** Filtered, sorted or later pages are requested again less often, because the query is more expensive. */
const narrowedRefreshMs = 15_000;

/** A list that the service filters, sorts and pages. */
export function useServerList<Answer, Row>(options: ServerListOptions<Answer, Row>): List<Answer, Row> {
  const { path, always = {}, firstSort, rows, next, refreshMs } = options;
  const address = addressOf(options);
  const isPlain = !address.isNarrowed && sortText(address.sorting) === firstSort;
  const resource = useResource<Answer>(
    pathShown(options),
    isPlain ? refreshMs : Math.max(refreshMs, narrowedRefreshMs),
  );
  const readAll = async () => {
    const asked = askedOf(options, address);
    const all: Row[] = [];
    let cursor: string | null = "";
    do {
      const page = pathOfPage(options, address, asked, {
        limit: exportPageSize[isOfV3(path) ? "v3" : "dashboard"],
        cursor,
      });
      const answer: Answer = await request<Answer>("GET", page);
      all.push(...rows(answer));
      cursor = next(answer);
    } while (cursor !== null && all.length < exportMax);
    return { rows: all.slice(0, exportMax), isCut: cursor !== null };
  };
  const shown = useLastRows(resource, rows, `${path}?${new URLSearchParams(always)}`);
  return { resource: shown, address, rowsOf: rows, nextOf: next, query: () => askedOf(options, address), readAll };
}

/**
 * Keeps the previous rows until those of a new order or filter arrive, so that the list does not flicker while the person types. @param of identifies
 * the list, so that rows of another list are not shown
 */
function useLastRows<Answer>(
  resource: Resource<Answer>,
  rows: (answer: Answer) => readonly unknown[],
  of: string,
): Resource<Answer> {
  const last = useRef<{ readonly of: string; readonly data: Answer }>(undefined);
  const { data, error } = resource;
  if (data !== undefined) {
    last.current = { of, data };
    return resource;
  }
  const before = last.current;
  if (!before || before.of !== of || error !== undefined || rows(before.data).length === 0) return resource;
  return { ...resource, data: before.data };
}

interface LocalListOptions<Answer, Row> {
  readonly resource: Resource<Answer>;
  readonly rows: (answer: Answer) => readonly Row[];
  /** For each filter in the address, a function that returns whether a row matches its value. */
  readonly filters: Readonly<Record<string, (row: Row, value: string) => boolean>>;
  /** The texts of a row that `q` searches. */
  readonly texts: (row: Row) => readonly (string | null)[];
  readonly sorts: SortKeys<Row>;
  readonly firstSort: string;
  /** The time of a row, if the list can be filtered by a time range. */
  readonly at?: (row: Row) => number;
}

/** A short list that is loaded completely: filtered, sorted and paged in the page. */
export function useLocalList<Answer, Row>(options: LocalListOptions<Answer, Row>): List<Answer, Row> {
  const { resource, rows, filters, texts, sorts, firstSort, at } = options;
  const address = listAddress(["q", ...Object.keys(filters), ...(at ? rangeNames : [])], firstSort);
  const shown = (answer: Answer) => {
    const { fromMs = -Infinity, toMs = Infinity } = at ? rangeOf(address.value, Date.now()) : {};
    const isWithin = (atMs: number) => atMs >= fromMs && atMs < toMs;
    const found = rows(answer).filter(
      (row) =>
        (!at || isWithin(at(row))) &&
        hasWords(texts(row), address.value("q")) &&
        Object.entries(filters).every(([name, fits]) => {
          const value = address.value(name);
          return value === "" || fits(row, value);
        }),
    );
    return sorted(found, sorts, address.sorting);
  };
  const from = Math.max(0, Math.floor(Number(route.value.query.get("cursor")) || 0));
  return {
    resource,
    address,
    rowsOf: (answer) => shown(answer).slice(from, from + pageSize),
    nextOf: (answer) => (shown(answer).length > from + pageSize ? String(from + pageSize) : null),
    query: () => new URLSearchParams(),
    readAll: async () => ({ rows: resource.data === undefined ? [] : shown(resource.data), isCut: false }),
  };
}
