import { sessionsPath } from "../verifications/session-list.ts";
import { mode } from "../../state/mode.ts";
import type { ServerList } from "../../ui/list/server-list.ts";

/** Sessions that wait for a review, the oldest first. */
export const reviewList = (): ServerList => ({
  path: sessionsPath,
  filters: { q: "text" },
  always: { mode: mode.value, status: "needs_review", sort: "created_at" },
  firstSort: "created_at",
  formerSorts: { made: "created_at" },
});
