/** Status lists (draft-ietf-oauth-status-list), as issuers sign them. */
import { sign } from "node:crypto";
import { deflateSync } from "node:zlib";
import { cborEncode, Header } from "@owf/mdoc";
import type { DocumentSigner } from "./mdoc.ts";

export interface StatusListOptions {
  readonly uri: string;
  /** The status of each credential, in order. */
  readonly statuses: readonly number[];
  readonly bits?: number;
  readonly issuedAt?: number;
  readonly ttl?: unknown;
  readonly expires?: unknown;
  /** Replaces the token's usual type. */
  readonly type?: string;
}

export const packed = (statuses: readonly number[], bits: number): Buffer => {
  const bytes = Buffer.alloc(Math.ceil((statuses.length * bits) / 8));
  for (const [index, status] of statuses.entries()) {
    const at = index * bits;
    bytes[at >> 3] = (bytes[at >> 3] as number) | (status << (at & 7));
  }
  return deflateSync(bytes);
};

const nowSeconds = () => Math.floor(Date.now() / 1000);
const certificatesOf = ({ certificate }: DocumentSigner) =>
  certificate instanceof Uint8Array ? [certificate] : certificate;
const signedBy = ({ key }: DocumentSigner, data: Uint8Array) =>
  sign("sha256", data, { key, dsaEncoding: "ieee-p1363" });

export function statusJwt(
  signer: DocumentSigner,
  { uri, statuses, bits = 1, issuedAt = nowSeconds(), ttl, expires, type = "statuslist+jwt" }: StatusListOptions,
): Buffer {
  const x5c = certificatesOf(signer).map((der) => Buffer.from(der).toString("base64"));
  const lst = packed(statuses, bits).toString("base64url");
  const claims = { sub: uri, iat: issuedAt, ttl, exp: expires, status_list: { bits, lst } };
  const data = [{ typ: type, alg: "ES256", x5c }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".");
  return Buffer.from(`${data}.${signedBy(signer, Buffer.from(data)).toString("base64url")}`);
}

export function statusCwt(
  signer: DocumentSigner,
  {
    uri,
    statuses,
    bits = 1,
    issuedAt = nowSeconds(),
    ttl,
    expires,
    type = "application/statuslist+cwt",
  }: StatusListOptions,
): Buffer {
  const claims = new Map<number, unknown>([
    [2, uri],
    [6, issuedAt],
    ...(expires === undefined ? [] : ([[4, expires]] as const)),
    ...(ttl === undefined ? [] : ([[65_534, ttl]] as const)),
    [
      65_533,
      new Map<string, unknown>([
        ["bits", bits],
        ["lst", Uint8Array.from(packed(statuses, bits))],
      ]),
    ],
  ]);
  const payload = cborEncode(claims);
  const headers = new Map<number, unknown>([
    [Header.Algorithm, -7],
    [16, type],
    [Header.X5Chain, certificatesOf(signer).map((der) => Uint8Array.from(der))],
  ]);
  const protectedHeaders = cborEncode(headers);
  const data = cborEncode(["Signature1", protectedHeaders, new Uint8Array(), payload]);
  const sign1 = cborEncode([protectedHeaders, new Map(), payload, Uint8Array.from(signedBy(signer, data))]);
  // Tag 18: COSE_Sign1.
  return Buffer.concat([Buffer.of(0xd2), sign1]);
}
