/** A list of driving license authorities, VICAL (ISO/IEC 18013-5, C.1.7.1), as a provider makes it. */
import { createHash, sign, X509Certificate } from "node:crypto";
import { cborEncode, Header } from "@owf/mdoc";
import type { DocumentSigner } from "./mdoc.ts";

export interface VicalOptions {
  readonly docTypes?: readonly string[];
  readonly date?: Date;
  readonly nextUpdate?: Date;
}

export const vicalOf = (signer: DocumentSigner, ...authorities: readonly Uint8Array[]): Buffer =>
  vicalWith(signer, authorities);

export function vicalWith(
  { key, certificate }: DocumentSigner,
  authorities: readonly Uint8Array[],
  { docTypes = ["org.iso.18013.5.1.mDL"], date = new Date(), nextUpdate }: VicalOptions = {},
): Buffer {
  const infos = authorities.map(
    (der) =>
      new Map<string, unknown>([
        ["certificate", Uint8Array.from(der)],
        ["serialNumber", BigInt(`0x${new X509Certificate(der).serialNumber}`)],
        ["ski", Uint8Array.from(createHash("sha1").update(der).digest())],
        ["docType", docTypes],
        ["issuingCountry", "UT"],
      ]),
  );
  const payload = cborEncode(
    new Map<string, unknown>([
      ["version", "1.0"],
      ["vicalProvider", "Utopia"],
      ["date", date],
      ...(nextUpdate ? [["nextUpdate", nextUpdate] as const] : []),
      ["vicalIssueID", 7],
      ["certificateInfos", infos],
    ]),
  );
  const headers = cborEncode(new Map([[Header.Algorithm, -7]]));
  const data = cborEncode(["Signature1", headers, new Uint8Array(), payload]);
  const signature = Uint8Array.from(sign("sha256", data, { key, dsaEncoding: "ieee-p1363" }));
  const open = new Map([[Header.X5Chain, certificate]]);
  return Buffer.concat([Buffer.of(0xd2), cborEncode([headers, open, payload, signature])]);
}
