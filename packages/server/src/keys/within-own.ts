import type { Caller } from "../access/access.ts";
import type { Plan } from "../access/plans.ts";
import { hasScope, type Scope, scopes } from "../access/scopes.ts";
import { isRangesWithin } from "./address-ranges.ts";
import type { KeyBounds } from "./bounds.ts";
import type { ApiKey } from "./keys.ts";

/** What a key may hand on to keys that are made with it. */
export type OwnKey = Pick<ApiKey, keyof KeyBounds | Demand>;
type Demand =
  | "requireChallenge"
  | "requirePassiveLiveness"
  | "requireSignedDocument"
  | "allowSeveralFaces"
  | "threshold";

/** The first field in which a key would be able to do more than the one that makes or changes it. */
export function beyondOwn(key: OwnKey, own: OwnKey): keyof OwnKey | undefined {
  if (scopesOf(key).some((scope) => !hasScope(own.scopes, scope))) return "scopes";
  if (!isRangesWithin(key.addressRanges, own.addressRanges)) return "addressRanges";
  if (limitNames.some((name) => exceeds(key.limits[name], own.limits[name]))) return "limits";
  if (own.requireChallenge && !key.requireChallenge) return "requireChallenge";
  if (own.requirePassiveLiveness && !key.requirePassiveLiveness) return "requirePassiveLiveness";
  if (own.requireSignedDocument && !key.requireSignedDocument) return "requireSignedDocument";
  if (!own.allowSeveralFaces && key.allowSeveralFaces) return "allowSeveralFaces";
  if (own.threshold !== null && (key.threshold ?? 0) < own.threshold) return "threshold";
  return undefined;
}

/** A key of no test makes both kinds; of test keys nothing but test keys comes. */
export const mayMake = ({ test }: Pick<Caller, "test">, kind: ApiKey["kind"]): boolean => !test || kind === "test";

const scopesOf = ({ scopes: given }: Pick<KeyBounds, "scopes">): readonly Scope[] =>
  given ?? scopes.filter((scope) => hasScope(null, scope));

const limitNames = ["requestsPerMinute", "requestsPerMonth", "concurrentRequests"] as const satisfies (keyof Plan)[];

/** Null: no limit. */
const exceeds = (limit: number | null, own: number | null): boolean => own !== null && (limit === null || limit > own);
