import type { Kysely, Selectable } from "kysely";
import type { EventsTable, Schema } from "../store/schema.ts";
import { type Page, type Place, newestFirst } from "../store/pagination.ts";
import type { EventType } from "./event-types.ts";

export interface EventFilter {
  readonly type?: EventType | undefined;
  readonly test: boolean;
  readonly limit: number;
  readonly after?: Place | undefined;
}

/** The account's events of the last 30 days, newest first. */
export function listEvents(
  db: Kysely<Schema>,
  accountId: string,
  { type, test, limit, after }: EventFilter,
): Promise<Page<Selectable<EventsTable>>> {
  const own = db
    .selectFrom("events")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("test", "=", Number(test))
    .$if(type !== undefined, (query) => query.where("type", "=", type ?? ""));
  return newestFirst(own, { limit, after });
}
