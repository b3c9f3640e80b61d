import { mode } from "../../state/mode.ts";
import type { ServerList } from "../../ui/list/server-list.ts";

/** Sessions that wait for a review, the oldest first. */
export const reviewList = (): ServerList => ({
  path: "/verifications",
  filters: { q: "text" },
  always: { kind: mode.value, status: "needs_review", sort: "made" },
  firstSort: "made",
});
