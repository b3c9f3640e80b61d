import sharp from "sharp";
import { samplePhoto } from "./sample-photos.ts";
import { photoBytesMax } from "../../src/images/limits.ts";

const blank = () => sharp({ create: { width: 320, height: 240, channels: 3, background: "#8a8377" } });

/** Only the header of a PNG of this size, for which a decoder would have to reserve memory. */
function pngHeader(width: number, height: number): Buffer {
  const header = Buffer.from(
    "89504e470d0a1a0a0000000d49484452000000000000000008020000000000000000000049454e44ae426082",
    "hex",
  );
  header.writeUInt32BE(width, 16);
  header.writeUInt32BE(height, 20);
  return header;
}

const cut = (number: Parameters<typeof samplePhoto>[0], left: number, top: number, width: number, height: number) =>
  sharp(samplePhoto(number)).extract({ left, top, width, height });

/** One person in two photos of the same evening. */
const portrait = () => cut(1, 1260, 12, 609, 617);
const person = await portrait().jpeg().toBuffer();

/** Includes one sample that the spoof model classifies as a photo of a photo. */
export const photos = {
  person,
  samePerson: await cut(3, 888, 25, 598, 660).jpeg().toBuffer(),
  otherPerson: await cut(4, 813, 0, 535, 631).jpeg().toBuffer(),
  judgedSpoof: await cut(6, 534, 187, 449, 591).jpeg().toBuffer(),
  noFace: await blank().jpeg().toBuffer(),
  png: await portrait().png().toBuffer(),
  gif: await portrait().gif().toBuffer(),
  webp: await portrait().webp().toBuffer(),
  bmp: Buffer.concat([Buffer.from("BM"), Buffer.alloc(200)]),
  svg: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>`),
  text: Buffer.from("not a photo at all"),
  broken: Buffer.concat([person.subarray(0, 1000), Buffer.alloc(1000)]),
  tooLong: pngHeader(1, 10_000),
  tooManyPixels: pngHeader(10_000, 5_001),
  tooLarge: Buffer.concat([person, Buffer.alloc(photoBytesMax + 1 - person.length)]),
  exactlyLargeEnough: Buffer.concat([person, Buffer.alloc(photoBytesMax - person.length)]),
  empty: Buffer.alloc(0),
} as const;

export type PhotoName = keyof typeof photos;
