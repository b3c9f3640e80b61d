import type { z } from "zod";
import {
  changeEndpoint,
  createEndpoint,
  disableEndpoint,
  enableEndpoint,
  findEndpoint,
  listEndpoints,
  readEndpointSecrets,
  removeEndpoint,
  rotateEndpoint,
} from "../../../../features/webhooks/endpoints.ts";
import type { WebhookEndpoint } from "../../../../features/webhooks/endpoints.ts";
import type { Answer, Context, EndpointDeps, JsonEndpoint, PlainEndpoint, Rejection } from "../../endpoint.ts";
import { once } from "../../once.ts";
import {
  changeWebhookEndpointSchema,
  newWebhookEndpointSchema,
  rotateWebhookSchema,
  webhookEndpointSchema,
  webhookEndpointSecretSchema,
  webhookEndpointsQuerySchema,
  webhookEndpointsSchema,
} from "../../schemas/webhooks.ts";
import { deletedSchema, emptyBodySchema } from "../../schemas/common.ts";
import { nothingSent, readRecords, type EndpointRecord } from "../../../../features/webhooks/deliveries.ts";
import { inSearchTurn } from "../../lists.ts";

export const webhookTag = "Events and webhooks";
export const noEndpoint: Rejection = { code: "webhook_endpoint_not_found" };
const badUrl: Rejection = {
  code: "invalid_parameter",
  param: "url",
  message: "A webhook goes to a public https address, without a user or a password in it: `url` is none.",
};

