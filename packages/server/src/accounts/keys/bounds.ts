import type { Selectable } from "kysely";
import type { ApiKeysTable } from "@selfsame/platform/store/schema";
import type { Plan } from "../access/plans.ts";
import type { Scope } from "../access/scopes.ts";

/** Restrictions of a key within its account: a public key has origins instead. */
export interface KeyBounds {
  /** Null: everything, including scopes of later versions. */
  readonly scopes: readonly Scope[] | null;
  /** Addresses that may use it: see address-ranges.ts. Empty: all. */
  readonly addressRanges: readonly string[];
  /** In addition to its account's plan: null is no limit of its own. */
  readonly limits: Plan;
}

export const unbounded: KeyBounds = {
  scopes: null,
  addressRanges: [],
  limits: { requestsPerMinute: null, requestsPerMonth: null, concurrentRequests: null },
};

/** Given restrictions. */
export type GivenBounds = { readonly [Name in keyof KeyBounds]?: KeyBounds[Name] | undefined };

type BoundsRow = Pick<
  Selectable<ApiKeysTable>,
  "scopes" | "address_ranges" | "requests_per_minute" | "requests_per_month" | "concurrent_requests"
>;

export function boundsOf(row: BoundsRow): KeyBounds {
  return {
    scopes: row.scopes === null ? null : (JSON.parse(row.scopes) as Scope[]),
    addressRanges: JSON.parse(row.address_ranges) as string[],
    limits: {
      requestsPerMinute: row.requests_per_minute,
      requestsPerMonth: row.requests_per_month,
      concurrentRequests: row.concurrent_requests,
    },
  };
}

/** Columns of the given restrictions. */
export function boundsRow({ scopes, addressRanges, limits }: GivenBounds): Partial<BoundsRow> {
  return {
    ...(scopes !== undefined && { scopes: scopes && JSON.stringify(scopes) }),
    ...(addressRanges && { address_ranges: JSON.stringify(addressRanges) }),
    ...(limits && {
      requests_per_minute: limits.requestsPerMinute,
      requests_per_month: limits.requestsPerMonth,
      concurrent_requests: limits.concurrentRequests,
    }),
  };
}
