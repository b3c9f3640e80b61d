import { boxOf as box } from "../../src/decode/jpeg2000/boxes.ts";

export { box };
export { codestreamOf, type Raw, toCodestream } from "@selfsame/lab/evaluate/documents/jpeg2000-encoder";

const enumerated = (space: number) => Buffer.from([1, 0, 0, 0, 0, 0, space]);

/** Wraps a codestream in the JP2 file format (ITU-T T.800, annex I), with colors by number (16: sRGB, 17: gray, 18: sYCC) or by profile. */
export function toJp2(codestream: Buffer, color: number | Uint8Array = 16, ...more: readonly Buffer[]): Buffer {
  const ihdr = Buffer.alloc(14);
  ihdr.writeUInt32BE(codestream.readUInt32BE(12), 0);
  ihdr.writeUInt32BE(codestream.readUInt32BE(8), 4);
  ihdr.writeUInt16BE(codestream.readUInt16BE(40), 8);
  ihdr.set([7, 7, 0, 0], 10);
  const colr = typeof color === "number" ? enumerated(color) : Buffer.concat([Buffer.from([2, 0, 0]), color]);
  return Buffer.concat([
    box("jP  ", Buffer.from("0d0a870a", "hex")),
    box("ftyp", Buffer.from("jp2 \0\0\0\0jp2 ", "latin1")),
    box("jp2h", box("ihdr", ihdr), box("colr", colr), ...more),
    box("jp2c", codestream),
  ]);
}
