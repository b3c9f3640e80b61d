import { pathShown, type ServerList } from "../../ui/list/server-list.ts";

/** Endpoints of live keys and of test keys. */
export const endpointsPath = "/api/v3/webhook_endpoints";
export const endpointListPath = `${endpointsPath}?recent=true`;
const eventsPath = "/api/v3/events";
export const eventPath = (id: string): string => `${eventsPath}/${encodeURIComponent(id)}`;
export const endpointPath = (id: string): string => `${endpointsPath}/${encodeURIComponent(id)}`;

/** Deliveries to one endpoint. */
export const deliveryList = (id: string): ServerList => ({
  path: `${endpointPath(id)}/deliveries`,
  filters: { q: "id_prefix", type: "type", status: "status" },
  hasRange: true,
  firstSort: "-created_at",
  formerSorts: { sent: "created_at", took: "duration_ms" },
});

export const eventList: ServerList = {
  path: eventsPath,
  filters: { q: "id_prefix", type: "type", kind: "mode" },
  hasRange: true,
  firstSort: "-timestamp",
  formerSorts: { time: "timestamp" },
};

/** Paths that the view requests. @param id of one endpoint, or `events` */
export function webhookAsks(id: string | undefined): readonly string[] {
  if (id === undefined) return [endpointListPath];
  if (id === "events") return [pathShown(eventList)];
  return [endpointPath(id), pathShown(deliveryList(id))];
}
