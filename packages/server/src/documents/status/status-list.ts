import { inflateSync } from "node:zlib";
import { budgets } from "../budgets.ts";

/** Status of a credential (draft-ietf-oauth-status-list, 7.1): 0 is `valid`, 1 is `revoked`, 2 is `suspended`; the issuer defines the others. */
export type Status = "valid" | "revoked" | "suspended" | "other";

const statuses: readonly Status[] = ["valid", "revoked", "suspended"];

interface StatusList {
  readonly bits: unknown;
  /** Compressed (RFC 1950). */
  readonly list: Uint8Array;
}

/**
 * The status at an index (4.1). A byte holds as many as fit, the first in the lowest bits. @throws if the bytes are no list, or have no such index
 */
export function statusAt({ bits, list }: StatusList, index: number): Status {
  if (bits !== 1 && bits !== 2 && bits !== 4 && bits !== 8) throw new RangeError("bits");
  const bytes = inflateSync(list, { maxOutputLength: budgets.statusListBytes });
  const at = index * bits;
  const byte = bytes[Math.floor(at / 8)];
  if (byte === undefined) throw new RangeError("a place that the list does not have");
  return statuses[(byte >> (at % 8)) & (2 ** bits - 1)] ?? "other";
}
