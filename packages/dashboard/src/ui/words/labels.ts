import type { Plan } from "@selfsame/server/api/dashboard/answers/keys";
import { count } from "./words.ts";

/** `20 a minute, 1,000 a month, 2 at a time` */
export function planText({ requestsPerMinute, requestsPerMonth, concurrentRequests }: Plan): string {
  const parts = [
    requestsPerMinute === null ? undefined : `${count(requestsPerMinute)} a minute`,
    requestsPerMonth === null ? undefined : `${count(requestsPerMonth)} a month`,
    concurrentRequests === null ? undefined : `${count(concurrentRequests)} at a time`,
  ].filter((part) => part !== undefined);
  return parts.length > 0 ? parts.join(", ") : "no limits";
}
