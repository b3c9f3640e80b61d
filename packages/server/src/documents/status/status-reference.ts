import { EncodingError } from "../certificates/ber.ts";

/** Where an issuer says whether a credential is still good (draft-ietf-oauth-status-list, 6). */
export interface StatusReference {
  /** Of the list. */
  readonly uri: string;
  /** The credential's place in it. */
  readonly index: number;
}

const uriCharactersMax = 2048;

/**
 * @param status the claim of that name
 * @returns undefined where the issuer names no list
 * @throws EncodingError of a list that is not named as it has to be
 */
export function statusReferenceOf(status: unknown): StatusReference | undefined {
  const list = field(status, "status_list");
  if (list === undefined) return undefined;
  const [uri, index] = [field(list, "uri"), field(list, "idx")];
  const isIndex = typeof index === "number" && Number.isSafeInteger(index) && index >= 0;
  if (typeof uri !== "string" || uri.length > uriCharactersMax || !isIndex) throw new EncodingError("no status list");
  return { uri, index };
}

/** Of an object of JSON, or of a map of CBOR. */
function field(of: unknown, name: string): unknown {
  if (of instanceof Map) return of.get(name);
  return typeof of === "object" && of !== null ? new Map<string, unknown>(Object.entries(of)).get(name) : undefined;
}
