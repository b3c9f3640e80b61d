import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { eventTypes } from "../../../platform/events/event-types.ts";
import { eventBody } from "../../../platform/events/events.ts";
import { orderedPage } from "../../../platform/store/ordered-page.ts";
import {
  type Delivery,
  type EndpointRecord,
  findDelivery,
  nothingSent,
  readRecords,
  replayFailed,
  resend,
  selectDeliveries,
  sendPing,
} from "../../../features/webhooks/deliveries.ts";
import {
  changeEndpoint,
  createEndpoint,
  disableEndpoint,
  enableEndpoint,
  findEndpoint,
  listEndpoints,
  removeEndpoint,
  rotateEndpoint,
} from "../../../features/webhooks/endpoints.ts";
import type { DashboardDeps } from "../deps.ts";
import { DashboardError } from "../errors.ts";
import { between, parseList, type ReadList, searched, type Sorts } from "../lists.ts";
import { overlapSecondsMax } from "../../../platform/secrets/overlap.ts";
import { id, nothing, parse } from "../parse.ts";
import type { Guards } from "../signed-in.ts";

const newEndpoint = z.strictObject({
  url: z.string().trim().min(1).max(2048),
  types: z.array(z.enum(eventTypes)).max(eventTypes.length).default([]),
  test: z.boolean().default(false),
});
const rotateBody = z.strictObject({ overlapSeconds: z.int().min(0).max(overlapSecondsMax) });
const deliveryPath = id.extend({ delivery: z.string().max(40) });

const changedEndpoint = z.strictObject({
  url: newEndpoint.shape.url.optional(),
  types: z.array(z.enum(eventTypes)).max(eventTypes.length).optional(),
});

const sorts = {
  sent: { column: "delivery.created_at_ms", kind: "number" },
  took: { column: "delivery.duration_ms", kind: "number", missing: -1 },
  attempts: { column: "delivery.attempts", kind: "number" },
} as const satisfies Sorts;
const filters = {
  type: z.enum(eventTypes).optional(),
  status: z.enum(["pending", "delivered", "failed"]).optional(),
  /** What the event's id begins with, or the delivery's. */
  id: searched.optional(),
  ...between,
} as const;

export function webhookRoutes(app: FastifyInstance, deps: DashboardDeps, guards: Guards, readList: ReadList): void {
  endpointRoutes(app, deps, guards, readList);
  deliveryRoutes(app, deps, guards, readList);
}

function endpointRoutes(
  app: FastifyInstance,
  deps: DashboardDeps,
  { forSignedIn, confirmed }: Guards,
  readList: ReadList,
): void {
  const { store, webhooks, now } = deps;

  app.get(
    "/webhooks",
    forSignedIn(async (me, request) => {
      const endpoints = await listEndpoints(store.db, webhooks.seal, me.account.id);
      const records =
        endpoints.length === 0
          ? new Map<string, EndpointRecord>()
          : await readList(me, request, { isPlain: false }, (db) => readRecords(db, me.account.id, now()));
      return {
        endpoints: endpoints.map((endpoint) => ({ ...endpoint, ...(records.get(endpoint.id) ?? nothingSent) })),
        types: eventTypes,
      };
    }),
  );

  app.post(
    "/webhooks",
    forSignedIn(
      confirmed(async (me, request, reply) => {
        const { url, types, test } = parse(newEndpoint, request.body);
        if (!webhooks.post.mayTell(url)) throw new DashboardError("invalid_webhook_url", { field: "url" });
        const made = await createEndpoint(webhooks, me.by, me.account.id, { url, types, test });
        if (!made) throw new DashboardError("too_many");
        return reply.code(201).send(made);
      }),
    ),
  );

  app.delete(
    "/webhooks/:id",
    forSignedIn(
      confirmed(async (me, request, reply) => {
        parse(nothing, request.body);
        found(await removeEndpoint(webhooks, me.by, me.account.id, parse(id, request.params).id));
        return reply.code(204).send();
      }),
    ),
  );

  app.post(
    "/webhooks/:id/rotate",
    forSignedIn(
      confirmed(async (me, request, reply) => {
        const { overlapSeconds } = parse(rotateBody, request.body);
        const endpointId = parse(id, request.params).id;
        const made = await rotateEndpoint(webhooks, me.by, me.account.id, endpointId, overlapSeconds);
        return reply.code(201).send(found(made));
      }),
    ),
  );

  app.patch(
    "/webhooks/:id",
    forSignedIn(
      confirmed(async (me, request) => {
        const change = parse(changedEndpoint, request.body);
        if (change.url !== undefined && !webhooks.post.mayTell(change.url)) {
          throw new DashboardError("invalid_webhook_url", { field: "url" });
        }
        const changed = await changeEndpoint(webhooks, me.by, me.account.id, parse(id, request.params).id, change);
        if (changed.outcome !== "changed") throw new DashboardError(changed.outcome);
        return { endpoint: changed.endpoint };
      }),
    ),
  );

  for (const [name, change] of Object.entries({ disable: disableEndpoint, enable: enableEndpoint })) {
    app.post(
      `/webhooks/:id/${name}`,
      forSignedIn(async (me, request) => {
        parse(nothing, request.body);
        return { endpoint: found(await change(webhooks, me.by, me.account.id, parse(id, request.params).id)) };
      }),
    );
  }
}

