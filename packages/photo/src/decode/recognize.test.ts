import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import sharp from "sharp";
import { readHeader } from "./header.ts";
import { type ForeignFormat, recognizeFormat } from "./recognize.ts";

const photo = () => sharp({ create: { width: 40, height: 30, channels: 3, background: "#887766" } });
const [jpeg, png, webp, gif, tiff, avif] = await Promise.all([
  photo().jpeg().toBuffer(),
  photo().png().toBuffer(),
  photo().webp().toBuffer(),
  photo().gif().toBuffer(),
  photo().tiff().toBuffer(),
  photo().avif({ effort: 0 }).toBuffer(),
]);

/** The first box of a file of that family, as cameras write it. */
function brands(major: string, ...compatible: readonly string[]): Buffer {
  const box = Buffer.alloc(16 + 4 * compatible.length);
  box.writeUInt32BE(box.length);
  box.write(`ftyp${major}`, 4, "latin1");
  box.write(compatible.join(""), 16, "latin1");
  // The bytes after the box are no brand, even if they look like one.
  return Buffer.concat([box, Buffer.from("\0\0\0\x1cmetaavif", "latin1")]);
}

const bytes = (text: string) => Buffer.from(text, "latin1");

const files: Readonly<Record<ForeignFormat, readonly Buffer[]>> = {
  heic: [
    brands("heic", "mif1", "MiHB", "MiHE", "MiPr", "miaf", "heic", "tmap"),
    ...["heix", "hevc", "hevx", "heim", "heis", "mif1", "msf1"].map((brand) => brands(brand)),
    brands("mif1", "heic"),
  ],
  avif: [avif, brands("avif", "mif1", "miaf"), brands("mif1", "avif"), brands("avis", "msf1")],
  jpeg2000: [Buffer.from("ff4fff51", "hex"), Buffer.from("0000000c6a5020200d0a870a", "hex")],
  jpeg_xl: [Buffer.from("ff0a", "hex"), Buffer.from("0000000c4a584c200d0a870a", "hex")],
  gif: [gif],
  tiff: [tiff, bytes("MM\0*\0\0\0\x08"), bytes("II+\0\x08\0\0\0")],
  bmp: [bytes("BM\x36\x10\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0")],
  svg: [bytes("<svg/>"), bytes('<?xml version="1.0"?>\n<!-- drawn -->\n<svg xmlns="http://www.w3.org/2000/svg">')],
  pdf: [bytes("%PDF-1.7\n")],
  video: [
    brands("qt  "),
    brands("isom", "iso2", "avc1", "mp41"),
    brands("3gp4"),
    bytes("\0\0\0\x08wide"),
    bytes("\x1aE\xdf\xa3\x01"),
    bytes("RIFF\0\0\0\0AVI LIST"),
  ],
  archive: [bytes("PK\x03\x04"), gzipSync(jpeg)],
  base64: [jpeg, png, webp, gif].flatMap((file) => {
    const text = file.toString("base64");
    return [Buffer.from(text), Buffer.from(`data:image/x;base64,${text}`)];
  }),
  json: [bytes('{"error":"not found"}'), bytes(" [1]"), Buffer.from('\uFEFF{"a":1}')],
  html: [
    bytes("<!doctype html><title>Sign in</title>"),
    bytes("<?xml version='1.0'?><Error><Code>AccessDenied</Code>"),
  ],
  text: [bytes("@selfie.jpg"), bytes("BM is no bitmap"), bytes("the wide world"), Buffer.from("é".repeat(400))],
};

for (const [format, samples] of Object.entries(files)) {
  test(`${format} is recognized by its content`, () => {
    for (const sample of samples)
      assert.equal(recognizeFormat(sample), format, sample.subarray(0, 40).toString("latin1"));
  });
}

test("what is a photo is none of these, and neither are bytes that nobody knows", () => {
  for (const file of [jpeg, png, webp]) {
    assert.equal(readHeader(file).outcome, "readable");
    assert.equal(recognizeFormat(file), undefined);
  }
  const unknown = [Buffer.alloc(0), Buffer.alloc(600), Buffer.from("fffe0001", "hex"), bytes("\0\0\0\x20ftyp")];
  for (const file of unknown) assert.equal(recognizeFormat(file), undefined);
});

test("the beginning of every file can be asked, whatever its length", () => {
  for (const sample of Object.values(files).flat()) {
    for (let length = 0; length < Math.min(sample.length, 64); length++) recognizeFormat(sample.subarray(0, length));
  }
  // A box that states more bytes than there are.
  const claims = brands("mif1", "heic");
  claims.writeUInt32BE(0xffffffff);
  assert.equal(recognizeFormat(claims.subarray(0, 20)), "heic");
});
