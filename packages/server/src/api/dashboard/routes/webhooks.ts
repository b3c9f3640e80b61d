import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { eventTypes } from "../../../events/event-types.ts";
import { eventBody } from "../../../events/events.ts";
import { listDeliveries, resend, sendPing } from "../../../webhooks/deliveries.ts";
import type { Delivery } from "../../../webhooks/deliveries.ts";
import {
  createEndpoint,
  enableEndpoint,
  findEndpoint,
  listEndpoints,
  removeEndpoint,
  rotateEndpoint,
} from "../../../webhooks/endpoints.ts";
import type { DashboardDeps } from "../deps.ts";
import { DashboardError } from "../errors.ts";
import { id, limitQuery, nothing, parse } from "../parse.ts";
import type { Guards } from "../signed-in.ts";

const newEndpoint = z.strictObject({
  url: z.string().trim().min(1).max(2048),
  types: z.array(z.enum(eventTypes)).max(eventTypes.length).default([]),
  test: z.boolean().default(false),
});
const rotateBody = z.strictObject({
  overlapSeconds: z
    .int()
    .min(0)
    .max(7 * 24 * 3600),
});
const deliveryPath = id.extend({ delivery: z.string().max(40) });

export function webhookRoutes(app: FastifyInstance, deps: DashboardDeps, { forSignedIn, confirmed }: Guards): void {
  const { store, webhooks } = deps;

  app.get(
    "/webhooks",
    forSignedIn(async (me) => ({
      endpoints: await listEndpoints(store.db, webhooks.seal, me.account.id),
      types: eventTypes,
    })),
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

  app.post(
    "/webhooks/:id/enable",
    forSignedIn(async (me, request) => {
      parse(nothing, request.body);
      return { endpoint: found(await enableEndpoint(webhooks, me.by, me.account.id, parse(id, request.params).id)) };
    }),
  );

  app.post(
    "/webhooks/:id/test",
    forSignedIn(async (me, request, reply) => {
      parse(nothing, request.body);
      const sent = found(await sendPing(webhooks, me.account.id, parse(id, request.params).id));
      return reply.code(202).send({ delivery: toldDelivery(sent) });
    }),
  );

  app.get(
    "/webhooks/:id/deliveries",
    forSignedIn(async (me, request) => {
      const endpointId = parse(id, request.params).id;
      const endpoint = found(await findEndpoint(store.db, webhooks.seal, me.account.id, endpointId));
      const page = found(await listDeliveries(store.db, me.account.id, endpointId, parse(limitQuery, request.query)));
      return { endpoint, deliveries: page.rows.map(toldDelivery), more: page.next !== undefined };
    }),
  );

  app.post(
    "/webhooks/:id/deliveries/:delivery/resend",
    forSignedIn(async (me, request, reply) => {
      parse(nothing, request.body);
      const asked = parse(deliveryPath, request.params);
      const sent = found(await resend(webhooks, me.account.id, asked.id, asked.delivery));
      return reply.code(202).send({ delivery: toldDelivery(sent) });
    }),
  );
}

/** @throws DashboardError where it does not exist, or is another account's */
function found<T>(value: T | undefined | false): T {
  if (value === undefined || value === false) throw new DashboardError("not_found");
  return value;
}

function toldDelivery(delivery: Delivery) {
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
    body: JSON.stringify(eventBody({ ...delivery, created_at_ms: delivery.event_created_at_ms }), null, 2),
  };
}
