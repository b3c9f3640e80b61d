import type MiniSearch from "minisearch";

export interface SearchPart {
  /** Path below the service, with the part's fragment. */
  readonly href: string;
  readonly page: string;
  readonly title: string;
  readonly text: string;
  readonly weight: number;
}

/** See search.js. */
export function createSearch(
  constructor: typeof MiniSearch,
  parts: readonly SearchPart[],
): Promise<(query: string) => readonly SearchPart[]>;
