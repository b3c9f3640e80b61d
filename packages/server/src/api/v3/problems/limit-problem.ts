import type { LimitState } from "../../../accounts/access/access.ts";
import { monthEndMs } from "../../../accounts/limits/month-counter.ts";
import type { Problem } from "../envelope.ts";

const owners = { plan: "Your plan", key: "This key", network: "A network" } as const;
const windows = { minute: "per minute", month: "per month", concurrent: "at once" } as const;

/** Reports whose limit rejected a request, its size, and when it resets. @param nowMs epoch milliseconds */
export function limitProblem(
  code: "rate_limited" | "quota_exceeded",
  { name, of, keyId, quota, resetSeconds }: LimitState,
  nowMs: number,
): Problem {
  const owner = of === "key" && keyId !== undefined ? `The key ${keyId}` : owners[of];
  const endMs = name === "month" ? monthEndMs(nowMs) : Math.ceil(nowMs / 1000 + resetSeconds) * 1000;
  const resets_at = name === "concurrent" ? null : new Date(endMs).toISOString();
  const end = resets_at === null ? "that many are in progress" : `used up until ${resets_at}`;
  return {
    code,
    message: `${owner} allows ${quota} ${quota === 1 ? "request" : "requests"} ${windows[name]}: ${end}.`,
    hint: hintOf(name, of, keyId),
    limit: quota,
    reached: { limit_of: of, limit_window: name, resets_at },
  };
}

function hintOf(name: LimitState["name"], of: LimitState["of"], keyId: string | undefined): string {
  if (name === "concurrent") return "Send the next request when another has been answered.";
  const wait =
    name === "month" ? "Wait until `resets_at`, or" : "Retry after the seconds in `Retry-After`. To do more,";
  switch (of) {
    case "plan":
      return `${wait} ask the operator of this service for a larger plan.`;
    case "key":
      // A public key has no limit of its own: its plan's limit applies.
      if (keyId === undefined) return `${wait} ask the operator of this service for a larger plan.`;
      return `${wait} raise the limit of the key (dashboard, API keys; version 3: \`PATCH /keys/{id}\`), or use another key.`;
    case "network":
      return `${wait} spread the requests: this limit is for all requests with public keys from one network.`;
  }
}
