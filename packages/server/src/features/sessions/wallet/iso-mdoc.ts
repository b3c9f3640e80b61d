/** The request for a portrait as browsers pass it on after ISO/IEC 18013-7, annex C: the only protocol of Safari. */
import { sign } from "node:crypto";
import { isoName, isoTranscript } from "../../../documents/mdoc/iso-transcript.ts";
import { type CborValue, embedded, writeCbor, written } from "../../../documents/mdoc/write-cbor.ts";
import { askedMdocs, originOf, type WalletPlace } from "./open-id.ts";
import type { WalletRequest } from "./wallet-request.ts";

const isoProtocol = "org-iso-mdoc";

type IsoPlace = Pick<WalletPlace, "identity" | "publicUrl">;

/** C.2: what the answer is encrypted for. It follows from the request, so that it is the same when the answer comes. */
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

/** What the wallet encrypts its answer with, and what the device signs: nothing of another page, and of no other request. */
export const isoSession = (publicUrl: string, request: WalletRequest): Uint8Array =>
  isoTranscript(encryptionInfo(request), originOf(publicUrl));

/** @returns as the browser takes it, and where the answer goes */
export function isoRequest({ identity, publicUrl }: IsoPlace, request: WalletRequest) {
  const session = written(isoSession(publicUrl, request));
  const items = askedMdocs.map(({ docType, namespace }) =>
    embedded(mapOf({ docType, nameSpaces: mapOf({ [namespace]: mapOf({ portrait: false }) }) })),
  );
  // One of them, whichever the wallet has.
  const documentSets = items.map((_, index) => [index]);
  const info = embedded(mapOf({ useCases: [mapOf({ mandatory: true, documentSets })] }));
  const all = signed(identity, ["ReaderAuthenticationAll", session, items, info]);
  const deviceRequest = mapOf({
    version: "1.1",
    // By document for wallets of the standard's first edition, which know no signature over the whole.
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

/** COSE_Sign1 over what is not in it (ISO/IEC 18013-5, 9.1.4.4), by the key that wallets know the operator by. */
function signed({ key, certificates }: WalletPlace["identity"], content: readonly CborValue[]): CborValue {
  const headers = writeCbor(new Map([[algorithmHeader, es256]]));
  const data = writeCbor(["Signature1", headers, Buffer.alloc(0), writeCbor(embedded(content))]);
  const signature = sign("sha256", data, { key, dsaEncoding: "ieee-p1363" });
  const chain = certificates.map((one) => Buffer.from(one, "base64"));
  // RFC 9360, 2: one certificate is no list.
  const [only = Buffer.alloc(0)] = chain;
  return [
    headers,
    new Map<string | number, CborValue>([[chainHeader, chain.length === 1 ? only : chain]]),
    null,
    signature,
  ];
}
