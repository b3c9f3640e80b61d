/**
 * AWS Signature Version 4, as a service verifies it: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html. Only
 * signatures in the header: presigned URLs are not accepted.
 */
import { createHash, createHmac, timingSafeEqual } from "node:crypto";

/** The fields of the Authorization header, not yet verified. */
export interface Claim {
  readonly accessKeyId: string;
  /** YYYYMMDD; with the other parts of the scope it limits where the signing key is valid. */
  readonly day: string;
  readonly region: string;
  readonly service: string;
  /** In lower case, sorted. */
  readonly signedHeaders: readonly string[];
  /** 64 hexadecimal digits. */
  readonly signature: string;
}

export interface SignedRequest {
  readonly method: string;
  /** Path and query, as the client sent them. */
  readonly url: string;
  /** Alternating names and values, in the order received. */
  readonly rawHeaders: readonly string[];
  /** SHA-256 of the body, hexadecimal. */
  readonly payloadHash: string;
}

const form =
  /^AWS4-HMAC-SHA256 +Credential=(\w{16,128})\/(\d{8})\/([\w-]{1,40})\/([\w-]{1,40})\/aws4_request *, *SignedHeaders=([\w;-]{1,2000}) *, *Signature=([0-9a-f]{64})$/;

/** @returns undefined if the header has another format */
export function readClaim(authorization: string): Claim | undefined {
  const parts = form.exec(authorization);
  if (!parts) return undefined;
  const [, accessKeyId = "", day = "", region = "", service = "", signed = "", signature = ""] = parts;
  return { accessKeyId, day, region, service, signedHeaders: signed.split(";"), signature };
}

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
const hmac = (key: string | Buffer, text: string): Buffer => createHmac("sha256", key).update(text).digest();
/** RFC 3986: encodeURIComponent leaves five reserved characters unencoded. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    // A percent sign that starts no escape is kept as a character.
    return text;
  }
};

function canonicalQuery(query: string): string {
  const pairs = query.split("&").filter((pair) => pair !== "");
  return pairs
    .map((pair) => {
      const [name = "", ...value] = pair.split("=");
      return [encoded(decoded(name)), encoded(decoded(value.join("=")))] as const;
    })
    .toSorted(([one, a], [other, b]) => (one === other ? (a < b ? -1 : 1) : one < other ? -1 : 1))
    .map((pair) => pair.join("="))
    .join("&");
}

function canonicalRequest({ method, url, rawHeaders, payloadHash }: SignedRequest, signedHeaders: readonly string[]) {
  const [path = "", query = ""] = url.split("?", 2);
  const valuesOf = (name: string) =>
    rawHeaders.filter((_, i) => i % 2 === 1 && rawHeaders[i - 1]?.toLowerCase() === name);
  const line = (name: string) =>
    `${name}:${valuesOf(name)
      .map((value) => value.trim().replaceAll(/ +/g, " "))
      .join(",")}\n`;
  // Every service except S3 encodes the path segments twice.
  const uri = path.split("/").map(encoded).join("/");
  const headers = signedHeaders.map(line).join("");
  return [method, uri, canonicalQuery(query), headers, signedHeaders.join(";"), payloadHash].join("\n");
}

/** @param date the X-Amz-Date header @returns 64 hexadecimal digits */
export function signatureOf(secret: string, claim: Claim, date: string, request: SignedRequest): string {
  const { day, region, service, signedHeaders } = claim;
  const scope = [day, region, service, "aws4_request"];
  const text = ["AWS4-HMAC-SHA256", date, scope.join("/"), sha256(canonicalRequest(request, signedHeaders))].join("\n");
  const key = scope.reduce<string | Buffer>(hmac, `AWS4${secret}`);
  return hmac(key, text).toString("hex");
}

/** Compares in constant time. */
export const isSignedWith = (secret: string, claim: Claim, date: string, request: SignedRequest): boolean =>
  timingSafeEqual(Buffer.from(signatureOf(secret, claim, date, request), "hex"), Buffer.from(claim.signature, "hex"));

/** @returns epoch milliseconds of YYYYMMDDTHHMMSSZ; NaN for other formats */
export const timeOf = (date: string): number =>
  /^\d{8}T\d{6}Z$/.test(date)
    ? Date.parse(date.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, "$1-$2-$3T$4:$5:$6Z"))
    : Number.NaN;
