import { constants, type KeyObject, verify } from "node:crypto";
import { attempt } from "../attempt.ts";
import { contextTag, EncodingError, type Element, fieldsOf, oidOf, readElement, smallIntegerOf, tags } from "./ber.ts";
import { budgets } from "../budgets.ts";

/** An algorithm identifier (RFC 5280, 4.1.1.2). */
export interface AlgorithmId {
  readonly id: string;
  /** Undefined if they are missing or NULL. */
  readonly parameters: Element | undefined;
}

/** @throws EncodingError */
export function algorithmIdOf(element: Element): AlgorithmId {
  const fields = fieldsOf(element);
  const id = oidOf(fields.take(tags.oid));
  const none = fields.option(tags.null);
  if (none && none.content.length > 0) throw new EncodingError("the NULL parameters of an algorithm are not empty");
  const parameters = none ? undefined : fields.any();
  fields.end();
  return { id, parameters };
}

/** The hashes of ICAO Doc 9303-12, 4.4, and SHA-1, which its earlier editions allowed. */
const hashes: Readonly<Record<string, string>> = {
  "1.3.14.3.2.26": "sha1",
  "2.16.840.1.101.3.4.2.4": "sha224",
  "2.16.840.1.101.3.4.2.1": "sha256",
  "2.16.840.1.101.3.4.2.2": "sha384",
  "2.16.840.1.101.3.4.2.3": "sha512",
};

/** SHA-1 collisions have become affordable, and NIST disallows both hashes from 2031 on (SP 800-131A). */
const weakHashes: ReadonlySet<string> = new Set(["sha1", "sha224"]);

/** Whether a signature with this hash is accepted only if the caller allows it. */
export const isWeak = (hash: string): boolean => weakHashes.has(hash);

