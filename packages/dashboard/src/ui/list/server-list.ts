import { type ListAddress, listAddress } from "./address.ts";
import { type Sorting, sortText } from "./sorting.ts";
import { isOfV3 } from "../../api/request.ts";
import { isoTime } from "./csv.ts";
import { rangeNames, rangeOf } from "./time-range.ts";

/** What a list asks the service for, by the page's address: known before the script of its view is there. */
export interface ServerList {
  /** As `request` takes it. */
  readonly path: string;
  /** By their names in the address, what the API calls its filters; where it wants other texts, with what makes them. */
  readonly filters: Readonly<Record<string, string | readonly [asks: string, textOf: (value: string) => string]>>;
  /** Whether it can be narrowed to a range of time. */
  readonly hasRange?: boolean;
  /** What the API is asked for beside, such as the mode. */
  readonly always?: Readonly<Record<string, string>>;
  readonly firstSort: string;
  /** What its orders are called in addresses of earlier versions, and now. */
  readonly formerSorts?: Readonly<Record<string, string>>;
  /** What the API calls the place where a page begins; `cursor` unless said. */
  readonly cursorName?: (sorting: Sorting) => string;
}

export const pageSize = 50;

export const addressOf = ({ filters, hasRange = false, firstSort, formerSorts }: ServerList): ListAddress =>
  listAddress([...Object.keys(filters), ...(hasRange ? rangeNames : [])], firstSort, formerSorts);

/** What its filters and its order ask for, without a page. */
export function askedOf(
  { path, filters, hasRange, always, firstSort }: ServerList,
  address: ListAddress,
): URLSearchParams {
  const asked = new URLSearchParams(always);
  for (const [name, asks] of Object.entries(filters)) {
    const value = address.value(name);
    const [asksFor, textOf] = typeof asks === "string" ? [asks, undefined] : asks;
    if (value !== "") asked.set(asksFor, textOf ? textOf(value) : value);
  }
  if (hasRange) {
    const { fromMs, toMs } = rangeOf(address.value, Date.now());
    const bounds = isOfV3(path)
      ? { from: isoTime(fromMs ?? null), to: isoTime(toMs ?? null) }
      : { fromMs: fromMs?.toString(), toMs: toMs?.toString() };
    for (const [name, bound] of Object.entries(bounds)) if (bound) asked.set(name, bound);
  }
  const sort = sortText(address.sorting);
  if (sort !== firstSort) asked.set("sort", sort);
  return asked;
}

/** @param cursor where the page begins; empty for the first */
export function pathOfPage(
  { path, cursorName = () => "cursor" }: ServerList,
  address: ListAddress,
  asked: URLSearchParams,
  { limit, cursor }: { readonly limit: number; readonly cursor: string },
): string {
  const page = new URLSearchParams(asked);
  page.set("limit", String(limit));
  if (cursor !== "") page.set(cursorName(address.sorting), cursor);
  return `${path}?${page}`;
}

/** The page that its view asks for when it opens. */
export function pathShown(list: ServerList): string {
  const address = addressOf(list);
  return pathOfPage(list, address, askedOf(list, address), { limit: pageSize, cursor: address.cursor });
}
