/** An authority's certificate revocation list (RFC 5280, 5). */
import * as asn1 from "asn1js";
import { tlv } from "./face-record.ts";
import { day, keyIdOf, type makeCountry } from "./issuer.ts";

export interface CrlOptions {
  /** Whether it lists the document signer. */
  readonly hasSigner?: boolean;
  /** The number of other revoked certificates. */
  readonly others?: number;
  readonly issuedAt?: Date;
  /** When the next list is due; null leaves the field out. */
  readonly nextAt?: Date | null;
  /** The object identifier of a critical extension to add. */
  readonly critical?: string;
}

const when = (date: Date) => new asn1.UTCTime({ valueDate: date }).toBER();

export function crlOf(
  { revokes: { signer, authority, certificate } }: Pick<ReturnType<typeof makeCountry>, "revokes">,
  {
    hasSigner = false,
    others = 0,
    issuedAt = new Date(),
    nextAt = new Date(Date.now() + 90 * day),
    critical,
  }: CrlOptions = {},
): Buffer {
  const date = new Uint8Array(when(issuedAt));
  const serials = [
    ...(hasSigner ? [new Uint8Array(certificate.serialNumber.toBER())] : []),
    ...Array.from({ length: others }, (_, one) => tlv(0x02, Buffer.of(1, one >> 16, one >> 8, one))),
  ];
  const entries = Buffer.concat(serials.map((serial) => tlv(0x30, serial, date)));
  const extensions = [
    ["2.5.29.35", tlv(0x30, tlv(0x80, keyIdOf(signer)))] as const,
    ...(critical === undefined ? [] : [[critical, tlv(0x02, Buffer.of(1)), true] as const]),
  ].map(([id, value, isCritical]) => {
    const oid = new Uint8Array(new asn1.ObjectIdentifier({ value: id }).toBER());
    return tlv(0x30, oid, ...(isCritical ? [tlv(0x01, Buffer.of(0xff))] : []), tlv(0x04, value));
  });
  const algorithm = new Uint8Array(signer.algorithm.toSchema().toBER());
  const list = tlv(
    0x30,
    tlv(0x02, Buffer.of(1)),
    algorithm,
    new Uint8Array(authority.subject.toSchema().toBER()),
    new Uint8Array(when(issuedAt)),
    ...(nextAt ? [new Uint8Array(when(nextAt))] : []),
    ...(serials.length > 0 ? [tlv(0x30, entries)] : []),
    tlv(0xa0, tlv(0x30, ...extensions)),
  );
  return Buffer.from(tlv(0x30, list, algorithm, tlv(0x03, Buffer.of(0), signer.sign(list))));
}
