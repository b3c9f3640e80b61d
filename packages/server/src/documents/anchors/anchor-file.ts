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

/** What the ICAO's directory has as text (RFC 2849): master lists, and certificates. Long lines go on behind a space. */
const ldifStart = /^(?:#[^\n]*\n|\s)*(?:version:|dn:)/;
const ldifValue = /^(?:pkdMasterListContent|(?:user|cA)Certificate;binary):: *([\w+/=]+)\r?$/gim;
const compactJws = /^[\w-]+\.[\w-]+\.[\w-]+\s*$/;

/** An authority, and the types of document that it is trusted for; undefined: all that it signs. */
export interface ListedAuthority {
  readonly certificate: X509Certificate;
  readonly documentTypes?: readonly AnchorUse[] | undefined;
}

export interface AnchorFile {
  /** In their order, each as often as it is in the file. */
  readonly authorities: readonly ListedAuthority[];
  /** How many certificates are not of an authority, by what they say themselves (CA:TRUE). */
  readonly others: number;
  /** How many certificates cannot be read. */
  readonly unreadable: number;
  /** What a list is signed with that is signed by its provider. */
  readonly list: SignedList | undefined;
}

/** What a file has, before it is sorted. */
export interface Certificates {
  readonly entries: readonly {
    readonly der: Uint8Array | string;
    readonly documentTypes: ListedAuthority["documentTypes"];
  }[];
  readonly list?: SignedList;
}

/**
 * The certificates of a file: PEM, one in DER, a master list (ICAO Doc 9303-12, 8), LDIF of these, a VICAL, or an EU list of PID providers. The
 * signature of a list is checked where its signer is given: see signed-list.ts.
 * @returns undefined for another file
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

/** @returns undefined for what is no text of certificates */
function readText(text: string): Certificates | undefined {
  if (compactJws.test(text)) return readPidProviders(text.trim());
  if (!ldifStart.test(text)) {
    const found = text.match(pemCertificate);
    return found ? { entries: found.map((der) => ({ der, documentTypes: undefined })) } : undefined;
  }
  const values = text.replaceAll(/\r?\n /g, "").matchAll(ldifValue);
  const read = Array.from(values, ([, value = ""]) => readDer(Buffer.from(value, "base64")));
  // The directory is of travel documents, whatever is in it.
  return { entries: read.flatMap(({ entries }) => entries).map(({ der }) => ({ der, documentTypes: travel })) };
}

const travel: readonly DocumentType[] = ["travel_document"];

function readDer(file: Buffer): Certificates {
  if (attempt(() => readX509(file))) return { entries: [{ der: file, documentTypes: undefined }] };
  return isPlainCbor(file) ? readVical(file) : readMasterList(file);
}

function readMasterList(file: Buffer): Certificates {
  const { contentType, content } = readSignedData(file);
  if (contentType !== masterList) throw new EncodingError("another content");
  const list = fieldsOf(readElement(content));
  list.take(tags.integer);
  const certificates = elementsOf(list.take(tags.set).content, budgets.certificatesInFile);
  return { entries: certificates.map(({ bytes: der }) => ({ der, documentTypes: travel })) };
}
