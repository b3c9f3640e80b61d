import { X509Certificate } from "node:crypto";
import { attempt } from "../attempt.ts";
import { elementsOf, fieldsOf, readElement, tags } from "../ber.ts";
import { budgets } from "../budgets.ts";
import { readSignedData } from "../cms.ts";

const masterList = "2.23.136.1.1.2";
const pemCertificate = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/**
 * The certificates of authorities in a file: PEM, one in DER, or a master list (ICAO Doc 9303-12, 8). A list's own signature is not checked:
 * the operator trusts where it comes from.
 * @returns undefined for another file
 */
export function readAnchorFile(file: Buffer): readonly X509Certificate[] | undefined {
  const pem = file.toString("latin1").match(pemCertificate);
  const found = pem ? attempt(() => pem.map((text) => new X509Certificate(text))) : readDer(file);
  return found?.filter(({ ca }) => ca);
}

const readDer = (file: Buffer) => attempt(() => [new X509Certificate(file)]) ?? attempt(() => readMasterList(file));

function readMasterList(file: Buffer): readonly X509Certificate[] | undefined {
  const { contentType, content } = readSignedData(file);
  if (contentType !== masterList) return undefined;
  const list = fieldsOf(readElement(content));
  list.take(tags.integer);
  const certificates = elementsOf(list.take(tags.set).content, budgets.certificatesInFile);
  return certificates.map(({ bytes }) => new X509Certificate(bytes));
}