const example = {
  id: "we_7dK2mQ9xLr4TbN1s",
  url: "https://shop.example/webhooks/faces",
  types: ["batch.completed" as const],
  test: false,
  status: "active",
  disabled_reason: null,
  failing_since: null,
  verified_at: "2026-11-22T09:30:02.410Z",
  created_at: "2026-11-22T09:30:00.000Z",
};
const secretExample = { ...example, verified_at: null, secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw4TbN1sQ9xLo=" };
/** The endpoint as in responses, without its secret. */
function endpointData({ disabledReason, failingSinceMs, verifiedAtMs, createdAtMs, ...endpoint }: WebhookEndpoint) {
  return {
    ...endpoint,
    disabled_reason: disabledReason,
    failing_since: failingSinceMs === null ? null : new Date(failingSinceMs).toISOString(),
    verified_at: verifiedAtMs === null ? null : new Date(verifiedAtMs).toISOString(),
    created_at: new Date(createdAtMs).toISOString(),
  };
}

export const createWebhookEndpoint: JsonEndpoint = {
  method: "POST",
  path: "/webhook_endpoints",
  name: "v3.create_webhook_endpoint",
  key: "private",
  tag: webhookTag,
  status: 201,
  makes: true,
  summary: "Create a webhook endpoint",
  description: `The endpoint receives events from now on, signed according to Standard Webhooks. The response has the \`secret\` to check them with, which is not
shown again. An account may have 20 endpoints, 5 of them on one host; test endpoints are counted separately. Until its first 2xx (\`verified_at\`) an endpoint receives ten
deliveries at most, then one every ten minutes.`,
  json: newWebhookEndpointSchema,
  jsonBytesMax: 8192,
  data: webhookEndpointSecretSchema,
  codes: ["invalid_parameter", "unsupported_content_type", "too_many_endpoints"],
  example: { summary: "An endpoint", data: secretExample },
  run: async ({ webhooks }, json, context) => {
    const asked = json as z.infer<typeof newWebhookEndpointSchema>;
    const { accountId, test } = context.caller;
    if (!webhooks.post.mayTell(asked.url)) return badUrl;
    return once<{ readonly id: string }>(webhooks.store, context, {
      asked: ["v3.create_webhook_endpoint", JSON.stringify(asked)],
      make: async (storeAnswer) => {
        const made = await createEndpoint(
          webhooks,
          context.by,
          accountId,
          { ...asked, test },
          // The address is stored sealed, only with the endpoint, and not in the idempotency record.
          (db, { endpoint }) => storeAnswer(db, { ...endpointData(endpoint), url: "" }),
        );
        if (!made) return { code: "too_many_endpoints" };
        return { outcome: "created", status: 201, data: { ...endpointData(made.endpoint), secret: made.secret } };
      },
      again: async (stored) => {
        const secrets = await readEndpointSecrets(webhooks, stored.id);
        return secrets ? { outcome: "created", status: 201, data: { ...stored, ...secrets } } : noEndpoint;
      },
    });
  },
};

export const listWebhookEndpoints: PlainEndpoint = {
  method: "GET",
  path: "/webhook_endpoints",
  name: "v3.list_webhook_endpoints",
  key: "private",
  tag: webhookTag,
  summary: "List webhook endpoints",
  description: "Webhook endpoints of the key's account.",
  query: webhookEndpointsQuerySchema,
  data: webhookEndpointsSchema,
  codes: ["invalid_parameter"],
  example: { summary: "One endpoint", data: { endpoints: [example] } },
  run: async (deps, query, context) => {
    const { webhooks } = deps;
    const { accountId } = context.caller;
    const { recent } = query as z.infer<typeof webhookEndpointsQuerySchema>;
    const all = await listEndpoints(webhooks.store.db, webhooks.seal, accountId);
    const endpoints = all.filter(({ test }) => context.sees(test));
    if (recent === "false" || endpoints.length === 0) {
      return { outcome: "listed", data: { endpoints: endpoints.map(endpointData) } };
    }
    const { reports } = webhooks.store;
    const records = await inSearchTurn(deps, accountId, () => readRecords(reports, accountId, webhooks.now()));
    if ("code" in records) return records;
    const withRecord = endpoints.map((one) => ({ ...endpointData(one), recent: recentOf(records.get(one.id)) }));
    return { outcome: "listed", data: { endpoints: withRecord } };
  },
};

const recentOf = ({ delivered, failed, lastFailureAtMs }: EndpointRecord = nothingSent) => ({
  delivered,
  failed,
  last_failure_at: lastFailureAtMs === null ? null : new Date(lastFailureAtMs).toISOString(),
});

type RunOnEndpoint = (
  deps: EndpointDeps,
  asked: unknown,
  context: Context,
  endpoint: WebhookEndpoint,
) => Promise<Answer>;

/** A test key sees only test endpoints and a live key only live ones. A user of the dashboard sees both. */
export function onOwn(run: RunOnEndpoint, otherwise: Rejection = noEndpoint) {
  return async (deps: EndpointDeps, asked: unknown, context: Context): Promise<Answer> => {
    const { caller, params } = context;
    const { store, seal } = deps.webhooks;
    const endpoint = await findEndpoint(store.db, seal, caller.accountId, params["id"] ?? "");
    return endpoint && context.sees(endpoint.test) ? run(deps, asked, context, endpoint) : otherwise;
  };
}

export const getWebhookEndpoint: PlainEndpoint = {
  method: "GET",
  path: "/webhook_endpoints/:id",
  name: "v3.get_webhook_endpoint",
  key: "private",
  tag: webhookTag,
  summary: "Read a webhook endpoint",
  description: "Its state, and since when deliveries have failed.",
  data: webhookEndpointSchema,
  codes: ["webhook_endpoint_not_found"],
  example: { summary: "An endpoint", data: example },
  run: onOwn(async (_deps, _query, _context, endpoint) => ({ outcome: "found", data: endpointData(endpoint) })),
};

export const changeWebhookEndpoint: JsonEndpoint = {
  method: "PATCH",
  path: "/webhook_endpoints/:id",
  name: "v3.change_webhook_endpoint",
  key: "private",
  tag: webhookTag,
  summary: "Change a webhook endpoint",
  description: `Changes the fields that the body names. The secret stays. A new \`url\` must be verified again (\`verified_at\` is null until its first 2xx), and counts among
the endpoints of its host.`,
  json: changeWebhookEndpointSchema,
  jsonBytesMax: 8192,
  data: webhookEndpointSchema,
  codes: ["invalid_parameter", "unsupported_content_type", "webhook_endpoint_not_found", "too_many_endpoints"],
  example: { summary: "Disabled", data: { ...example, status: "disabled" } },
  run: onOwn(async ({ webhooks }, json, context) => {
    const { disabled, ...change } = json as z.infer<typeof changeWebhookEndpointSchema>;
    if (change.url !== undefined && !webhooks.post.mayTell(change.url)) return badUrl;
    const { accountId } = context.caller;
    const [by, id] = [context.by, context.params["id"] ?? ""];
    const changed = await changeEndpoint(webhooks, by, accountId, id, change);
    if (changed.outcome !== "changed") {
      return changed.outcome === "too_many" ? { code: "too_many_endpoints" } : noEndpoint;
    }
    if (disabled === undefined) return { outcome: "changed", data: endpointData(changed.endpoint) };
    const turn = disabled ? disableEndpoint : enableEndpoint;
    const endpoint = await turn(webhooks, by, accountId, id);
    return endpoint ? { outcome: "changed", data: endpointData(endpoint) } : noEndpoint;
  }),
};

export const deleteWebhookEndpoint: PlainEndpoint = {
  method: "DELETE",
  path: "/webhook_endpoints/:id",
  name: "v3.delete_webhook_endpoint",
  key: "private",
  tag: webhookTag,
  summary: "Delete a webhook endpoint",
  description: "Deletes the endpoint and its deliveries. Pending deliveries are not sent.",
  data: deletedSchema,
  codes: ["webhook_endpoint_not_found"],
  example: { summary: "Deleted", data: { id: example.id, deleted: true } },
  run: onOwn(async ({ webhooks }, _query, context) => {
    const id = context.params["id"] ?? "";
    const removed = await removeEndpoint(webhooks, context.by, context.caller.accountId, id);
    return removed ? { outcome: "deleted", data: { id, deleted: true } } : noEndpoint;
  }),
};

export const rotateWebhookEndpoint: JsonEndpoint = {
  method: "POST",
  path: "/webhook_endpoints/:id/rotate",
  name: "v3.rotate_webhook_endpoint",
  key: "private",
  tag: webhookTag,
  summary: "Rotate an endpoint's secret",
  description:
    "Creates a new secret. Until the overlap ends, deliveries have two signatures, so that receivers can switch.",
  json: rotateWebhookSchema,
  data: webhookEndpointSecretSchema,
  codes: ["invalid_parameter", "unsupported_content_type", "webhook_endpoint_not_found"],
  example: { summary: "The new secret", data: secretExample },
  run: onOwn(async ({ webhooks }, json, context) => {
    const { overlap_s } = json as z.infer<typeof rotateWebhookSchema>;
    const { caller, params } = context;
    const made = await rotateEndpoint(webhooks, context.by, caller.accountId, params["id"] ?? "", overlap_s);
    return made ? { outcome: "rotated", data: { ...endpointData(made.endpoint), secret: made.secret } } : noEndpoint;
  }),
};

export const enableWebhookEndpoint: JsonEndpoint = {
  method: "POST",
  path: "/webhook_endpoints/:id/enable",
  name: "v3.enable_webhook_endpoint",
  key: "private",
  tag: webhookTag,
  summary: "Enable an endpoint",
  description:
    "Enables an endpoint that was disabled. Failed deliveries are not sent again by themselves: resend them, or read `/events`.",
  json: emptyBodySchema,
  data: webhookEndpointSchema,
  codes: ["invalid_parameter", "unsupported_content_type", "webhook_endpoint_not_found"],
  example: { summary: "It listens", data: example },
  run: onOwn(async ({ webhooks }, _json, context) => {
    const { caller, params } = context;
    const endpoint = await enableEndpoint(webhooks, context.by, caller.accountId, params["id"] ?? "");
    return endpoint ? { outcome: "enabled", data: endpointData(endpoint) } : noEndpoint;
  }),
};
