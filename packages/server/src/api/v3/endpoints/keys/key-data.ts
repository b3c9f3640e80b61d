import type { z } from "zod";
import { bySwitchName, bySwitchWire, keySwitches } from "../../../../accounts/access/key-switches.ts";
import { type ApiKey, personOf } from "../../../../accounts/keys/keys.ts";
import type { Bound } from "../../../../accounts/keys/within-own.ts";
import { memberIds } from "../../../../accounts/people/teams/members.ts";
import { isoOf } from "@selfsame/platform/iso-time";
import type { EndpointDeps } from "../../endpoint.ts";
import type { changeKeySchema } from "../../schemas/keys.ts";

/** The name of each field in responses and in `param`. */
export const paramOf = {
  kind: "kind",
  scopes: "scopes",
  addressRanges: "address_ranges",
  allowedOrigins: "allowed_origins",
  limits: "limits",
  expiresAtMs: "expires_at",
  ...bySwitchName((name) => keySwitches[name].wire),
  challengeMode: "challenge_mode",
  threshold: "threshold",
} as const satisfies Readonly<Record<Bound, string>>;

/** What a key may do. */
export function keyData(key: ApiKey) {
  const { requestsPerMinute, requestsPerMonth, concurrentRequests } = key.limits;
  return {
    id: key.id,
    name: key.name,
    kind: key.kind,
    display: key.display,
    status: key.status,
    scopes: key.scopes,
    address_ranges: key.addressRanges,
    allowed_origins: key.allowedOrigins,
    limits: {
      requests_per_minute: requestsPerMinute,
      requests_per_month: requestsPerMonth,
      concurrent_requests: concurrentRequests,
    },
    ...bySwitchWire((name) => key[name]),
    challenge_mode: key.challengeMode,
    threshold: key.threshold,
    successor_id: key.successorId,
    created_with: key.parentId,
    created_by: personOf({ actor: key.createdBy }),
    created_at: isoOf(key.createdAtMs),
    expires_at: isoOf(key.expiresAtMs),
    revoked_at: isoOf(key.revokedAtMs),
    last_used_on: key.lastUsedDay,
  };
}

/** Keys as in responses, without their secrets. @param listed keys of the account */
export async function keyAnswers(
  { keys, keyLimits }: Pick<EndpointDeps, "keys" | "keyLimits">,
  accountId: string,
  listed: readonly ApiKey[],
) {
  const members = await memberIds(keys.store.db, accountId);
  const hasLeft = ({ actsFor }: ApiKey) => actsFor.length > 0 && !actsFor.some((id) => members.has(id));
  const usedOfMonth = async ({ status, limits, budgetId }: ApiKey) =>
    status === "active" && limits.requestsPerMonth !== null ? ((await keyLimits.usedOfMonth(budgetId)) ?? 0) : null;
  return Promise.all(
    listed.map(async (key) => ({
      ...keyData(key),
      creator_left: hasLeft(key),
      used_this_month: await usedOfMonth(key),
    })),
  );
}

export type Asked = z.infer<typeof changeKeySchema>;

/** The requested settings, under the names that keys/ uses. */
export function settingsOf({ address_ranges, allowed_origins, limits, expires_at, ...asked }: Asked) {
  return {
    name: asked.name,
    scopes: asked.scopes,
    addressRanges: address_ranges,
    allowedOrigins: allowed_origins,
    limits: limits && {
      requestsPerMinute: limits.requests_per_minute,
      requestsPerMonth: limits.requests_per_month,
      concurrentRequests: limits.concurrent_requests,
    },
    ...bySwitchName((name) => asked[keySwitches[name].wire]),
    challengeMode: asked.challenge_mode,
    threshold: asked.threshold,
    expiresAtMs: typeof expires_at === "string" ? Date.parse(expires_at) : expires_at,
  };
}
