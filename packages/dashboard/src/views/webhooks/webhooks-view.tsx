import { route } from "../../state/route.ts";
import { DeliveriesView } from "./deliveries-view.tsx";
import { EndpointsView } from "./endpoints/endpoints-view.tsx";
import { EventsView } from "./events-view.tsx";

/** The endpoints; at `#/webhooks/events`, the events; at `#/webhooks/we_...`, the deliveries to one endpoint. */
export function WebhooksView() {
  const [, id] = route.value.path;
  if (id === "events") return <EventsView />;
  return id === undefined ? <EndpointsView /> : <DeliveriesView key={id} id={id} />;
}
