/** A status list signed by its issuer (draft-ietf-oauth-status-list, 5): a JWT or a CWT. */
import { cborDecode, Header, Sign1 } from "@owf/mdoc";
import { attempt } from "../attempt.ts";
import { EncodingError } from "../certificates/ber.ts";
import { budgets } from "../budgets.ts";
import { isPlainCbor } from "../mdoc/cbor.ts";
import { isForSigning, readCertificate } from "../certificates/certificate.ts";
import { type FindAnchors, issuerOf } from "../certificates/chain.ts";
import { isJoseAllowed, isJoseSigned } from "../sd-jwt/jose.ts";
import type { DocumentType } from "../document.ts";
import { isModestJson, objectOf } from "../sd-jwt/json-scan.ts";
import { isCoseSigned } from "../mdoc/mdoc.ts";
import { type Status, statusAt } from "./status-list.ts";
import type { StatusReference } from "./status-reference.ts";

export interface StatusQuestion {
  readonly token: Uint8Array;
  readonly reference: StatusReference;
  /** Type of the document that names the list. */
  readonly documentType?: DocumentType | undefined;
  readonly nowMs: number;
}

export type StatusAnswer =
  | {
      readonly outcome: "read";
      readonly status: Status;
      /** When the issuer signed the list. */
      readonly issuedAtMs: number;
      /** How long the list may be cached, if its issuer says. */
      readonly ttlMs: number | undefined;
      /** When the list expires, if it does. */
      readonly expiresAtMs: number | undefined;
    }
  | { readonly outcome: "unreadable" };

const skewMs = 60_000;

/** Reads the status of one credential from a list, if a trusted issuer signed the list for its address and it has not expired. */
export async function readStatus(
  { token, reference, documentType, nowMs }: StatusQuestion,
  findAnchors: FindAnchors,
): Promise<StatusAnswer> {
  const parsed = attempt(() => (isJwt(token) ? readJwt(token) : readCwt(token)));
  if (!parsed || !parsed.isSigned) return { outcome: "unreadable" };
  const { claims, chain } = parsed;
  const { subject, issuedAt, expires, ttl } = claims;
  if (subject !== reference.uri || !isTime(issuedAt) || issuedAt * 1000 > nowMs + skewMs)
    return { outcome: "unreadable" };
  if (expires !== undefined && (!isTime(expires) || expires * 1000 < nowMs)) return { outcome: "unreadable" };
  if (ttl !== undefined && (!isTime(ttl) || ttl <= 0)) return { outcome: "unreadable" };
  const issued = await issuerOf(chain, findAnchors, nowMs, { documentType, isOfStatus: true });
  if (issued.outcome !== "issued") return { outcome: "unreadable" };
  const status = attempt(() => statusAt(claims, reference.index));
  if (status === undefined) return { outcome: "unreadable" };
  const [ttlMs, expiresAtMs] = [ttl, expires].map((seconds) => (seconds === undefined ? undefined : seconds * 1000));
  return { outcome: "read", status, issuedAtMs: issuedAt * 1000, ttlMs, expiresAtMs };
}

const isTime = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);

interface Token {
  readonly chain: readonly Uint8Array[];
  readonly isSigned: boolean;
  readonly claims: {
    readonly subject: unknown;
    readonly issuedAt: unknown;
    readonly expires: unknown;
    readonly ttl: unknown;
    readonly bits: unknown;
    readonly list: Uint8Array;
  };
}

/** A JSON object in base64url begins with these two characters. */
const isJwt = (token: Uint8Array): boolean => Buffer.from(token.subarray(0, 2)).toString("latin1") === "ey";

/** @throws if the text is no JWT of a status list */
function readJwt(token: Uint8Array): Token {
  const [first = "", second = "", signature = "", ...more] = Buffer.from(token).toString("latin1").trim().split(".", 4);
  const [header, payload] = [first, second].map((part) => Buffer.from(part, "base64url").toString());
  if (header === undefined || payload === undefined || more.length > 0 || !isModestJson([header, payload]))
    throw new EncodingError("the status list token is not a JWT, or has more elements than the budget allows");
  const { typ, alg, x5c } = objectOf(JSON.parse(header));
  const claims = objectOf(JSON.parse(payload));
  const { bits, lst } = objectOf(claims["status_list"]);
  if (typ !== "statuslist+jwt" || !Array.isArray(x5c) || x5c.length > budgets.chain || typeof lst !== "string")
    throw new EncodingError("the JWT has no status list, or its x5c header is missing or too long");
  const chain = x5c.map((one) => Buffer.from(String(one), "base64"));
  const key = signerKey(chain);
  return {
    chain,
    isSigned: isJoseAllowed(alg, key) && isJoseSigned(`${first}.${second}`, signature, alg, key),
    claims: {
      subject: claims["sub"],
      issuedAt: claims["iat"],
      expires: claims["exp"],
      ttl: claims["ttl"],
      bits,
      list: Buffer.from(lst, "base64url"),
    },
  };
}

/** The header for the type of a token (RFC 9596), and claims by their numbers (RFC 8392; for status lists, 14.5). */
const typeHeader = 16;
const [subject, expires, issuedAt, ttl, statusList] = [2, 4, 6, 65_534, 65_533];

/** @throws if the bytes are no CWT of a status list */
function readCwt(token: Uint8Array): Token {
  if (!isPlainCbor(token))
    throw new EncodingError("the status list token is not CBOR, or is not in the form that is supported");
  const sign1 = Sign1.decode(token);
  const type: unknown = new Map<unknown, unknown>(sign1.protectedHeaders.headers).get(typeHeader);
  const claims: unknown = sign1.payload && cborDecode(sign1.payload);
  const list: unknown = claims instanceof Map ? claims.get(statusList) : undefined;
  const bytes: unknown = list instanceof Map ? list.get("lst") : undefined;
  const chain = sign1.certificateChain;
  if (type !== "application/statuslist+cwt" || !(claims instanceof Map) || !(list instanceof Map))
    throw new EncodingError("the CWT has no status list");
  if (!(bytes instanceof Uint8Array) || chain.length > budgets.chain)
    throw new EncodingError("the CWT has no lst, or a chain that is longer than the budget allows");
  // Read from the protected headers only: the others are not signed.
  if (!sign1.protectedHeaders.headers.has(Header.Algorithm))
    throw new EncodingError("the protected header has no algorithm");
  return {
    chain,
    isSigned: isCoseSigned(sign1, signerKey(chain)),
    claims: {
      subject: claims.get(subject),
      issuedAt: claims.get(issuedAt),
      expires: claims.get(expires),
      ttl: claims.get(ttl),
      bits: list.get("bits"),
      list: bytes,
    },
  };
}

/** @throws if there is no certificate, or its key is not for signing */
function signerKey([signer = new Uint8Array()]: readonly Uint8Array[]) {
  const { publicKey } = readCertificate(signer);
  if (!isForSigning(signer)) throw new EncodingError("the certificate does not allow its key to sign");
  return publicKey;
}
