import { route } from "../../state/route.ts";
import { DeliveriesView } from "./deliveries-view.tsx";
import { EndpointsView } from "./endpoints-view.tsx";

/** The endpoints, or `#/webhooks/we_...`: what was sent to one. */
export function WebhooksView() {
  const [, id] = route.value.path;
  return id === undefined ? <EndpointsView /> : <DeliveriesView key={id} id={id} />;
}
