import type { X509Certificate } from "node:crypto";
import { attempt } from "../attempt.ts";
import { budgets } from "../budgets.ts";
import { elementsOf, EncodingError, fieldsOf, readElement, tags } from "../certificates/ber.ts";
import { readX509 } from "../certificates/certificate.ts";
import { readSignedData } from "../certificates/cms.ts";
import type { DocumentType } from "../document.ts";
import { isPlainCbor } from "../mdoc/cbor.ts";
import { readPidProviders, readVical, type SignedList } from "./signed-list.ts";
import type { AnchorUse } from "./uses.ts";

const masterList = "2.23.136.1.1.2";
const pemCertificate = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/**
 * LDIF, the text format of the ICAO's directory (RFC 2849): master lists and certificates. A line that begins with a space continues the one before.
 */
const ldifStart = /^(?:#[^\n]*\n|\s)*(?:version:|dn:)/;
const ldifValue = /^(?:pkdMasterListContent|(?:user|cA)Certificate;binary):: *([\w+/=]+)\r?$/gim;
const compactJws = /^[\w-]+\.[\w-]+\.[\w-]+\s*$/;

/** An authority and the document types that it is trusted for; undefined: all. */
export interface ListedAuthority {
  readonly certificate: X509Certificate;
  readonly documentTypes?: readonly AnchorUse[] | undefined;
}

export interface AnchorFile {
  /** In the order of the file, duplicates included. */
  readonly authorities: readonly ListedAuthority[];
  /** Number of certificates that are not of an authority (without CA:TRUE). */
  readonly others: number;
  /** Number of certificates that cannot be read. */
  readonly unreadable: number;
  /** Dates and signature of a list that its provider has signed; undefined for other files. */
  readonly list: SignedList | undefined;
}

/** Certificates of a file before they are parsed. */
export interface Certificates {
  readonly entries: readonly {
    readonly der: Uint8Array | string;
    readonly documentTypes: ListedAuthority["documentTypes"];
  }[];
  readonly list?: SignedList;
}

/**
 * Reads the certificates of a file: PEM, one in DER, a master list (ICAO Doc 9303-12, 8), LDIF of these, a VICAL, or an EU list of PID providers. The
 * signature of a signed list is checked later: see signed-list.ts.
 * @returns undefined for any other file
 */
export function readAnchorFile(file: Buffer): AnchorFile | undefined {
  const found = attempt(() => readText(file.toString("latin1")) ?? readDer(file));
  if (!found) return undefined;
  const read = found.entries.map(({ der, documentTypes }) => ({
    certificate: attempt(() => readX509(der)),
    documentTypes,
  }));
  const certificates = read.flatMap(({ certificate, documentTypes }) =>
    certificate ? [{ certificate, documentTypes }] : [],
  );
  if (certificates.length === 0) return undefined;
  const authorities = certificates.filter(({ certificate }) => certificate.ca);
  const [others, unreadable] = [certificates.length - authorities.length, read.length - certificates.length];
  return { authorities, others, unreadable, list: found.list };
}

/** @returns undefined if the text has no certificates */
function readText(text: string): Certificates | undefined {
  if (compactJws.test(text)) return readPidProviders(text.trim());
  if (!ldifStart.test(text)) {
    const found = text.match(pemCertificate);
    return found ? { entries: found.map((der) => ({ der, documentTypes: undefined })) } : undefined;
  }
  const values = text.replaceAll(/\r?\n /g, "").matchAll(ldifValue);
  const read = Array.from(values, ([, value = ""]) => readDer(Buffer.from(value, "base64")));
  // Every entry of the ICAO's directory is for travel documents.
  return { entries: read.flatMap(({ entries }) => entries).map(({ der }) => ({ der, documentTypes: travel })) };
}

const travel: readonly DocumentType[] = ["travel_document"];

function readDer(file: Buffer): Certificates {
  if (attempt(() => readX509(file))) return { entries: [{ der: file, documentTypes: undefined }] };
  return isPlainCbor(file) ? readVical(file) : readMasterList(file);
}

function readMasterList(file: Buffer): Certificates {
  const { contentType, content } = readSignedData(file);
  if (contentType !== masterList) throw new EncodingError("the CMS content is not an ICAO master list");
  const list = fieldsOf(readElement(content));
  list.take(tags.integer);
  const certificates = elementsOf(list.take(tags.set).content, budgets.certificatesInFile);
  return { entries: certificates.map(({ bytes: der }) => ({ der, documentTypes: travel })) };
}
