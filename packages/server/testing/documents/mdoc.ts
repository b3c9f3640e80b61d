/** Mobile documents (ISO/IEC 18013-5) as an issuer and a wallet make them. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import {
  cborDecode,
  cborEncode,
  CoseKey,
  type Curve,
  DataItem,
  DeviceKey,
  DeviceNamespaces,
  DeviceRequest,
  DeviceResponse,
  DocRequest,
  Holder,
  Issuer,
  IssuerAuth,
  IssuerSigned,
  ItemsRequest,
  type MdocContext,
  SessionTranscript,
  Sign1,
  type SignatureAlgorithm,
} from "@owf/mdoc";
import { algorithmOf, type WalletCurve } from "./algorithm-of.ts";

const unused = () => {
  throw new Error("not part of making a document");
};

/** Signs with this key, whichever key the library requests. */
const contextOf = (key: KeyObject): MdocContext => ({
  crypto: {
    random: (length) => randomBytes(length),
    digest: ({ digestAlgorithm, bytes }) => createHash(digestAlgorithm.replace("-", "")).update(bytes).digest(),
    calculateEphemeralMacKey: unused,
  },
  cose: {
    sign1: {
      sign: ({ toBeSigned }) => sign(algorithmOf(key).hash, toBeSigned, { key, dsaEncoding: "ieee-p1363" }),
      verify: unused,
    },
    mac0: { sign: unused, verify: unused },
  },
  x509: {
    getIssuerNameField: unused,
    getPublicKey: unused,
    verifyCertificateChain: unused,
    getCertificateData: unused,
  },
});

/** The JWK with the curve names that the library expects: P-384 and P-521 in lower case. */
const jwkOf = (key: KeyObject) => {
  const { crv = "", ...jwk } = key.export({ format: "jwk" });
  const spelled = crv === "P-256" ? crv : crv.toLowerCase();
  return { ...jwk, crv: spelled, alg: algorithmOf(key).jose } as Parameters<typeof CoseKey.fromJwk>[0];
};
/** @param algorithm the COSE number, which may be one that the library does not name */
function keyOf(key: KeyObject, algorithm?: number): CoseKey {
  const { keyType, algorithm: usual, curve, x, y, d } = CoseKey.fromJwk(jwkOf(key));
  const point = { curve, x, y, d } as { curve: Curve; x: Uint8Array; y: Uint8Array; d: Uint8Array };
  return CoseKey.create({ keyType, ...point, algorithm: (algorithm ?? usual) as SignatureAlgorithm });
}

export const licenseType = "org.iso.18013.5.1.mDL";
export const pidType = "eu.europa.ec.eudi.pid.1";
export const photoIdType = "org.iso.23220.photoid.1";
const namespaces: Readonly<Record<string, string>> = {
  [licenseType]: "org.iso.18013.5.1",
  [pidType]: pidType,
  [photoIdType]: "org.iso.23220.1",
};

export interface IssueOptions {
  readonly docType?: string;
  /** Of its elements; the document type's own by default. */
  readonly namespace?: string;
  /** Undefined for a document without a portrait. */
  readonly portrait: Uint8Array | undefined;
  readonly validFrom?: Date;
  readonly validUntil?: Date;
  readonly signedAt?: Date;
  readonly deviceCurve?: WalletCurve;
  /** COSE number of the algorithm for the issuer's and the device's signature; the usual one of the key's curve by default. */
  readonly algorithm?: number;
}

export interface DocumentSigner {
  readonly key: KeyObject;
  /** The signer's certificate, followed by intermediate ones, if any. */
  readonly certificate: Uint8Array | readonly Uint8Array[];
}

/** A document in a person's wallet, with the device key. */
export interface HeldMdoc {
  readonly docType: string;
  readonly issued: IssuerSigned;
  readonly deviceKey: KeyObject;
  readonly algorithm?: number;
}

const day = 86_400_000;

