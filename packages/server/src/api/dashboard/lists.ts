import type { FastifyRequest } from "fastify";
import type { Kysely } from "kysely";
import { z } from "zod";
import { lastRowOf, type Order, type SortColumn } from "../../platform/store/ordered-page.ts";
import type { Schema } from "../../platform/store/schema.ts";
import { DashboardError } from "./errors.ts";
import { parse } from "./parse.ts";
import type { RunReport } from "./reports.ts";
import type { Me } from "./signed-in.ts";

const timeMs = z.coerce.number().int().min(0).max(8_640_000_000_000_000);
/** Prefix of an id or a name to search for. */
export const searched = z.string().trim().min(1).max(128);
/** Range of creation times; `toMs` is excluded. */
export const between = { fromMs: timeMs.optional(), toMs: timeMs.optional() } as const;

const paging = { limit: z.coerce.number().int().min(1).max(500).default(50), cursor: z.string().max(1200).optional() };

/** Sort orders of a list: names that callers use, with their columns. The first is the default. */
export type Sorts = Readonly<Record<string, SortColumn>>;

export interface AskedList<Filter> {
  readonly page: {
    readonly limit: number;
    readonly after: ReturnType<typeof lastRowOf>;
    readonly order: Order;
  };
  readonly filter: Filter;
  /** Whether the query sorts and filters only by what its index covers. */
  readonly isPlain: boolean;
}

/** That an index can have a place for, beside the order: `list-plans.test.ts` asks for each of them. */
type PlainFilter = "kind" | "fromMs" | "toMs";

/**
 * Reads a list's query: `limit`, `cursor`, `sort` (a name; `-` before it sorts descending) and filters.
 *
 * @param plain filters that the index of the order covers
 * @throws DashboardError
 */
export function parseList<Shape extends z.ZodRawShape>(
  query: unknown,
  sorts: Sorts,
  filters: Shape,
  plain: readonly PlainFilter[] = [],
): AskedList<z.output<z.ZodObject<Shape>>> {
  const names = Object.keys(sorts);
  const [first = ""] = names;
  const schema = z.strictObject({
    ...paging,
    sort: z.enum(names.flatMap((name) => [name, `-${name}`])).default(`-${first}`),
  });
  const { limit, cursor, sort, ...asked } = (query ?? {}) as Readonly<Record<string, unknown>>;
  const given = Object.fromEntries(Object.entries({ limit, cursor, sort }).filter(([, value]) => value !== undefined));
  const paged = parse(schema, given);
  const filter = parse(z.strictObject(filters), asked);
  const descending = paged.sort.startsWith("-");
  const by = sorts[descending ? paged.sort.slice(1) : paged.sort];
  if (!by) throw new DashboardError("invalid_request", { field: "sort" });
  const after = paged.cursor === undefined ? undefined : lastRowOf(paged.cursor, by);
  if (paged.cursor !== undefined && !after) throw new DashboardError("invalid_request", { field: "cursor" });
  const others = Object.entries(filter).filter(([name]) => !plain.some((one) => one === name));
  const isFiltered = others.some(([, value]) => value !== undefined);
  return {
    page: { limit: paged.limit, after, order: { by, descending } },
    filter,
    isPlain: !isFiltered && by === sorts[first],
  };
}

/** Where a list is read: at once if an index covers it, otherwise in the account's queue on the connection for reports. */
export type ReadList = <T>(
  me: Me,
  request: FastifyRequest,
  asked: { readonly isPlain: boolean },
  work: (db: Kysely<Schema>) => Promise<T>,
) => Promise<T>;

export const createReadList =
  (db: Kysely<Schema>, search: RunReport): ReadList =>
  (me, request, { isPlain }, work) =>
    isPlain ? work(db) : search(me, request, work);

export const createdAt: SortColumn = { column: "created_at_ms", kind: "number" };
