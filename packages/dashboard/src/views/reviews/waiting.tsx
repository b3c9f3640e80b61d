import type { WaitingReviews } from "@selfsame/server/api/dashboard/answers/verifications";
import { mode } from "../../state/mode.ts";
import { useResource } from "../../state/resource.ts";
import { Badge } from "../../ui/parts.tsx";
import { many } from "../../ui/words/words.ts";

const everyMs = 30_000;
/** The server counts up to this number. */
const countedMax = 100;

const waitingPath = (): string => `/verifications/waiting?kind=${mode.value}`;
export const waitingText = (waiting: number): string => (waiting >= countedMax ? `${waiting}+` : String(waiting));

/** The number of sessions that wait for a review, beside the view's name in the navigation. */
export function WaitingBadge() {
  const { waiting = 0 } = useResource<WaitingReviews>(waitingPath(), everyMs).data ?? {};
  if (waiting === 0) return null;
  return (
    <Badge tone="warn">
      {waitingText(waiting)}
      <span class="visually-hidden"> {many(waiting, "session").replace(/^\S+ /, "")} waiting</span>
    </Badge>
  );
}
