import { checkOptions, type Known } from "../known-options.ts";
import type { WithMeta } from "../results.ts";
import type { CallOptions, Transport } from "../send.ts";
import { callV3, queryOf, rowsOf } from "./json-call.ts";
import { createdBetween, type CreatedBetween, filtersOf, type ListOptions } from "./list-options.ts";

export interface NewWebhookEndpoint {
  /** An https URL. */
  readonly url: string;
  /** Event types to receive. Default: all. */
  readonly types?: readonly string[] | undefined;
  /** Requests with the same key within a day create one endpoint. Default: a new key for each call. */
  readonly idempotency_key?: string | undefined;
}

export interface WebhookEndpointChange {
  /** A new URL has to respond with 2xx before it counts as verified. */
  readonly url?: string | undefined;
  /** Empty: all types. */
  readonly types?: readonly string[] | undefined;
  /** true: receives nothing until it is enabled again. */
  readonly disabled?: boolean | undefined;
}

export interface WebhookEndpoint {
  readonly id: string;
  readonly url: string;
  /** Empty: all types. */
  readonly types: readonly string[];
  /** Whether it was created with a test key. It then receives events of test keys only. */
  readonly test: boolean;
  readonly status: "active" | "disabled";
  /** `gone`: the endpoint responded 410. `failing`: every attempt failed for five days. */
  readonly disabled_reason: "gone" | "failing" | null;
  readonly failing_since: string | null;
  /**
   * When the endpoint first responded with 2xx. Until then it receives at most ten deliveries, then one every ten minutes. Left out by services of
   * version 0.1.
   */
  readonly verified_at?: string | null;
  readonly created_at: string;
  /** With `recent`: deliveries of the last 7 days. */
  readonly recent?: {
    readonly delivered: number;
    readonly failed: number;
    readonly last_failure_at: string | null;
  };
}

export interface MadeWebhookEndpoint extends WebhookEndpoint {
  /** For `verifyWebhook`. Returned only here. */
  readonly secret: string;
}

export interface WebhookDelivery {
  readonly id: string;
  readonly event_id: string;
  readonly type: string;
  readonly status: "pending" | "delivered" | "failed";
  readonly attempts: number;
  readonly created_at: string;
  readonly attempted_at: string | null;
  readonly next_attempt_at: string | null;
  readonly duration_ms: number | null;
  /** Response to the last attempt, its body up to 1 KB. */
  readonly response: { readonly status: number; readonly body: string } | null;
  /** Why there was no response, or why none is expected. */
  readonly problem: string | null;
}

export interface WebhookEndpointFilter {
  /** Whether each endpoint includes how its deliveries of the last 7 days went. */
  readonly recent?: boolean | undefined;
}

export interface WebhookDeliveryFilter extends CreatedBetween {
  /** With `-`, the largest first. Default: `-created_at`, the newest first. */
  readonly sort?: "created_at" | "-created_at" | "duration_ms" | "-duration_ms" | "attempts" | "-attempts" | undefined;
  readonly type?: string | undefined;
  readonly status?: WebhookDelivery["status"] | undefined;
  /** What the event's id begins with, or the delivery's. */
  readonly id_prefix?: string | undefined;
}

interface Rotation {
  readonly overlap_s?: number | undefined;
}

export interface WebhookEndpoints {
  create(endpoint: NewWebhookEndpoint, options?: CallOptions): Promise<WithMeta<MadeWebhookEndpoint>>;
  get(id: string, options?: CallOptions): Promise<WithMeta<WebhookEndpoint>>;
  list(options?: ListOptions<WebhookEndpointFilter>): Promise<readonly WebhookEndpoint[]>;
  /** Changes the fields that are given. */
  update(id: string, change: WebhookEndpointChange, options?: CallOptions): Promise<WithMeta<WebhookEndpoint>>;
  /** Replaces the secret. `overlap_s`: seconds for which the old secret also signs. Default: a day. */
  rotate(id: string, request?: Rotation, options?: CallOptions): Promise<WithMeta<MadeWebhookEndpoint>>;
  /** Enables a disabled endpoint. */
  enable(id: string, options?: CallOptions): Promise<WithMeta<WebhookEndpoint>>;
  /** Sends a `ping`. */
  test(id: string, options?: CallOptions): Promise<WithMeta<WebhookDelivery>>;
  delete(id: string, options?: CallOptions): Promise<void>;
  /** The newest first, unless sorted. */
  deliveries(id: string, options?: ListOptions<WebhookDeliveryFilter>): AsyncGenerator<WebhookDelivery, void, void>;
  /** Sends the event of a delivery again, with the same id. */
  resend(id: string, deliveryId: string, options?: CallOptions): Promise<WithMeta<WebhookDelivery>>;
}

const endpointOptions: Known<NewWebhookEndpoint> = { url: true, types: true, idempotency_key: true };
const changeOptions: Known<WebhookEndpointChange> = { url: true, types: true, disabled: true };
const filterOptions: Known<WebhookEndpointFilter> = { recent: true };
const deliveryFilterOptions: Known<WebhookDeliveryFilter> = {
  sort: true,
  type: true,
  status: true,
  id_prefix: true,
  ...createdBetween,
};
const rotationOptions: Known<Rotation> = { overlap_s: true };

const base = "/webhook_endpoints";
const pathOf = (id: string): string => `${base}/${encodeURIComponent(id)}`;

export function createWebhookEndpoints(transport: Transport): WebhookEndpoints {
  const post = <Data extends object>(path: string, body: object, options: CallOptions | undefined) =>
    callV3<Data>(transport, { method: "POST", path, json: body }, options);
  return {
    create: async (given, options) => {
      checkOptions(given, endpointOptions);
      const { idempotency_key = crypto.randomUUID(), ...endpoint } = given;
      const headers = { "idempotency-key": idempotency_key };
      return callV3<MadeWebhookEndpoint>(transport, { method: "POST", path: base, json: endpoint, headers }, options);
    },
    get: async (id, options) => callV3<WebhookEndpoint>(transport, { method: "GET", path: pathOf(id) }, options),
    list: async (given) => {
      const { filters, options } = filtersOf(given, filterOptions);
      const call = { method: "GET", path: `${base}${queryOf({ ...filters })}` } as const;
      return (await callV3<{ readonly endpoints: readonly WebhookEndpoint[] }>(transport, call, options)).endpoints;
    },
    update: async (id, change, options) => {
      checkOptions(change, changeOptions);
      return callV3<WebhookEndpoint>(transport, { method: "PATCH", path: pathOf(id), json: change }, options);
    },
    rotate: async (id, request = {}, options) => {
      checkOptions(request, rotationOptions);
      return post<MadeWebhookEndpoint>(`${pathOf(id)}/rotate`, request, options);
    },
    enable: async (id, options) => post<WebhookEndpoint>(`${pathOf(id)}/enable`, {}, options),
    test: async (id, options) => post<WebhookDelivery>(`${pathOf(id)}/test`, {}, options),
    delete: async (id, options) => {
      await callV3(transport, { method: "DELETE", path: pathOf(id) }, options);
    },
    deliveries: (id, given) => {
      const { filters, options } = filtersOf(given, deliveryFilterOptions);
      return rowsOf(transport, `${pathOf(id)}/deliveries`, { ...filters, limit: 100 }, "deliveries", options);
    },
    resend: async (id, deliveryId, options) =>
      post<WebhookDelivery>(`${pathOf(id)}/deliveries/${encodeURIComponent(deliveryId)}/resend`, {}, options),
  };
}
