/** The disclosures of an SD-JWT, held to the rules that the parser leaves to its caller (RFC 9901, 7.1). */
import { createHash } from "node:crypto";
import type { DocumentFault } from "../fault.ts";

interface Disclosed {
  /** As the wallet sent it. */
  encode(): string;
  /** Undefined for an entry of a list. */
  readonly key?: string | undefined;
  readonly value: unknown;
}

/** Words of the format: no claim has such a name. */
const reserved: ReadonlySet<string> = new Set(["_sd", "...", "_sd_alg"]);
/** What an issuer says in the open (draft-ietf-oauth-sd-jwt-vc, 2.2.2.2). */
const open: ReadonlySet<string> = new Set(["iss", "nbf", "exp", "cnf", "vct", "vct#integrity", "status"]);

/**
 * Whether each disclosure is one of what the issuer signed, and each digest stands for one claim.
 * @param hash as Node calls it
 * @returns a mismatch for one that nothing refers to
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

/** Where a disclosure belongs. */
interface Place {
  readonly digest: string;
  /** Of a list, and not of an object. */
  readonly isEntry: boolean;
  /** The names that it may not have: of an object's other claims, too. */
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
