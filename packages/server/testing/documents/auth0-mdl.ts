/** Mobile documents made by @auth0/mdl, an implementation independent of the one that reads them in the service. */
import assert from "node:assert/strict";
import { createHash, createPublicKey, generateKeyPairSync, type KeyObject, verify, X509Certificate } from "node:crypto";
import { DataItem, DeviceResponse, Document, MDoc } from "@auth0/mdl";
import { sealFor } from "./hpke.ts";
import type { DocumentSigner } from "./mdoc.ts";

const jwkOf = (key: KeyObject) => ({ ...key.export({ format: "jwk" }), kid: "1" }) as Record<string, string>;
export const pemOf = (der: Uint8Array): string => new X509Certificate(der).toString();
export const cborOf = (data: unknown): Buffer => Buffer.from(DataItem.fromData(data).buffer);
/** CBOR in tag 24, the form in which the library expects a transcript. */
export const inTag24 = (bytes: Uint8Array): Buffer => cborOf(new DataItem({ buffer: bytes }));
const read = (bytes: Uint8Array): unknown => new DataItem({ buffer: bytes }).data;
export const sha256 = (data: Uint8Array): Buffer => createHash("sha256").update(data).digest();

interface Kind {
  readonly docType: string;
  readonly namespace: string;
}

/** Issues a document, signed by an issuer with one P-256 certificate, to a new device. */
export async function issueByAuth0({ key, certificate }: DocumentSigner, kind: Kind, portrait: Uint8Array) {
  const device = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const document = await new Document(kind.docType)
    .addIssuerNameSpace(kind.namespace, { family_name: "Mustermann", portrait: Buffer.from(portrait) })
    .useDigestAlgorithm("SHA-256")
    .addValidityInfo({ signed: new Date() })
    .addDeviceKeyInfo({ deviceKey: jwkOf(device.publicKey) })
    .sign({ issuerPrivateKey: jwkOf(key), issuerCertificate: pemOf(certificate as Uint8Array), alg: "ES256" });
  return { ...kind, document, deviceKey: device.privateKey };
}

export type Auth0Document = Awaited<ReturnType<typeof issueByAuth0>>;

/** A response that discloses the portrait only; its session transcript is still missing. */
const presenting = ({ document, docType, namespace }: Auth0Document) =>
  DeviceResponse.from(new MDoc([document])).usingPresentationDefinition({
    id: "request",
    input_descriptors: [
      {
        id: docType,
        format: { mso_mdoc: { alg: ["ES256"] } },
        constraints: {
          limit_disclosure: "required",
          fields: [{ path: [`$['${namespace}']['portrait']`], intent_to_retain: false }],
        },
      },
    ],
  });

/** @param transcript as CBOR, or the four strings of the 2023 draft, from which the library builds the transcript itself */
export async function presentByAuth0(
  held: Auth0Document,
  transcript: Uint8Array | readonly [string, string, string, string],
): Promise<Buffer> {
  const response = presenting(held);
  if (transcript instanceof Uint8Array) response.usingSessionTranscriptBytes(inTag24(transcript));
  else response.usingSessionTranscriptForOID4VP(...transcript);
  const signed = await response.authenticateWithSignature(jwkOf(held.deviceKey), "ES256").sign();
  return Buffer.from(signed.encode());
}

/** A request as a page passes it to the browser, after ISO/IEC 18013-7, annex C. */
export interface IsoRequest {
  readonly device_request: string;
  readonly encryption_info: string;
}

type Parts = ReadonlyMap<string, unknown>;
type Signature = readonly [headers: Uint8Array, open: ReadonlyMap<number, unknown>, none: null, signature: Uint8Array];

/** Reads what the wallet is asked for, and checks the verifier's signatures over it for this origin and this request. */
export function readIsoRequest({ device_request, encryption_info }: IsoRequest, origin: string) {
  const transcript = cborOf([null, null, ["dcapi", sha256(cborOf([encryption_info, origin]))]]);
  const request = read(Buffer.from(device_request, "base64url")) as Parts;
  const info = request.get("deviceRequestInfo") as DataItem;
  const docRequests = request.get("docRequests") as readonly ReadonlyMap<string, unknown>[];
  const items = docRequests.map((one) => one.get("itemsRequest") as DataItem);
  const signers = [
    ...(request.get("readerAuthAll") as Signature[]).map(
      (signature) => [signature, ["ReaderAuthenticationAll", read(transcript), items, info]] as const,
    ),
    ...docRequests.map(
      (one, index) =>
        [one.get("readerAuth") as Signature, ["ReaderAuthentication", read(transcript), items[index]]] as const,
    ),
  ].map(([signature, content]) => signerOf(signature, content));
  const [name, encryption] = read(Buffer.from(encryption_info, "base64url")) as [string, Parts];
  assert.equal(name, "dcapi");
  const key = encryption.get("recipientPublicKey") as ReadonlyMap<number, Uint8Array | number>;
  assert.deepEqual([key.get(1), key.get(-1)], [2, 1]);
  const { data: useCases } = info as { readonly data: unknown };
  return {
    transcript,
    signers,
    version: request.get("version"),
    useCases,
    asked: items.map(({ data }) => data as Parts),
    nonce: encryption.get("nonce") as Uint8Array,
    recipient: { x: key.get(-2) as Uint8Array, y: key.get(-3) as Uint8Array },
  };
}

/** @returns the signer's certificate. @throws if the signature does not match it */
function signerOf([headers, open, none, signature]: Signature, content: unknown): Buffer {
  assert.deepEqual([Buffer.from(headers).toString("hex"), none], ["a10126", null]);
  const chain = open.get(33) as Uint8Array | readonly Uint8Array[];
  const signer = Buffer.from(chain instanceof Uint8Array ? chain : (chain[0] ?? assert.fail("no certificate")));
  const data = cborOf(["Signature1", Buffer.from(headers), Buffer.alloc(0), inTag24(cborOf(content))]);
  const key = { key: new X509Certificate(signer).publicKey, dsaEncoding: "ieee-p1363" } as const;
  assert.ok(verify("sha256", data, key, signature), "the verifier's signature");
  return signer;
}

/** The response that the browser returns. */
export function sealIso(
  { transcript, recipient: { x, y } }: Pick<ReturnType<typeof readIsoRequest>, "transcript" | "recipient">,
  file: Uint8Array,
): string {
  const key = { kty: "EC", crv: "P-256", ...textsOf({ x, y }) };
  const { enc, cipherText } = sealFor(createPublicKey({ format: "jwk", key }), transcript, file);
  return cborOf(["dcapi", new Map(Object.entries({ enc, cipherText }))]).toString("base64url");
}

const textsOf = ({ x, y }: { readonly x: Uint8Array; readonly y: Uint8Array }) => ({
  x: Buffer.from(x).toString("base64url"),
  y: Buffer.from(y).toString("base64url"),
});
