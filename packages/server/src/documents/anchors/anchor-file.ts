import type { X509Certificate } from "node:crypto";
import { cborDecode, Sign1 } from "@owf/mdoc";
import { attempt } from "../attempt.ts";
import { elementsOf, EncodingError, fieldsOf, readElement, tags } from "../certificates/ber.ts";
import { budgets } from "../budgets.ts";
import { isPlainCbor } from "../mdoc/cbor.ts";
import { readX509 } from "../certificates/certificate.ts";
import { readSignedData } from "../certificates/cms.ts";

const masterList = "2.23.136.1.1.2";
const pemCertificate = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** What the ICAO's directory has as text (RFC 2849): master lists, and certificates. Long lines go on behind a space. */
const ldifStart = /^(?:#[^\n]*\n|\s)*(?:version:|dn:)/;
const ldifValue = /^(?:pkdMasterListContent|(?:user|cA)Certificate;binary):: *([\w+/=]+)\r?$/gim;

export interface AnchorFile {
  /** In their order, each as often as it is in the file. */
  readonly authorities: readonly X509Certificate[];
  /** How many certificates are not of an authority, by what they say themselves (CA:TRUE). */
  readonly others: number;
  /** How many certificates cannot be read. */
  readonly unreadable: number;
}

/**
 * The certificates of a file: PEM, one in DER, a master list (ICAO Doc 9303-12, 8), LDIF of these, or a VICAL. A list's own signature is not checked: who
 * adds it trusts where it comes from.
 * @returns undefined for another file
 */
export function readAnchorFile(file: Buffer): AnchorFile | undefined {
  const found = attempt(() => readText(file.toString("latin1")) ?? readDer(file));
  const read = found?.filter((one) => one !== undefined) ?? [];
  if (!found || read.length === 0) return undefined;
  const authorities = read.filter(({ ca }) => ca);
  return { authorities, others: read.length - authorities.length, unreadable: found.length - read.length };
}

type Certificates = readonly (X509Certificate | undefined)[];

const readOne = (certificate: string | Uint8Array) => attempt(() => readX509(certificate));

/** @returns undefined for what is no text of certificates */
function readText(text: string): Certificates | undefined {
  if (!ldifStart.test(text)) return text.match(pemCertificate)?.map(readOne);
  const values = text.replaceAll(/\r?\n /g, "").matchAll(ldifValue);
  return Array.from(values, ([, value = ""]) => readDer(Buffer.from(value, "base64"))).flat();
}

function readDer(file: Buffer): Certificates {
  const certificate = readOne(file);
  if (certificate) return [certificate];
  return isPlainCbor(file) ? readVical(file) : readMasterList(file);
}

/** A list of the authorities of driving licenses (ISO/IEC 18013-5, C.1.7). */
function readVical(file: Buffer): Certificates {
  const { payload } = Sign1.decode(file);
  const list: unknown = payload && cborDecode(payload);
  const infos: unknown = list instanceof Map ? list.get("certificateInfos") : undefined;
  if (!Array.isArray(infos) || infos.length > budgets.certificatesInFile) throw new EncodingError("no list");
  return infos.map((info: unknown) => {
    const certificate: unknown = info instanceof Map ? info.get("certificate") : undefined;
    return certificate instanceof Uint8Array ? readOne(certificate) : undefined;
  });
}

function readMasterList(file: Buffer): Certificates {
  const { contentType, content } = readSignedData(file);
  if (contentType !== masterList) throw new EncodingError("another content");
  const list = fieldsOf(readElement(content));
  list.take(tags.integer);
  return elementsOf(list.take(tags.set).content, budgets.certificatesInFile).map(({ bytes }) => readOne(bytes));
}
