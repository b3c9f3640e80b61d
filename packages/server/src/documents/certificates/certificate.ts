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

/** Names and key ids of a certificate's issuer and subject. */
export interface CertificateNames {
  /** SHA-256 of the parts of the subject's name, regardless of their order and case: see `hashOfNameParts`. */
  readonly subjectParts: string;
  /** SHA-256 of the encoded names. */
  readonly subjectHash: string;
  readonly issuerHash: string;
  /** Ids (hex) of its own key and of the issuer's key; null if the certificate does not state them. */
  readonly keyId: string | null;
  readonly issuerKeyId: string | null;
}

/** A certificate as it is identified on revocation lists. */
export interface CertificateName {
  /** SHA-256 of the parts of the issuer's name. */
  readonly issuer: string;
  /** Hex, without leading zeros. */
  readonly serial: string;
}

/** Parts of a certificate that OpenSSL does not report. */
export interface CertificateParts extends CertificateNames {
  /** As encoded in the certificate. */
  readonly issuer: Uint8Array;
  readonly subject: Uint8Array;
  readonly serialNumber: Uint8Array;
  /** The algorithm of its signature. */
  readonly algorithm: AlgorithmId;
}

/** Reads a certificate without reading its key. @throws if it is malformed, or larger than any genuine one */
export function readX509(certificate: Uint8Array | string): X509Certificate {
  // PEM has four characters for three bytes, besides its line breaks and markers.
  const bytes = typeof certificate === "string" ? certificate.length / 1.5 : certificate.length;
  if (bytes > budgets.certificateBytes)
    throw new EncodingError(`the certificate has more than ${budgets.certificateBytes} bytes`);
  return new X509Certificate(certificate);
}

/**
 * Reads a certificate and its key: Node reads the key only on demand.
 * @param certificate DER, or PEM
 * @throws if the certificate or its key is malformed
 */
export function readCertificate(certificate: Uint8Array | string): X509Certificate {
  const read = readX509(certificate);
  if (!read.publicKey) throw new EncodingError("the certificate has no public key that can be read");
  return read;
}

const subjectKeyIdentifier = "2.5.29.14";
const authorityKeyIdentifier = "2.5.29.35";

/** SHA-256 of an encoded name. */
export const nameHashOf = (name: Uint8Array): string => createHash("sha256").update(name).digest("hex");
const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");

/** The value of an extension; undefined if the certificate has none with this id. @throws EncodingError if the input is no certificate */
export const extensionOf = (der: Uint8Array, id: string): Uint8Array | undefined => readParts(der).valueOf(id);

const keyUsage = "2.5.29.15";

/** Whether a key may sign documents: its certificate allows it, or does not restrict the key's usage (RFC 5280, 4.2.1.3). @throws EncodingError */
export function isForSigning(der: Uint8Array): boolean {
  const usage = extensionOf(der, keyUsage);
  if (!usage) return true;
  const { tag, content } = readElement(usage);
  // The first byte is the number of unused bits at the end; digitalSignature is the first bit.
  return tag === tags.bitString && ((content[1] ?? 0) & 0x80) !== 0;
}

/** @throws EncodingError if the input is no certificate */
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

/** Reads the fields of a certificate (RFC 5280, 4.1). */
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

/** Values of the extensions by id; if an id occurs twice, the first counts. */
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
 * SHA-256 of a name, regardless of the order of its parts, the type of their strings, and case and spaces (RFC 5280, 7.1): an authority does not
 * write its name in the same way everywhere.
 * @throws EncodingError if the input is no name
 */
export function hashOfNameParts(name: Uint8Array): string {
  const sets = elementsOf(readElement(name).content);
  if (sets.some(({ tag }) => tag !== tags.set)) throw new EncodingError("the name has an element that is not a SET");
  const parts = sets.flatMap(({ content }) => elementsOf(content)).map(partOfName);
  return nameHashOf(Buffer.from(JSON.stringify(parts.toSorted())));
}

function partOfName(element: Element): string {
  const fields = fieldsOf(element);
  const id = oidOf(fields.take(tags.oid));
  const text = Buffer.from(fields.any()?.content ?? "").toString();
  return `${id}=${text.trim().replaceAll(/\s+/g, " ").toLowerCase()}`;
}

/** @param content of the INTEGER */
export const hexOfSerial = (content: Uint8Array): string => hexOf(content).replace(/^0+/, "");

/** @throws EncodingError if the input is no certificate */
export function certificateNameOf(der: Uint8Array): CertificateName {
  const { issuer, serialNumber } = readParts(der);
  return { issuer: hashOfNameParts(issuer), serial: hexOfSerial(serialNumber) };
}
