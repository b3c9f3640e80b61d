import { checkOptions, type Known } from "../known-options.ts";
import type { CallOptions, Transport } from "../send.ts";
import type { WebhookEvent } from "../webhook.ts";
import { rowsOf } from "./json-call.ts";
import { createdBetween, type CreatedBetween } from "./list-options.ts";

/** A webhook event with its id. */
export interface SelfsameEvent extends WebhookEvent {
  /** The event id, also the `webhook-id` of its deliveries. */
  readonly id: string;
}

export interface EventFilter extends CreatedBetween {
  /** Default: `-timestamp`, the newest first. */
  readonly sort?: "timestamp" | "-timestamp" | undefined;
  readonly type?: string | undefined;
  /** What the event's id begins with. */
  readonly id_prefix?: string | undefined;
}

export interface Events {
  /** Events of one type or all, newest first unless sorted, whether or not an endpoint receives them. */
  list(filter?: EventFilter, options?: CallOptions): AsyncGenerator<SelfsameEvent, void, void>;
}

const filterOptions: Known<EventFilter> = { sort: true, type: true, id_prefix: true, ...createdBetween };

export function createEvents(transport: Transport): Events {
  return {
    list: (filter = {}, options) => {
      checkOptions(filter, filterOptions);
      return rowsOf(transport, "/events", { ...filter, limit: 100 }, "events", options);
    },
  };
}
