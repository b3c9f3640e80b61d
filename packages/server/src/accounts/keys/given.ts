import { readRange } from "./address-ranges.ts";
import type { GivenBounds } from "./bounds.ts";
import type { KeyKind } from "./format.ts";
import { normalizeOrigin } from "./origins.ts";

/** Settings of a new or changed key, as entered. */
export interface GivenSettings extends GivenBounds {
  /** Similarity from which two faces match, 0 to 1. */
  readonly threshold?: number | null | undefined;
  readonly allowedOrigins?: readonly string[] | undefined;
}

export type GivenProblem =
  | { readonly problem: "not_of_public_keys"; readonly field: keyof GivenBounds | "threshold" }
  | { readonly problem: "invalid_address_range"; readonly field: "addressRanges"; readonly detail: string }
  | { readonly problem: "invalid_origin"; readonly field: "allowedOrigins" };

/**
 * Normalizes settings and removes duplicates. A public key has origins, and neither bounds nor a threshold; a private one is for backends, which send no
 * origin.
 */
export function readGiven(kind: KeyKind, given: GivenSettings): GivenSettings | GivenProblem {
  const { scopes, addressRanges, limits, threshold, allowedOrigins } = given;
  if (kind === "public") {
    const field = (["scopes", "addressRanges", "limits", "threshold"] as const).find(
      (name) => given[name] !== undefined,
    );
    if (field !== undefined) return { problem: "not_of_public_keys", field };
  }
  const origins = allowedOrigins?.map((text) => normalizeOrigin(text));
  if (origins && (origins.includes(undefined) || (kind === "public") !== origins.length > 0)) {
    return { problem: "invalid_origin", field: "allowedOrigins" };
  }
  const ranges: string[] = [];
  for (const text of addressRanges ?? []) {
    const read = readRange(text);
    if ("problem" in read) return { problem: "invalid_address_range", field: "addressRanges", detail: read.problem };
    ranges.push(read.range);
  }
  return {
    scopes: scopes && [...new Set(scopes)],
    addressRanges: addressRanges && [...new Set(ranges)],
    limits,
    threshold,
    allowedOrigins: origins && [...new Set(origins.flatMap((origin) => origin ?? []))],
  };
}
