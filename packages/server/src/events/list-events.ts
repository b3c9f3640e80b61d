import type { Kysely, Selectable } from "kysely";
import type { EventsTable, Schema } from "../store/schema.ts";
import { type Page, type Place, olderThan, pageOf } from "../store/page.ts";
import type { EventType } from "./event-types.ts";

export interface EventFilter {
  readonly type?: EventType | undefined;
  readonly limit: number;
  readonly after?: Place | undefined;
}

/** The account's events of the last 30 days, newest first. */
export async function listEvents(
  db: Kysely<Schema>,
  accountId: string,
  { type, limit, after }: EventFilter,
): Promise<Page<Selectable<EventsTable>>> {
  const rows = await db
    .selectFrom("events")
    .selectAll()
    .where("account_id", "=", accountId)
    .$if(type !== undefined, (query) => query.where("type", "=", type ?? ""))
    .$if(after !== undefined, (query) => query.where((where) => olderThan(where, after as Place)))
    .orderBy("created_at_ms", "desc")
    .orderBy("id", "desc")
    .limit(limit + 1)
    .execute();
  return pageOf(rows, limit);
}
