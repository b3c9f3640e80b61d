import { createHash, X509Certificate } from "node:crypto";
import { type AlgorithmId, algorithmIdOf } from "./algorithms.ts";
import {
  contextTag,
  type Element,
  EncodingError,
  elementsOf,
  fieldsOf,
  oidOf,
  octetsOf,
  readElement,
  tags,
} from "./ber.ts";
import { budgets } from "../budgets.ts";

/** The names in a certificate: of its issuer and of its subject. */
export interface CertificateNames {
  /** SHA-256 of the parts of the subject's name, in whatever order and spelling of letters: see `hashOfNameParts`. */
  readonly subjectParts: string;
  /** SHA-256 of the names as they are encoded. */
  readonly subjectHash: string;
  readonly issuerHash: string;
  /** Of its own key, and of the key that signed it, where it says so: hex. */
  readonly keyId: string | null;
  readonly issuerKeyId: string | null;
}

/** A certificate as lists of revoked ones name it. */
export interface CertificateName {
  /** SHA-256 of the parts of its issuer's name. */
  readonly issuer: string;
  /** Hex, without leading zeros. */
  readonly serial: string;
}

/** What OpenSSL does not report of a certificate. */
export interface CertificateParts extends CertificateNames {
  /** As they are encoded. */
  readonly issuer: Uint8Array;
  readonly subject: Uint8Array;
  readonly serialNumber: Uint8Array;
  /** What it was signed with. */
  readonly algorithm: AlgorithmId;
}

/** A certificate, whatever its key is. @throws where it is broken, or larger than any genuine one */
export function readX509(certificate: Uint8Array | string): X509Certificate {
  // PEM has four characters for three bytes, and lines around them.
  const bytes = typeof certificate === "string" ? certificate.length / 1.5 : certificate.length;
  if (bytes > budgets.certificateBytes) throw new EncodingError("a large certificate");
  return new X509Certificate(certificate);
}

/**
 * A certificate with a readable key: Node reads the key only on demand.
 * @param certificate DER, or PEM
 * @throws where the certificate or its key is broken
 */
export function readCertificate(certificate: Uint8Array | string): X509Certificate {
  const read = readX509(certificate);
  if (!read.publicKey) throw new EncodingError("a certificate without a key");
  return read;
}

const subjectKeyIdentifier = "2.5.29.14";
const authorityKeyIdentifier = "2.5.29.35";

/** SHA-256 of a name as it is encoded. */
export const nameHashOf = (name: Uint8Array): string => createHash("sha256").update(name).digest("hex");
const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");

/** What an extension holds; undefined where the certificate has none of this id. @throws EncodingError of what is no certificate */
export const extensionOf = (der: Uint8Array, id: string): Uint8Array | undefined => readParts(der).valueOf(id);

const keyUsage = "2.5.29.15";

/** Whether a key is for signing documents: its certificate says so, or does not say what the key is for (RFC 5280, 4.2.1.3). @throws EncodingError */
export function isForSigning(der: Uint8Array): boolean {
  const usage = extensionOf(der, keyUsage);
  if (!usage) return true;
  const { tag, content } = readElement(usage);
  // The first byte is how many bits of the last are none; digitalSignature is the first bit.
  return tag === tags.bitString && ((content[1] ?? 0) & 0x80) !== 0;
}

/** @throws EncodingError of what is no certificate */
export function partsOf(der: Uint8Array): CertificateParts {
  const { algorithm, issuer, serialNumber, subject, valueOf } = readParts(der);
  const own = valueOf(subjectKeyIdentifier);
  const authority = valueOf(authorityKeyIdentifier);
  const issuerKey = authority && fieldsOf(readElement(authority)).option(contextTag(0, "primitive"));
  return {
    algorithm,
    issuer,
    subject,
    serialNumber,
    subjectHash: nameHashOf(subject),
    subjectParts: hashOfNameParts(subject),
    issuerHash: nameHashOf(issuer),
    keyId: own ? hexOf(octetsOf(readElement(own))) : null,
    issuerKeyId: issuerKey ? hexOf(issuerKey.content) : null,
  };
}

/** RFC 5280, 4.1. */
function readParts(der: Uint8Array) {
  const certificate = fieldsOf(readElement(der));
  const signed = fieldsOf(certificate.take(tags.sequence));
  const algorithm = algorithmIdOf(certificate.take(tags.sequence));
  certificate.take(tags.bitString);
  certificate.end();
  signed.option(contextTag(0));
  const serialNumber = signed.take(tags.integer).content;
  signed.take(tags.sequence);
  const issuer = signed.take(tags.sequence).bytes;
  signed.take(tags.sequence);
  const subject = signed.take(tags.sequence).bytes;
  signed.take(tags.sequence);
  signed.option(contextTag(1, "primitive"));
  signed.option(contextTag(2, "primitive"));
  const extensions = signed.option(contextTag(3))?.content;
  return { algorithm, issuer, serialNumber, subject, valueOf: extensionsOf(extensions) };
}

/** What the extensions hold, by their id: of two of one id the first. */
function extensionsOf(extensions: Uint8Array | undefined): (id: string) => Uint8Array | undefined {
  const values = new Map<string, Uint8Array>();
  for (const extension of extensions ? elementsOf(readElement(extensions).content) : []) {
    const fields = fieldsOf(extension);
    const id = oidOf(fields.take(tags.oid));
    fields.option(tags.boolean);
    if (!values.has(id)) values.set(id, fields.take(tags.octetString).content);
  }
  return (id) => values.get(id);
}

/**
 * SHA-256 of what a name says, whatever the order of its parts, the kind of their texts, and the spelling of letters and spaces (RFC 5280, 7.1):
 * an authority does not write its name in one way everywhere.
 * @throws EncodingError of what is no name
 */
export function hashOfNameParts(name: Uint8Array): string {
  const sets = elementsOf(readElement(name).content);
  if (sets.some(({ tag }) => tag !== tags.set)) throw new EncodingError("no name");
  const parts = sets.flatMap(({ content }) => elementsOf(content)).map(partOfName);
  return nameHashOf(Buffer.from(JSON.stringify(parts.toSorted())));
}

function partOfName(element: Element): string {
  const fields = fieldsOf(element);
  const id = oidOf(fields.take(tags.oid));
  const text = Buffer.from(fields.any()?.content ?? "").toString();
  return `${id}=${text.trim().replaceAll(/\s+/g, " ").toLowerCase()}`;
}

/** @param content of the integer */
export const hexOfSerial = (content: Uint8Array): string => hexOf(content).replace(/^0+/, "");

/** @throws EncodingError of what is no certificate */
export function certificateNameOf(der: Uint8Array): CertificateName {
  const { issuer, serialNumber } = readParts(der);
  return { issuer: hashOfNameParts(issuer), serial: hexOfSerial(serialNumber) };
}