function deliveryRoutes(
  app: FastifyInstance,
  { store, webhooks }: DashboardDeps,
  { forSignedIn }: Guards,
  readList: ReadList,
): void {
  app.post(
    "/webhooks/:id/replay-failed",
    forSignedIn(async (me, request, reply) => {
      parse(nothing, request.body);
      const endpointId = parse(id, request.params).id;
      const endpoint = found(await findEndpoint(store.db, webhooks.seal, me.account.id, endpointId));
      if (endpoint.status === "disabled") throw new DashboardError("endpoint_disabled");
      return reply.code(202).send(found(await replayFailed(webhooks, me.by, me.account.id, endpointId)));
    }),
  );

  app.post(
    "/webhooks/:id/test",
    forSignedIn(async (me, request, reply) => {
      parse(nothing, request.body);
      const sent = found(await sendPing(webhooks, me.account.id, parse(id, request.params).id));
      return reply.code(202).send({ delivery: describeDelivery(sent) });
    }),
  );

  app.get(
    "/webhooks/:id/deliveries",
    forSignedIn(async (me, request) => {
      const endpointId = parse(id, request.params).id;
      const endpoint = found(await findEndpoint(store.db, webhooks.seal, me.account.id, endpointId));
      const asked = parseList(request.query, sorts, filters, ["fromMs", "toMs"]);
      const { id: idBegins, ...rest } = asked.filter;
      const { rows, next } = await readList(me, request, asked, (db) =>
        orderedPage(selectDeliveries(db, endpoint.id, { ...rest, idBegins }), asked.page, "delivery.id"),
      );
      return { endpoint, deliveries: rows.map(describeDelivery), types: eventTypes, next };
    }),
  );

  app.get(
    "/webhooks/:id/deliveries/:delivery",
    forSignedIn(async (me, request) => {
      const asked = parse(deliveryPath, request.params);
      return {
        delivery: describeDelivery(found(await findDelivery(store.db, me.account.id, asked.id, asked.delivery))),
      };
    }),
  );

  app.post(
    "/webhooks/:id/deliveries/:delivery/resend",
    forSignedIn(async (me, request, reply) => {
      parse(nothing, request.body);
      const asked = parse(deliveryPath, request.params);
      const sent = found(await resend(webhooks, me.account.id, asked.id, asked.delivery));
      return reply.code(202).send({ delivery: describeDelivery(sent) });
    }),
  );
}

/** @throws DashboardError where it does not exist, or is another account's */
function found<T>(value: T | undefined | false): T {
  if (value === undefined || value === false) throw new DashboardError("not_found");
  return value;
}

function describeDelivery(delivery: Delivery) {
  return {
    id: delivery.id,
    eventId: delivery.event_id,
    type: delivery.type,
    status: delivery.status,
    attempts: delivery.attempts,
    createdAtMs: delivery.created_at_ms,
    attemptedAtMs: delivery.attempted_at_ms,
    nextAttemptAtMs: delivery.next_attempt_at_ms,
    durationMs: delivery.duration_ms,
    responseStatus: delivery.response_status,
    responseHead: delivery.response_head,
    problem: delivery.problem,
    requestHeaders:
      delivery.request_headers === null ? null : (JSON.parse(delivery.request_headers) as Record<string, string>),
    body: JSON.stringify(eventBody({ ...delivery, created_at_ms: delivery.event_created_at_ms }), null, 2),
  };
}
