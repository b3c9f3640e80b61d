import { X509Certificate } from "node:crypto";
import { fromBER, Sequence, Set as Asn1Set } from "asn1js";
import { ContentInfo, SignedData } from "pkijs";
import { attempt } from "../attempt.ts";

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
  const { content } = ContentInfo.fromBER(Uint8Array.from(file));
  const { eContentType, eContent } = new SignedData({ schema: content }).encapContentInfo;
  if (eContentType !== masterList || !eContent) return undefined;
  const { result } = fromBER(eContent.getValue());
  const list = result instanceof Sequence ? result.valueBlock.value[1] : undefined;
  if (!(list instanceof Asn1Set)) return undefined;
  return list.valueBlock.value.map((one) => new X509Certificate(Buffer.from(one.toBER())));
}
