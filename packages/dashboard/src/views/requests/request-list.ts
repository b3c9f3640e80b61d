import { mode } from "../../state/mode.ts";
import type { ServerList } from "../../ui/list/server-list.ts";

export const requestList = (): ServerList => ({
  path: "/api/v3/requests",
  filters: { q: "id_prefix", outcome: "outcome", route: "route", key: "key_id" },
  hasRange: true,
  always: { mode: mode.value },
  firstSort: "-answered_at",
  formerSorts: { time: "answered_at", took: "duration_ms" },
});
