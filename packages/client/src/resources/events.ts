import { checkOptions, type Known } from "../known-options.ts";
import type { CallOptions, Transport } from "../send.ts";
import type { WebhookEvent } from "../webhook.ts";
import { rowsOf } from "./json-call.ts";

/** A webhook event with its id. */
export interface SelfsameEvent extends WebhookEvent {
  /** The event id, also the `webhook-id` of its deliveries. */
  readonly id: string;
}

interface EventFilter {
  readonly type?: string | undefined;
}

export interface Events {
  /** Events of one type or all, newest first, whether or not an endpoint receives them. */
  list(filter?: EventFilter, options?: CallOptions): AsyncGenerator<SelfsameEvent, void, void>;
}

const filterOptions: Known<EventFilter> = { type: true };

export function createEvents(transport: Transport): Events {
  return {
    list: (filter = {}, options) => {
      checkOptions(filter, filterOptions);
      return rowsOf(transport, "/events", { type: filter.type, limit: 100 }, "events", options);
    },
  };
}
