import { EncodingError } from "../certificates/ber.ts";

/** Where an issuer publishes whether a credential is revoked (draft-ietf-oauth-status-list, 6). */
export interface StatusReference {
  /** Address of the list. */
  readonly uri: string;
  /** The credential's index in the list. */
  readonly index: number;
}

const uriCharactersMax = 2048;

/**
 * @param status the claim of that name
 * @returns undefined if the issuer names no list
 * @throws EncodingError if the list is not named as it has to be
 */
export function statusReferenceOf(status: unknown): StatusReference | undefined {
  const list = field(status, "status_list");
  if (list === undefined) return undefined;
  const [uri, index] = [field(list, "uri"), field(list, "idx")];
  const isIndex = typeof index === "number" && Number.isSafeInteger(index) && index >= 0;
  if (typeof uri !== "string" || uri.length > uriCharactersMax || !isIndex)
    throw new EncodingError("the status claim has no uri and idx of a status list");
  return { uri, index };
}

/** A property of a JSON object, or a value of a CBOR map. */
function field(of: unknown, name: string): unknown {
  if (of instanceof Map) return of.get(name);
  return typeof of === "object" && of !== null ? new Map<string, unknown>(Object.entries(of)).get(name) : undefined;
}
