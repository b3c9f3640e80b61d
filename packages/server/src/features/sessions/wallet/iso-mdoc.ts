/** The request for a portrait through the browser by ISO/IEC 18013-7, annex C, the only protocol that Safari supports. */
import { sign } from "node:crypto";
import { isoName, isoTranscript } from "../../../documents/mdoc/iso-transcript.ts";
import { type CborValue, embedded, writeCbor, written } from "../../../documents/mdoc/write-cbor.ts";
import { askedMdocs, originOf, type WalletPlace } from "./open-id.ts";
import type { WalletRequest } from "./wallet-request.ts";

const isoProtocol = "org-iso-mdoc";

type IsoPlace = Pick<WalletPlace, "identity" | "publicUrl">;

/** Encryption parameters for the response (C.2). Derived from the request, so they are the same when the response arrives. */
function encryptionInfo({ nonce, mdocJwk: { x = "", y = "" } }: WalletRequest): string {
  const key = new Map<string | number, CborValue>([
    // EC2, P-256 (RFC 9053, 7.1).
    [1, 2],
    [-1, 1],
    [-2, Buffer.from(x, "base64url")],
    [-3, Buffer.from(y, "base64url")],
  ]);
  const parts = mapOf({ nonce: Buffer.from(nonce, "base64url"), recipientPublicKey: key });
  return writeCbor([isoName, parts]).toString("base64url");
}

const mapOf = (parts: Readonly<Record<string, CborValue>>) =>
  new Map<string | number, CborValue>(Object.entries(parts));

/** The session transcript, which the response's encryption and the device's signature are bound to: this page and this request only. */
export const isoSession = (publicUrl: string, request: WalletRequest): Uint8Array =>
  isoTranscript(encryptionInfo(request), originOf(publicUrl));

/** @returns the request in the browser's format, and the URL for the response */
export function isoRequest({ identity, publicUrl }: IsoPlace, request: WalletRequest) {
  const session = written(isoSession(publicUrl, request));
  const items = askedMdocs.map(({ docType, namespace }) =>
    embedded(mapOf({ docType, nameSpaces: mapOf({ [namespace]: mapOf({ portrait: false }) }) })),
  );
  // Any one of these documents is enough.
  const documentSets = items.map((_, index) => [index]);
  const info = embedded(mapOf({ useCases: [mapOf({ mandatory: true, documentSets })] }));
  const all = signed(identity, ["ReaderAuthenticationAll", session, items, info]);
  const deviceRequest = mapOf({
    version: "1.1",
    // One signature for each document, for wallets of the standard's first edition, which do not know the signature over all.
    docRequests: items.map((itemsRequest) =>
      mapOf({ itemsRequest, readerAuth: signed(identity, ["ReaderAuthentication", session, itemsRequest]) }),
    ),
    deviceRequestInfo: info,
    readerAuthAll: [all],
  });
  return {
    protocol: isoProtocol,
    device_request: writeCbor(deviceRequest).toString("base64url"),
    encryption_info: encryptionInfo(request),
    response_url: `${publicUrl}/wallet/mdoc-responses/${request.id}`,
  } as const;
}

const [algorithmHeader, chainHeader, es256] = [1, 33, -7];

/** A COSE_Sign1 with detached content (ISO/IEC 18013-5, 9.1.4.4), signed with the operator's key. */
function signed({ key, certificates }: WalletPlace["identity"], content: readonly CborValue[]): CborValue {
  const headers = writeCbor(new Map([[algorithmHeader, es256]]));
  const data = writeCbor(["Signature1", headers, Buffer.alloc(0), writeCbor(embedded(content))]);
  const signature = sign("sha256", data, { key, dsaEncoding: "ieee-p1363" });
  const chain = certificates.map((one) => Buffer.from(one, "base64"));
  // RFC 9360, 2: a single certificate is not put into an array.
  const [only = Buffer.alloc(0)] = chain;
  return [
    headers,
    new Map<string | number, CborValue>([[chainHeader, chain.length === 1 ? only : chain]]),
    null,
    signature,
  ];
}
