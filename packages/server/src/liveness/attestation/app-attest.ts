/**
 * Apple's App Attest: whether a request comes from one's own app on a genuine Apple device, following Apple's "Validating Apps That Connect to Your
 * Server".
 */
import { createHash, createPublicKey, type KeyObject, verify, type X509Certificate } from "node:crypto";
import { attempt } from "../../documents/attempt.ts";
import { contextTag, fieldsOf, octetsOf, readElement, tags } from "../../documents/certificates/ber.ts";
import { extensionOf } from "../../documents/certificates/certificate.ts";
import { issuerOf } from "../../documents/certificates/chain.ts";
import { appleRoot } from "./apple-root.ts";
import { readCbor } from "./read-cbor.ts";

/** Genuine attestations have some six thousand bytes. */
export const attestationBytesMax = 16 * 1024;

/** What the attestation must be for. */
export interface AttestRequest {
  /** `TEAMID.bundle.id` */
  readonly appId: string;
  /** SHA-256 of the data that the app was given to sign. */
  readonly clientDataHash: Uint8Array;
}

/** Why an attestation is rejected. */
export type AttestFault =
  | "unreadable"
  | "untrusted"
  | "expired"
  | "other_request"
  | "other_key"
  | "other_app"
  | "development"
  | "counter"
  | "signature";

type Rejected = { readonly outcome: "rejected"; readonly fault: AttestFault };
const rejected = (fault: AttestFault): Rejected => ({ outcome: "rejected", fault });

export interface AttestedKey {
  readonly outcome: "attested";
  readonly environment: "production" | "development";
  /** SPKI, DER: verifies the app's assertions. */
  readonly publicKey: Uint8Array;
}

const nonceExtension = "1.2.840.113635.100.8.2";
/** AAGUID in the authenticator data. */
const environments = {
  production: Buffer.from("appattest\0\0\0\0\0\0\0"),
  development: Buffer.from("appattestdevelop"),
} as const;

const sha256 = (...parts: readonly Uint8Array[]): Buffer =>
  parts.reduce((hash, part) => hash.update(part), createHash("sha256")).digest();
const isSame = (one: Uint8Array, other: Uint8Array | undefined): boolean =>
  other !== undefined && Buffer.compare(one, other) === 0;

/**
 * Checks a new key of an app that Apple attests to be of this app on a genuine device.
 * @param keyId SHA-256 of the public key, as given to the app
 * @param root for tests
 */
export async function checkAttestation(
  attestation: Uint8Array,
  { keyId, appId, clientDataHash }: AttestRequest & { readonly keyId: Uint8Array },
  nowMs: number,
  {
    allowDevelopment = false,
    root = appleRoot,
  }: { readonly allowDevelopment?: boolean; readonly root?: X509Certificate } = {},
): Promise<AttestedKey | Rejected> {
  const parts = partsOf(attestation);
  if (!parts) return rejected("unreadable");
  const { chain, authData } = parts;
  const issued = await issuerOf(chain, async () => [root], nowMs);
  if (issued.outcome === "document_expired" || issued.outcome === "document_not_yet_valid") return rejected("expired");
  if (issued.outcome !== "issued") return rejected("untrusted");
  const nonce = attempt(() => nonceOf(chain[0] as Uint8Array));
  if (!isSame(sha256(authData, clientDataHash), nonce)) return rejected("other_request");
  const { publicKey } = issued.signer;
  const idLength = (authData[53] as number) * 256 + (authData[54] as number);
  const credentialId = authData.subarray(55, 55 + idLength);
  const own = attempt(() => pointOf(publicKey));
  if (!own || !isSame(sha256(own), keyId) || !isSame(credentialId, keyId)) return rejected("other_key");
  if (!isSame(sha256(Buffer.from(appId)), authData.subarray(0, 32))) return rejected("other_app");
  if (counterOf(authData) !== 0) return rejected("counter");
  const aaguid = authData.subarray(37, 53);
  const environment = isSame(environments.production, aaguid)
    ? "production"
    : isSame(environments.development, aaguid)
      ? "development"
      : undefined;
  if (environment === undefined) return rejected("unreadable");
  if (environment === "development" && !allowDevelopment) return rejected("development");
  return { outcome: "attested", environment, publicKey: publicKey.export({ type: "spki", format: "der" }) };
}

/**
 * Checks a request that the app signed with an attested key.
 * @param publicKey SPKI, DER
 * @param counter of the assertion before, or 0
 */
export function checkAssertion(
  assertion: Uint8Array,
  {
    publicKey,
    counter,
    appId,
    clientDataHash,
  }: AttestRequest & { readonly publicKey: Uint8Array; readonly counter: number },
): { readonly outcome: "asserted"; readonly counter: number } | Rejected {
  const map = readCbor(assertion);
  if (!(map instanceof Map)) return rejected("unreadable");
  const [signature, authData] = [map.get("signature"), map.get("authenticatorData")];
  const key = attempt(() => createPublicKey({ key: Buffer.from(publicKey), format: "der", type: "spki" }));
  if (!(signature instanceof Uint8Array) || !(authData instanceof Uint8Array) || authData.length < 37) {
    return rejected("unreadable");
  }
  const nonce = sha256(authData, clientDataHash);
  if (!key || attempt(() => verify("sha256", nonce, key, signature)) !== true) return rejected("signature");
  if (!isSame(sha256(Buffer.from(appId)), authData.subarray(0, 32))) return rejected("other_app");
  const next = counterOf(authData);
  return next > counter ? { outcome: "asserted", counter: next } : rejected("counter");
}

/** The attestation also holds a receipt, which is for Apple's own service. */
function partsOf(attestation: Uint8Array) {
  const map = readCbor(attestation);
  if (!(map instanceof Map) || map.get("fmt") !== "apple-appattest") return undefined;
  const [statement, authData] = [map.get("attStmt"), map.get("authData")];
  const chain = statement instanceof Map ? statement.get("x5c") : undefined;
  if (!(authData instanceof Uint8Array) || authData.length < 87 || !Array.isArray(chain)) return undefined;
  const certificates = chain.filter((one) => one instanceof Uint8Array);
  return certificates.length === chain.length && chain.length > 0 ? { chain: certificates, authData } : undefined;
}

/** The nonce: octets in a sequence of one element. @throws EncodingError */
function nonceOf(certificate: Uint8Array): Uint8Array | undefined {
  const extension = extensionOf(certificate, nonceExtension);
  if (!extension) return undefined;
  const inner = fieldsOf(readElement(extension)).take(contextTag(1));
  return octetsOf(fieldsOf(inner, contextTag(1)).take(tags.octetString));
}

/** X9.62, uncompressed. */
function pointOf(key: KeyObject): Uint8Array {
  const { x = "", y = "" } = key.export({ format: "jwk" });
  return Buffer.concat([Buffer.from([4]), Buffer.from(x, "base64url"), Buffer.from(y, "base64url")]);
}

const counterOf = (authData: Uint8Array): number => Buffer.from(authData.subarray(33, 37)).readUInt32BE();
