/** Reads files of certificate revocation lists (RFC 5280, 5; ICAO Doc 9303-12, 7.1.4). */
import { attempt } from "../attempt.ts";
import { budgets } from "../budgets.ts";
import { type AlgorithmId, algorithmIdOf } from "../certificates/algorithms.ts";
import {
  contextTag,
  type Element,
  elementsOf,
  EncodingError,
  fieldsOf,
  octetsOf,
  oidOf,
  readElement,
  smallIntegerOf,
  tags,
} from "../certificates/ber.ts";
import { hashOfNameParts, hexOfSerial } from "../certificates/certificate.ts";

export interface RevocationList {
  /** The list as encoded. */
  readonly bytes: Uint8Array;
  /** The bytes that the signature covers. */
  readonly signed: Uint8Array;
  readonly algorithm: AlgorithmId;
  readonly signature: Uint8Array;
  /** The encoded name of the issuer, and the SHA-256 of its parts: see certificate.ts. */
  readonly issuerName: Uint8Array;
  readonly issuerParts: string;
  readonly issuerKeyId: string | null;
  readonly issuedAtMs: number;
  readonly nextAtMs: number | undefined;
  /** Serial numbers in hex. */
  readonly revoked: ReadonlySet<string>;
}

const pemList = /-----BEGIN X509 CRL-----([^-]+)-----END X509 CRL-----/g;
/** LDIF, the text format of the ICAO's directory (RFC 2849). A line that begins with a space continues the one before. */
const ldifStart = /^(?:#[^\n]*\n|\s)*(?:version:|dn:)/;
const ldifValue = /^certificateRevocationList;binary:: *([\w+/=]+)\r?$/gim;

/**
 * Reads the lists of a file: PEM, one in DER, or LDIF.
 * @returns the lists, undefined in place of each that cannot be read; undefined for any other file
 */
export function readRevocationFile(file: Buffer): readonly (RevocationList | undefined)[] | undefined {
  const text = file.toString("latin1");
  const isLdif = ldifStart.test(text);
  const values = isLdif ? text.replaceAll(/\r?\n /g, "").matchAll(ldifValue) : text.matchAll(pemList);
  const encoded = Array.from(values, ([, value = ""]) => Buffer.from(value, "base64"));
  if (encoded.length > budgets.certificatesInFile) return undefined;
  if (encoded.length > 0) return encoded.map((bytes) => attempt(() => readRevocationList(bytes)));
  const one = isLdif ? undefined : attempt(() => readRevocationList(file));
  return one && [one];
}

const authorityKeyIdentifier = "2.5.29.35";
/**
 * Extensions that may be critical. Other critical ones change what a list covers, and no authority of documents uses them: changes to another list,
 * partial lists, and lists of other issuers.
 */
const knownExtensions: ReadonlySet<string> = new Set([authorityKeyIdentifier, "2.5.29.20"]);
/** Extensions of an entry that may be critical: the reason, and since when the certificate was not to be trusted. */
const knownOfEntry: ReadonlySet<string> = new Set(["2.5.29.21", "2.5.29.24"]);

/** @throws EncodingError */
export function readRevocationList(bytes: Uint8Array): RevocationList {
  const whole = fieldsOf(readElement(bytes));
  const signedList = whole.take(tags.sequence);
  const algorithm = whole.take(tags.sequence);
  const { content: signature } = whole.take(tags.bitString);
  whole.end();
  const fields = fieldsOf(signedList);
  const version = fields.option(tags.integer);
  if (version && smallIntegerOf(version) !== 1) throw new EncodingError("the CRL is not of version 2");
  if (Buffer.compare(fields.take(tags.sequence).bytes, algorithm.bytes) !== 0)
    throw new EncodingError("the CRL has two different signature algorithms");
  const issuer = fields.take(tags.sequence);
  const issuedAtMs = timeOf(fields.any());
  const next = fields.option(utcTime) ?? fields.option(generalizedTime);
  const entries = fields.option(tags.sequence);
  const extensions = extensionsOf(fields.option(contextTag(0))?.content, knownExtensions);
  fields.end();
  const key = extensions.get(authorityKeyIdentifier);
  const keyId = key && fieldsOf(readElement(key)).option(contextTag(0, "primitive"));
  return {
    bytes,
    signed: signedList.bytes,
    algorithm: algorithmIdOf(algorithm),
    // The first byte is the number of unused bits at the end.
    signature: signature.subarray(1),
    issuerName: issuer.bytes,
    issuerParts: hashOfNameParts(issuer.bytes),
    issuerKeyId: keyId ? Buffer.from(keyId.content).toString("hex") : null,
    issuedAtMs,
    nextAtMs: next && timeOf(next),
    revoked: new Set(entries ? elementsOf(entries.content, budgets.revokedCertificates).map(serialOf) : []),
  };
}

function serialOf(entry: Element): string {
  const fields = fieldsOf(entry);
  const { content } = fields.take(tags.integer);
  timeOf(fields.any());
  const extensions = fields.option(tags.sequence);
  if (extensions) extensionsOf(extensions.bytes, knownOfEntry);
  fields.end();
  return hexOfSerial(content);
}

/** @param wrapped the SEQUENCE of extensions. @throws EncodingError if one that is not known is critical */
function extensionsOf(wrapped: Uint8Array | undefined, known: ReadonlySet<string>): ReadonlyMap<string, Uint8Array> {
  const values = new Map<string, Uint8Array>();
  for (const extension of wrapped ? elementsOf(readElement(wrapped).content) : []) {
    const fields = fieldsOf(extension);
    const id = oidOf(fields.take(tags.oid));
    const isCritical = (fields.option(tags.boolean)?.content[0] ?? 0) !== 0;
    if (isCritical && !known.has(id)) throw new EncodingError("the CRL has a critical extension that is not supported");
    values.set(id, octetsOf(fields.take(tags.octetString)));
  }
  return values;
}

const [utcTime, generalizedTime] = [0x17, 0x18];
const timePattern = /^(\d{2}|\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})Z$/;

/** Reads a time (RFC 5280, 4.1.2.5). @throws EncodingError */
function timeOf(element: Element | undefined): number {
  const isShort = element?.tag === utcTime;
  const text = element && (isShort || element.tag === generalizedTime) ? element.content : new Uint8Array();
  const [, year = "", ...rest] = timePattern.exec(Buffer.from(text).toString("latin1")) ?? [];
  if (year.length !== (isShort ? 2 : 4)) throw new EncodingError("the time is not a UTCTime or GeneralizedTime");
  const fullYear = isShort ? (Number(year) < 50 ? 2000 : 1900) + Number(year) : Number(year);
  const [month = 0, day, hours, minutes, seconds] = rest.map(Number);
  return Date.UTC(fullYear, month - 1, day, hours, minutes, seconds);
}
