import { filterBy, replaceQuery, route } from "../../state/route.ts";
import { type Sorting, sortingOf, sortText } from "./sorting.ts";

/** The state of a list that is stored in the page's address, so that it can be shared and survives a reload. */
export interface ListAddress {
  /** Value of a filter; empty if it is not set. */
  readonly value: (name: string) => string;
  readonly sorting: Sorting;
  readonly sortBy: (sorting: Sorting) => void;
  /** Cursor of the page; empty for the first. */
  readonly cursor: string;
  readonly goTo: (cursor: string | undefined) => void;
  /** Whether the list shows only a part: a filter is set, or it is not at the first page. */
  readonly isNarrowed: boolean;
  readonly clear: () => void;
}

/**
 * @param filters the names of the list's filters in the address
 * @param firstSort the default order: a column name, with `-` before it for descending
 * @param formerSorts names of orders in addresses of earlier versions, and their current names
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
