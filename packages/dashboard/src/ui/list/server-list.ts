import { type ListAddress, listAddress } from "./address.ts";
import { type Sorting, sortText } from "./sorting.ts";
import { isOfV3 } from "../../api/request.ts";
import { isoTime } from "./csv.ts";
import { rangeNames, rangeOf } from "./time-range.ts";

/** How a list's API request follows from the page's address. Separate from the view, so that it is known before the view's script is loaded. */
export interface ServerList {
  /** As for `request`. */
  readonly path: string;
  /**
   * For each filter in the address, the API's parameter name; if the values differ too, a pair of the name and a function that converts the value.
   */
  readonly filters: Readonly<Record<string, string | readonly [asks: string, textOf: (value: string) => string]>>;
  /** Whether the list can be filtered by a time range. */
  readonly hasRange?: boolean;
  /** Additional parameters of every request, such as the mode. */
  readonly always?: Readonly<Record<string, string>>;
  readonly firstSort: string;
  /** Names of orders in addresses of earlier versions, and their current names. */
  readonly formerSorts?: Readonly<Record<string, string>>;
  /** The API's parameter name for the cursor. Default: `cursor`. */
  readonly cursorName?: (sorting: Sorting) => string;
}

export const pageSize = 50;

export const addressOf = ({ filters, hasRange = false, firstSort, formerSorts }: ServerList): ListAddress =>
  listAddress([...Object.keys(filters), ...(hasRange ? rangeNames : [])], firstSort, formerSorts);

/** Query parameters of the filters and the order, without a page. */
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

/** @param cursor of the page; empty for the first */
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

/** Path of the page that the view requests when it opens. */
export function pathShown(list: ServerList): string {
  const address = addressOf(list);
  return pathOfPage(list, address, askedOf(list, address), { limit: pageSize, cursor: address.cursor });
}
