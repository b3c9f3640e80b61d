import { filterBy, replaceQuery, route } from "../../state/route.ts";
import { type Sorting, sortingOf, sortText } from "./sorting.ts";

/** What of a list's state is in the page's address, so that it can be shared and comes back with the page. */
export interface ListAddress {
  /** Of a filter; empty where it narrows nothing. */
  readonly value: (name: string) => string;
  readonly sorting: Sorting;
  readonly sortBy: (sorting: Sorting) => void;
  /** Where the page begins; empty for the first. */
  readonly cursor: string;
  readonly goTo: (cursor: string | undefined) => void;
  /** Whether it shows less than everything, a later page included. */
  readonly isNarrowed: boolean;
  readonly clear: () => void;
}

/**
 * @param filters the names of its filters in the address
 * @param firstSort its order unless the address says otherwise: a name, with `-` before it the largest first
 * @param formerSorts what its orders are called in addresses of earlier versions, and now
 */
export function listAddress(
  filters: readonly string[],
  firstSort: string,
  formerSorts: Readonly<Record<string, string>> = {},
): ListAddress {
  const { query } = route.value;
  const value = (name: string) => query.get(name)?.trim() ?? "";
  const cursor = value("cursor");
  const { by, descending } = sortingOf(value("sort") || firstSort);
  return {
    value,
    sorting: { by: formerSorts[by] ?? by, descending },
    sortBy: (sorting) => filterBy({ sort: sortText(sorting) === firstSort ? undefined : sortText(sorting) }),
    cursor,
    goTo: (to) => replaceQuery({ cursor: to }),
    isNarrowed: cursor !== "" || filters.some((name) => value(name) !== ""),
    clear: () => filterBy(Object.fromEntries(filters.map((name) => [name, undefined]))),
  };
}
