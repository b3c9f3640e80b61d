import { pathShown, type ServerList } from "../../ui/list/server-list.ts";

export const endpointPath = (id: string): string => `/webhooks/${encodeURIComponent(id)}`;

/** What was sent to one endpoint. */
export const deliveryList = (id: string): ServerList => ({
  path: `${endpointPath(id)}/deliveries`,
  filters: { q: "id", type: "type", status: "status" },
  hasRange: true,
  firstSort: "-sent",
});

export const eventList: ServerList = {
  path: "/events",
  filters: { q: "id", type: "type", kind: "kind" },
  hasRange: true,
  firstSort: "-time",
};

/** What the view asks for. @param id of one endpoint, or `events` */
export function webhookAsks(id: string | undefined): readonly string[] {
  if (id === undefined) return ["/webhooks"];
  return [pathShown(id === "events" ? eventList : deliveryList(id))];
}
