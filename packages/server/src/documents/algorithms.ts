import { constants, type KeyObject, verify } from "node:crypto";
import { type AlgorithmIdentifier, RSASSAPSSParams } from "pkijs";

/** Of ICAO Doc 9303-12, 4.4, without SHA-1, which can be collided with. */
const hashes: Readonly<Record<string, string>> = {
  "2.16.840.1.101.3.4.2.4": "sha224",
  "2.16.840.1.101.3.4.2.1": "sha256",
  "2.16.840.1.101.3.4.2.2": "sha384",
  "2.16.840.1.101.3.4.2.3": "sha512",
};

const rsa: Readonly<Record<string, string>> = {
  "1.2.840.113549.1.1.14": "sha224",
  "1.2.840.113549.1.1.11": "sha256",
  "1.2.840.113549.1.1.12": "sha384",
  "1.2.840.113549.1.1.13": "sha512",
};
const ecdsa: Readonly<Record<string, string>> = {
  "1.2.840.10045.4.3.1": "sha224",
  "1.2.840.10045.4.3.2": "sha256",
  "1.2.840.10045.4.3.3": "sha384",
  "1.2.840.10045.4.3.4": "sha512",
};
const rsaEncryption = "1.2.840.113549.1.1.1";
const rsaPss = "1.2.840.113549.1.1.10";

const modulusBitsMin = 2048;
const curves: ReadonlySet<string> = new Set([
  "prime256v1",
  "secp384r1",
  "secp521r1",
  "brainpoolP256r1",
  "brainpoolP320r1",
  "brainpoolP384r1",
  "brainpoolP512r1",
]);

export interface SignatureAlgorithm {
  readonly key: "rsa" | "ec";
  readonly hash: string;
  readonly padding?: number;
  readonly saltLength?: number;
}

/** @returns undefined for one that is not on the list */
export const hashOf = ({ algorithmId }: Pick<AlgorithmIdentifier, "algorithmId">): string | undefined =>
  hashes[algorithmId];

/**
 * @param digest of the signer, for signatures that do not name their own
 * @returns undefined for one that is not on the list
 */
export function signatureAlgorithmOf(
  { algorithmId, algorithmParams }: AlgorithmIdentifier,
  digest?: string,
): SignatureAlgorithm | undefined {
  if (algorithmId === rsaPss) return pssOf(algorithmParams);
  const key = algorithmId in ecdsa ? "ec" : "rsa";
  const hash = ecdsa[algorithmId] ?? rsa[algorithmId] ?? (algorithmId === rsaEncryption ? digest : undefined);
  return hash === undefined ? undefined : { key, hash };
}

/** RFC 4055, 3.1; with one hash for both of its uses, as is common practice. */
function pssOf(schema: unknown): SignatureAlgorithm | undefined {
  const { hashAlgorithm, maskGenAlgorithm, saltLength } = new RSASSAPSSParams({ schema });
  const hash = hashOf(hashAlgorithm);
  const mask = (maskGenAlgorithm.algorithmParams as { valueBlock?: { value?: { toString(): string }[] } } | undefined)
    ?.valueBlock?.value?.[0];
  const isOne = mask?.toString().endsWith(hashAlgorithm.algorithmId) ?? false;
  return hash && isOne ? { key: "rsa", hash, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength } : undefined;
}

/** Whether a key is strong enough, and one that the algorithm is for. */
export function isKeyAllowed(
  { asymmetricKeyType, asymmetricKeyDetails = {} }: KeyObject,
  { key }: Pick<SignatureAlgorithm, "key">,
) {
  const { modulusLength = 0, namedCurve = "" } = asymmetricKeyDetails;
  if (key === "ec") return asymmetricKeyType === "ec" && curves.has(namedCurve);
  return (asymmetricKeyType === "rsa" || asymmetricKeyType === "rsa-pss") && modulusLength >= modulusBitsMin;
}

/** Wallets and those who issue to them sign by ECDSA, whose two numbers are side by side (RFC 9053, 2.1; RFC 7518, 3.4). */
export const isEcdsaSignedBy = (hash: string, data: Uint8Array, signature: Uint8Array, key: KeyObject): boolean =>
  isCurveAllowed(key) && verify(hash, data, { key, dsaEncoding: "ieee-p1363" }, signature);

export const isCurveAllowed = (key: KeyObject): boolean => isKeyAllowed(key, { key: "ec" });

export const isSignedBy = (
  data: Uint8Array,
  signature: Uint8Array,
  key: KeyObject,
  { hash, padding, saltLength }: SignatureAlgorithm,
): boolean => verify(hash, data, { key, ...(padding && { padding, saltLength }) }, signature);
