import type { CallOptions, Transport } from "../send.ts";
import type { WebhookEvent } from "../webhook.ts";
import { rowsOf } from "./json-call.ts";

/** What a webhook tells, and its id. */
export interface SelfsameEvent extends WebhookEvent {
  /** Also the `webhook-id` of its deliveries. */
  readonly id: string;
}

export interface Events {
  /** The newest first, of one type or of all, whether or not an endpoint listens. */
  list(
    filter?: { readonly type?: string | undefined },
    options?: CallOptions,
  ): AsyncGenerator<SelfsameEvent, void, void>;
}

export function createEvents(transport: Transport): Events {
  return {
    list: ({ type } = {}, options) => rowsOf(transport, "/events", { type, limit: 100 }, "events", options),
  };
}
