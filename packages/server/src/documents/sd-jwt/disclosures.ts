/** Checks the disclosures of an SD-JWT by the rules that the parser leaves to its caller (RFC 9901, 7.1). */
import { createHash } from "node:crypto";
import type { DocumentFault } from "../fault.ts";

interface Disclosed {
  /** The text as the wallet sent it. */
  encode(): string;
  /** Undefined for an element of an array. */
  readonly key?: string | undefined;
  readonly value: unknown;
}

/** Reserved by the format: no claim may have such a name. */
const reserved: ReadonlySet<string> = new Set(["_sd", "...", "_sd_alg"]);
/** Claims that may not be selectively disclosed (draft-ietf-oauth-sd-jwt-vc, 2.2.2.2). */
const open: ReadonlySet<string> = new Set(["iss", "nbf", "exp", "cnf", "vct", "vct#integrity", "status"]);

/**
 * Checks that each disclosure belongs to a digest that the issuer signed, and each digest to one claim.
 * @param hash Node's name of the hash
 * @returns a digest mismatch for a disclosure that no digest refers to
 */
export function disclosuresFault(
  payload: Readonly<Record<string, unknown>>,
  disclosures: readonly Disclosed[],
  hash: string,
): DocumentFault | undefined {
  const found = [placesIn(payload, open), ...disclosures.map(({ value }) => placesIn(value))].flat();
  const places = new Map(found.map((place) => [place.digest, place]));
  if (places.size < found.length) return "document_unreadable";
  for (const disclosure of disclosures) {
    const { key } = disclosure;
    const digest = createHash(hash).update(disclosure.encode()).digest("base64url");
    const place = places.get(digest);
    if (!place) return "document_digest_mismatch";
    if (place.isUsed || (key === undefined ? !place.isEntry : place.isEntry || place.taken.has(key)))
      return "document_unreadable";
    place.isUsed = true;
    if (key !== undefined) place.taken.add(key);
  }
  return undefined;
}

/** A digest: the place where a disclosure belongs. */
interface Place {
  readonly digest: string;
  /** Whether the place is in an array, not in an object. */
  readonly isEntry: boolean;
  /** Names that the disclosed claim may not have, such as those of the object's other claims. */
  readonly taken: Set<string>;
  isUsed: boolean;
}

function placesIn(value: unknown, more: ReadonlySet<string> = new Set()): readonly Place[] {
  if (Array.isArray(value)) return value.flatMap((entry) => [...placeOf(entry), ...placesIn(entry)]);
  if (typeof value !== "object" || value === null) return [];
  const { _sd: digests, ...others } = value as Readonly<Record<string, unknown>>;
  const taken = new Set([...Object.keys(others), ...reserved, ...more]);
  const texts = Array.isArray(digests) ? digests.filter((digest) => typeof digest === "string") : [];
  return [
    ...texts.map((digest) => ({ digest, isEntry: false, taken, isUsed: false })),
    ...Object.values(others).flatMap((other) => placesIn(other)),
  ];
}

function placeOf(entry: unknown): readonly Place[] {
  const digest = typeof entry === "object" && entry !== null && "..." in entry ? entry["..."] : undefined;
  return typeof digest === "string" ? [{ digest, isEntry: true, taken: new Set(), isUsed: false }] : [];
}