const rsa: Readonly<Record<string, string>> = {
  "1.2.840.113549.1.1.5": "sha1",
  "1.2.840.113549.1.1.14": "sha224",
  "1.2.840.113549.1.1.11": "sha256",
  "1.2.840.113549.1.1.12": "sha384",
  "1.2.840.113549.1.1.13": "sha512",
};
const ecdsa: Readonly<Record<string, string>> = {
  "1.2.840.10045.4.1": "sha1",
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

/** @returns undefined for a hash that is not supported */
export const hashOf = ({ id, parameters }: AlgorithmId): string | undefined => (parameters ? undefined : hashes[id]);

/**
 * @param digest of the signer, for signature algorithms that do not name a hash
 * @returns undefined for an algorithm that is not supported
 * @throws EncodingError
 */
export function signatureAlgorithmOf(algorithm: AlgorithmId, digest?: string): SignatureAlgorithm | undefined {
  const { id, parameters } = algorithm;
  if (id === rsaPss) return parameters && pssOf(parameters);
  if (parameters) return undefined;
  const hash = ecdsa[id] ?? rsa[id] ?? (id === rsaEncryption ? digest : undefined);
  return hash === undefined ? undefined : { key: id in ecdsa ? "ec" : "rsa", hash };
}

const mgf1 = "1.2.840.113549.1.1.8";
/** Length of the longest hash. */
const saltBytesMax = 64;

interface PssParameters {
  /** Undefined for a hash that is not supported. */
  readonly hash: string | undefined;
  readonly maskHash: string | undefined;
  readonly saltLength: number;
}

/**
 * Reads RSA-PSS parameters (RFC 4055, 3.1). Missing ones mean SHA-1 and a salt of its length. @returns undefined for another trailer or mask function
 */
function readPss(parameters: Element): PssParameters | undefined {
  const fields = fieldsOf(parameters);
  const inner = (number: number) => {
    const field = fields.option(contextTag(number));
    return field && readElement(field.content);
  };
  const [digest, mask, salt, trailer] = [inner(0), inner(1), inner(2), inner(3)];
  fields.end();
  if (trailer && smallIntegerOf(trailer) !== 1) return undefined;
  const generator = mask && algorithmIdOf(mask);
  if (generator && (generator.id !== mgf1 || !generator.parameters)) return undefined;
  return {
    hash: digest ? hashOf(algorithmIdOf(digest)) : "sha1",
    maskHash: generator?.parameters ? hashOf(algorithmIdOf(generator.parameters)) : "sha1",
    saltLength: salt ? smallIntegerOf(salt) : 20,
  };
}

/** RSA-PSS with one hash for both of its uses: common practice, and all that Node verifies. */
function pssOf(parameters: Element): SignatureAlgorithm | undefined {
  const { hash, maskHash, saltLength = 0 } = readPss(parameters) ?? {};
  if (!hash || maskHash !== hash || saltLength > saltBytesMax) return undefined;
  return { key: "rsa", hash, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength };
}

/** Name of an algorithm in error messages; its OID if it has no name here. */
export function nameOf({ id, parameters }: AlgorithmId): string {
  const hash = hashes[id] ?? rsa[id] ?? ecdsa[id];
  const named = hash && hashName(hash);
  if (id in rsa) return `RSA with ${named}`;
  if (id in ecdsa) return `ECDSA with ${named}`;
  if (named !== undefined) return named;
  const pss = id === rsaPss && parameters ? attempt(() => readPss(parameters)) : undefined;
  const { hash: digest, maskHash } = pss ?? {};
  if (digest && maskHash) return `RSA-PSS with ${hashName(digest)} and MGF1-${hashName(maskHash).replace("-", "")}`;
  return otherNames[id] ?? id;
}

const hashName = (hash: string): string => hash.replace("sha", "SHA-");

/** Names of algorithms that documents have been seen with and that are not supported. */
const otherNames: Readonly<Record<string, string>> = {
  [rsaEncryption]: "RSA",
  [rsaPss]: "RSA-PSS with unknown parameters",
  "1.2.840.113549.2.5": "MD5",
  "1.2.840.113549.1.1.4": "RSA with MD5",
  "1.2.840.10040.4.3": "DSA with SHA-1",
  "2.16.840.1.101.3.4.3.2": "DSA with SHA-256",
  "1.3.101.112": "Ed25519",
  "1.3.101.113": "Ed448",
};

/** Description of a key in error messages. */
export const nameOfKey = ({ asymmetricKeyType, asymmetricKeyDetails = {} }: KeyObject): string => {
  const { modulusLength, namedCurve } = asymmetricKeyDetails;
  if (namedCurve !== undefined) return `a key on ${namedCurve}`;
  const kind = (asymmetricKeyType ?? "unknown").replace("-pss", "").toUpperCase();
  return modulusLength === undefined ? `a key of ${kind}` : `a key of ${kind} with ${modulusLength} bits`;
};

/** Whether a key is strong enough, fits the algorithm, and takes no longer to use than genuine ones. */
export function isKeyAllowed(
  { asymmetricKeyType, asymmetricKeyDetails = {} }: KeyObject,
  { key }: Pick<SignatureAlgorithm, "key">,
) {
  const { modulusLength = 0, publicExponent = 0n, namedCurve = "" } = asymmetricKeyDetails;
  if (key === "ec") return asymmetricKeyType === "ec" && curves.has(namedCurve);
  const isRsa = asymmetricKeyType === "rsa" || asymmetricKeyType === "rsa-pss";
  const isModest = modulusLength <= budgets.rsaModulusBits && publicExponent < 2n ** BigInt(budgets.rsaExponentBits);
  return isRsa && isModest && modulusLength >= modulusBitsMin;
}

/** An ECDSA algorithm whose name determines the hash and the curves. */
export interface EcdsaAlgorithm {
  readonly hash: string;
  readonly curves: readonly string[];
}

/** Verifies ECDSA signatures as wallets and their issuers make them, with the two numbers side by side (RFC 9053, 2.1; RFC 7518, 3.4). */
export const isEcdsaSignedBy = (
  algorithm: EcdsaAlgorithm,
  data: Uint8Array,
  signature: Uint8Array,
  key: KeyObject,
): boolean => isFor(algorithm, key) && verify(algorithm.hash, data, { key, dsaEncoding: "ieee-p1363" }, signature);

/** Whether a key is on one of the algorithm's curves. */
export const isFor = ({ curves }: EcdsaAlgorithm, { asymmetricKeyType, asymmetricKeyDetails }: KeyObject): boolean =>
  asymmetricKeyType === "ec" && curves.includes(asymmetricKeyDetails?.namedCurve ?? "");

export const isSignedBy = (
  data: Uint8Array,
  signature: Uint8Array,
  key: KeyObject,
  { hash, padding, saltLength }: SignatureAlgorithm,
): boolean => verify(hash, data, { key, ...(padding && { padding, saltLength }) }, signature);
