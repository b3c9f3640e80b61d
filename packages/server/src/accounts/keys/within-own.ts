import { hasScope, type Scope, scopes } from "../access/scopes.ts";
import { bySwitchName, keySwitches } from "../access/key-switches.ts";
import { isRangesWithin } from "./address-ranges.ts";
import { unbounded } from "./bounds.ts";
import type { ApiKey } from "./keys.ts";

/** What of a key says who it is, and not what it may do. A field that is not here is a bound, and the table below has to have it. */
type Descriptive =
  | "id"
  | "name"
  | "display"
  | "status"
  | "createdAtMs"
  | "revokedAtMs"
  | "lastUsedDay"
  | "successorId"
  | "createdBy"
  | "parentId"
  | "budgetId"
  | "actsFor";

export type Bound = Exclude<keyof ApiKey, Descriptive>;
export type Bounds = Pick<ApiKey, Bound>;

/** Of each bound: whether a key has no more of it than the one that makes, changes or rotates it. */
const within: { readonly [Name in Bound]: (key: Bounds, own: Bounds) => boolean } = {
  kind: (key, own) => own.kind !== "test" || key.kind === "test",
  scopes: (key, own) => scopesOf(key.scopes).every((scope) => hasScope(own.scopes, scope)),
  addressRanges: (key, own) => isRangesWithin(key.addressRanges, own.addressRanges),
  allowedOrigins: (key, own) => isOriginsWithin(key.allowedOrigins, own.allowedOrigins),
  limits: (key, own) => limitNames.every((name) => isAtMost(key.limits[name], own.limits[name])),
  expiresAtMs: (key, own) => isAtMost(key.expiresAtMs, own.expiresAtMs),
  ...bySwitchName((name) => (key: Bounds, own: Bounds) => {
    const { strict } = keySwitches[name];
    return key[name] === strict || own[name] !== strict;
  }),
  challengeMode: (key, own) => strictness[modeName(key)] >= strictness[modeName(own)],
  threshold: (key, own) => own.threshold === null || (key.threshold !== null && key.threshold >= own.threshold),
};

/** Null is as strict as the team is, which may be either. */
const strictness = { any: 0, team: 1, stepwise: 2 } as const;
const modeName = ({ challengeMode }: Bounds): keyof typeof strictness => challengeMode ?? "team";

export const boundNames = Object.keys(within) as readonly Bound[];

/** The first bound that a key would exceed of the one that makes, changes, rotates or revokes it. */
export function beyondOwn(key: Bounds, own: Bounds): Bound | undefined {
  const compared = asBounds(key);
  return boundNames.find((name) => !within[name](compared, own));
}

/** A public key is used from anywhere, within no limits of its own, and starts what `verify` and sessions rely on. */
const asBounds = (key: Bounds): Bounds =>
  key.kind === "public" ? { ...key, ...unbounded, scopes: ["verify"], threshold: null } : key;

const scopesOf = (given: readonly Scope[] | null): readonly Scope[] =>
  given ?? scopes.filter((scope) => hasScope(null, scope));

const limitNames = ["requestsPerMinute", "requestsPerMonth", "concurrentRequests"] as const satisfies (keyof Limits)[];
type Limits = ApiKey["limits"];

/** Null: no limit, no end. */
function isAtMost(value: number | null, own: number | null): boolean {
  return own === null || (value !== null && value <= own);
}

/** A private key has none, and may decide where a page's key is used. */
function isOriginsWithin(origins: readonly string[], own: readonly string[]): boolean {
  return own.length === 0 || (origins.length > 0 && origins.every((one) => own.includes(one)));
}
