import { mode } from "../../state/mode.ts";
import type { ServerList } from "../../ui/list/server-list.ts";

export const requestList = (): ServerList => ({
  path: "/requests",
  filters: { q: "requestId", outcome: "outcome", route: "route", key: "keyId" },
  hasRange: true,
  always: { kind: mode.value },
  firstSort: "-time",
});
