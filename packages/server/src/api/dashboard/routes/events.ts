import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { eventTypes } from "../../../platform/events/event-types.ts";
import { eventBody } from "../../../platform/events/events.ts";
import { findEvent, readEventDeliveries, selectEvents } from "../../../platform/events/list-events.ts";
import { orderedPage } from "../../../platform/store/ordered-page.ts";
import type { DashboardDeps } from "../deps.ts";
import { DashboardError } from "../errors.ts";
import { between, createdAt, parseList, type ReadList, searched, type Sorts } from "../lists.ts";
import { id, kind, parse } from "../parse.ts";
import type { Guards } from "../signed-in.ts";

const sorts = { time: createdAt } as const satisfies Sorts;
const filters = {
  type: z.enum(eventTypes).optional(),
  /** What the event's id begins with. */
  id: searched.optional(),
  kind: kind.default("live"),
  ...between,
} as const;

/** What happened, whether or not an endpoint received it. */
export function eventRoutes(
  app: FastifyInstance,
  { store, webhooks }: DashboardDeps,
  { forSignedIn }: Guards,
  readList: ReadList,
): void {
  app.get(
    "/events",
    forSignedIn(async (me, request) => {
      const asked = parseList(request.query, sorts, filters, ["kind", "fromMs", "toMs"]);
      const { kind, id: idBegins, ...rest } = asked.filter;
      const filter = { ...rest, idBegins, test: kind === "test" };
      const { rows, next } = await readList(me, request, asked, (db) =>
        orderedPage(selectEvents(db, me.account.id, filter), asked.page),
      );
      return { events: rows.map(describeEvent), types: eventTypes, next };
    }),
  );

  app.get(
    "/events/:id",
    forSignedIn(async (me, request) => {
      const row = await findEvent(store.db, me.account.id, parse(id, request.params).id);
      if (!row) throw new DashboardError("not_found");
      return { event: describeEvent(row), deliveries: await readEventDeliveries(store.db, webhooks.seal, row.id) };
    }),
  );
}

const describeEvent = (row: {
  readonly id: string;
  readonly type: string;
  readonly data: string;
  readonly created_at_ms: number;
  readonly test: number;
}) => ({
  id: row.id,
  type: row.type,
  test: row.test === 1,
  createdAtMs: row.created_at_ms,
  body: JSON.stringify(eventBody(row), null, 2),
});
