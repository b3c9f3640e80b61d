/** The data of chips, made around any image. */

/** A BER-TLV element with its length in the fewest bytes. */
export function tlv(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const inner = Buffer.concat(content);
  const tagBytes = Buffer.from(tag.toString(16).padStart(tag > 0xff ? 4 : 2, "0"), "hex");
  const size = inner.length.toString(16);
  const digits = Buffer.from(size.padStart(size.length + (size.length % 2), "0"), "hex");
  const length = inner.length < 0x80 ? digits : Buffer.concat([Buffer.of(0x80 | digits.length), digits]);
  return Buffer.concat([tagBytes, length, inner]);
}

const uint = (value: number, bytes: 2 | 4): Buffer => {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
};

/** A face record in ISO/IEC 19794-5:2005, as ICAO 9303 uses it; each face has two feature points. */
export function faceRecord(...images: readonly Uint8Array[]): Buffer {
  const faces = images.map((image) => {
    const rest = Buffer.concat([uint(2, 2), Buffer.alloc(14), Buffer.alloc(2 * 8), Buffer.alloc(12), image]);
    return Buffer.concat([uint(4 + rest.length, 4), rest]);
  });
  const body = Buffer.concat(faces);
  return Buffer.concat([Buffer.from("FAC\x00010\x00"), uint(14 + body.length, 4), uint(images.length, 2), body]);
}

/** A face record in ISO/IEC 19794-5:2011: one face, with a quality block and three landmarks. */
export function faceRecord2011(image: Uint8Array): Buffer {
  const quality = Buffer.concat([Buffer.of(1), Buffer.alloc(5)]);
  const face = Buffer.concat([uint(3, 2), Buffer.alloc(15), Buffer.alloc(3 * 8)]);
  const rest = Buffer.concat([Buffer.alloc(14), quality, face, Buffer.alloc(11), uint(image.length, 4), image]);
  const body = Buffer.concat([uint(4 + rest.length, 4), rest]);
  return Buffer.concat([Buffer.from("FAC\x00030\x00"), uint(17 + body.length, 4), uint(1, 2), Buffer.alloc(3), body]);
}

/** A face record in ISO/IEC 39794-5, with its mandatory fields. */
export function faceBlock(...images: readonly Uint8Array[]): Buffer {
  const version = tlv(0xa0, tlv(0x80, Buffer.of(3)), tlv(0x81, Buffer.from([0x07, 0xe3])));
  const representation = (image: Uint8Array, id: number) =>
    tlv(
      0x30,
      tlv(0x80, Buffer.of(id)),
      tlv(0xa1, tlv(0xa0, tlv(0xa0, tlv(0x80, image), tlv(0xa1, tlv(0xa0, tlv(0x80, Buffer.of(3))))))),
    );
  return tlv(0x65, version, tlv(0xa1, ...images.map(representation)));
}

const templateHeader = tlv(
  0xa1,
  tlv(0x81, Buffer.of(2)),
  tlv(0x87, Buffer.from([1, 1])),
  tlv(0x88, Buffer.from([0, 8])),
);

/** EF.DG2 with a template for each record. */
export function dg2(...records: readonly Uint8Array[]): Buffer {
  const templates = records.map((record) => {
    const isBinary = record[0] === 0x46;
    return tlv(0x7f60, templateHeader, isBinary ? tlv(0x5f2e, record) : tlv(0x7f2e, tlv(0xa1, record)));
  });
  return tlv(0x75, tlv(0x7f61, tlv(0x02, Buffer.of(records.length)), ...templates));
}