export async function issueMdoc(
  { key, certificate }: DocumentSigner,
  {
    docType = licenseType,
    namespace = namespaces[docType] ?? docType,
    portrait,
    validFrom,
    validUntil,
    signedAt,
    deviceCurve = "prime256v1",
    algorithm,
  }: IssueOptions,
): Promise<HeldMdoc> {
  const device = generateKeyPairSync("ec", { namedCurve: deviceCurve });
  const now = Math.floor(Date.now() / 1000) * 1000;
  const values = {
    family_name: "Mustermann",
    birth_date: "1990-02-03",
    ...(portrait && { portrait: Uint8Array.from(portrait) }),
  };
  const issued = await new Issuer(docType, contextOf(key)).addIssuerNamespace(namespace, values).sign({
    signingKey: keyOf(key, algorithm),
    certificates: (certificate instanceof Uint8Array ? [certificate] : certificate).map((one) => Uint8Array.from(one)),
    algorithm: algorithm ?? algorithmOf(key).cose,
    digestAlgorithm: "SHA-256",
    deviceKeyInfo: { deviceKey: DeviceKey.fromJwk(jwkOf(device.publicKey)) },
    validityInfo: {
      signed: signedAt ?? new Date(now),
      validFrom: validFrom ?? new Date(now),
      validUntil: validUntil ?? new Date(now + 365 * day),
    },
  });
  return { docType, issued, deviceKey: device.privateKey, ...(algorithm !== undefined && { algorithm }) };
}

/** The same document with one more entry in the mobile security object, which the library cannot write, signed by its issuer. */
export function withEntry(held: HeldMdoc, { key }: DocumentSigner, name: string, value: unknown): HeldMdoc {
  const { protectedHeaders, unprotectedHeaders, payload } = held.issued.issuerAuth;
  const object = cborDecode<Map<string, unknown>>(payload ?? new Uint8Array()).set(name, value);
  const changed = cborEncode(DataItem.fromData(object));
  const toBeSigned = Sign1.toBeSigned({ payload: changed, protectedHeaders });
  const signature = Uint8Array.from(sign("sha256", toBeSigned, { key, dsaEncoding: "ieee-p1363" }));
  const issuerAuth = IssuerAuth.fromDecodedStructure({
    protected: protectedHeaders,
    unprotected: unprotectedHeaders,
    payload: changed,
    signature,
  });
  const { issuerNamespaces } = held.issued;
  return { ...held, issued: IssuerSigned.create({ issuerAuth, ...(issuerNamespaces && { issuerNamespaces }) }) };
}

const verifier = {
  clientId: "x509_hash:selfsame",
  responseUri: "https://face.example.com/wallet",
  nonce: "n-1",
} as const;

/** SessionTranscript of OpenID4VP 1.0 (B.2.6). */
export const transcriptOf = (
  request: Partial<{ clientId: string; responseUri: string; nonce: string; jwkThumbprint: Uint8Array }> = {},
): Promise<SessionTranscript> => SessionTranscript.forOid4Vp({ ...verifier, ...request }, contextOf(unusedKey));

/** SessionTranscript for a request through the browser (B.2.6.2). */
export const browserTranscriptOf = (
  request: Parameters<typeof SessionTranscript.forOid4VpDcApi>[0],
): Promise<SessionTranscript> => SessionTranscript.forOid4VpDcApi(request, contextOf(unusedKey));

const unusedKey = generateKeyPairSync("ec", { namedCurve: "prime256v1" }).privateKey;

/** A DeviceResponse that discloses the portrait only, signed for a session. @param deviceKey a key other than the one that the issuer bound */
export async function presentMdoc(
  { docType, issued, deviceKey, algorithm }: HeldMdoc,
  sessionTranscript: SessionTranscript,
  asked: readonly string[] = ["portrait"],
): Promise<Buffer> {
  const elements = new Map(asked.map((name) => [name, false]));
  const itemsRequest = ItemsRequest.create({
    docType,
    namespaces: new Map(Array.from(issued.issuerNamespaces?.issuerNamespaces.keys() ?? [], (name) => [name, elements])),
  });
  const deviceRequest = DeviceRequest.create({ docRequests: [DocRequest.create({ itemsRequest })] });
  const response = await Holder.createDeviceResponseForDeviceRequest(
    {
      deviceRequest,
      sessionTranscript,
      issuerSigned: [issued],
      deviceNamespaces: DeviceNamespaces.create({ deviceNamespaces: new Map() }),
      signature: { signingKey: keyOf(deviceKey, algorithm) },
    },
    contextOf(deviceKey),
  );
  return Buffer.from(response.encode());
}

export const emptyResponse = (): Buffer => Buffer.from(DeviceResponse.createSimple({ status: 10 }).encode());
