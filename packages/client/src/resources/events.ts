import { checkOptions, type Known } from "../known-options.ts";
import type { CallOptions, Transport } from "../send.ts";
import type { WebhookEvent } from "../webhook.ts";
import { rowsOf } from "./json-call.ts";

/** What a webhook tells, and its id. */
export interface SelfsameEvent extends WebhookEvent {
  /** Also the `webhook-id` of its deliveries. */
  readonly id: string;
}

interface EventFilter {
  readonly type?: string | undefined;
}

export interface Events {
  /** The newest first, of one type or of all, whether or not an endpoint listens. */
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
