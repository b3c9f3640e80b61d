import assert from "node:assert/strict";
import { test } from "node:test";
import sharp, { type Sharp } from "sharp";
import { openPhoto, type Photo } from "../photo.ts";
import { mutated } from "../../../testing/photos/mutate.ts";
import { fuzzRuns } from "../../../../../../testing/fuzz-runs.ts";
import { samplePhoto } from "../../../testing/photos/sample-photos.ts";
import { box, codestreamOf, type Raw, toCodestream, toJp2 } from "../../../testing/photos/jpeg2000.ts";

const sample = samplePhoto(3);
const open = (bytes: Uint8Array, sideMax = 4096) => openPhoto(bytes, sideMax, undefined, { jpeg2000: true });

async function opened(bytes: Uint8Array, sideMax?: number): Promise<Photo> {
  const photo = await open(bytes, sideMax);
  assert.equal(photo.outcome, "opened");
  return photo;
}

const sizeOf = ({ width, height, image }: Photo) => [width, height, image.width, image.height];

/** Mean absolute difference to a photo's pixels, in levels of 255. */
async function differenceTo(original: Sharp, { image }: Photo): Promise<number> {
  const expected = await original.toColourspace("srgb").removeAlpha().raw().toBuffer();
  assert.equal(image.data.length, expected.length);
  return (
    Array.from(image.data).reduce((sum, value, i) => sum + Math.abs(value - (expected[i] ?? 0)), 0) / expected.length
  );
}

/** One pixel repeated. */
const flat = (...samples: readonly number[]): Raw => {
  const [width, height] = [64, 48];
  const data = Uint8Array.from({ length: width * height * samples.length }, (_, i) => samples[i % samples.length] ?? 0);
  return { data, width, height, channels: samples.length };
};

const firstPixel = ({ image }: Photo) => Array.from(image.data.subarray(0, 3));

test("a codestream and a JP2 file have the pixels of the photo that they were made of", async () => {
  const codestream = await codestreamOf(sample, 320);
  const original = sharp(sample).resize(320, 320, { fit: "inside" });
  for (const bytes of [codestream, toJp2(codestream), await codestreamOf(sample, 320, { tile: 128 })]) {
    const photo = await opened(bytes);
    assert.deepEqual(sizeOf(photo).slice(0, 2), sizeOf(photo).slice(2));
    const difference = await differenceTo(original, photo);
    assert.ok(difference < 2, `${difference} levels apart`);
  }
});

test("a large one is shrunk, and a part of it can be had at its full size", async () => {
  const photo = await opened(await codestreamOf(sample, 1200), 300);
  assert.deepEqual([photo.width, photo.image.width, photo.scale], [1200, 300, 0.25]);
  const { image, box } = await photo.region({ x: 100.5, y: 50, width: 200, height: 100 }, 400);
  assert.deepEqual([image.width, image.height, box.x], [201, 100, 100]);
});

test("grey and 12 bits become 8 bits of color", async () => {
  assert.deepEqual(firstPixel(await opened(await toCodestream(flat(90), { lossless: true }))), [90, 90, 90]);
  // A little-endian pair: 0x800 of 0xfff is half the light.
  const deep = await toCodestream({ ...flat(0x00, 0x08), channels: 1 }, { bits: 12, lossless: true });
  assert.deepEqual(firstPixel(await opened(deep)), [128, 128, 128]);
});

test("colors are those that the file says: sYCC, or a profile", async () => {
  const grey = toJp2(await toCodestream(flat(120, 128, 128), { lossless: true }), 18);
  assert.deepEqual(firstPixel(await opened(grey)), [120, 120, 120]);
  const red = toJp2(await toCodestream(flat(76, 85, 255), { lossless: true }), 18);
  assert.deepEqual(firstPixel(await opened(red)), [254, 0, 0]);

  const small = sharp(sample).resize(200).modulate({ saturation: 2 });
  const tagged = await small.withIccProfile("p3").png().toBuffer();
  const { icc } = await sharp(tagged).metadata();
  const stored = await sharp(tagged, { ignoreIcc: true }).png().toBuffer();
  assert.ok(icc);
  const photo = await opened(toJp2(await codestreamOf(stored, undefined, { lossless: true }), icc));
  const difference = await differenceTo(sharp(tagged), photo);
  assert.ok(difference < 1, `${difference} levels apart`);
});

test("it is a format for references only", async () => {
  assert.deepEqual(await openPhoto(await codestreamOf(sample, 100), 640), { outcome: "unsupported_format" });
});

test("a file that is cut off or broken is unreadable, at whatever byte", async () => {
  const codestream = await codestreamOf(sample, 100);
  const whole = toJp2(codestream);
  for (const share of [0.01, 0.1, 0.3, 0.5, 0.9, 0.99]) {
    for (const bytes of [codestream, whole]) {
      const cut = bytes.subarray(0, Math.max(12, Math.floor(bytes.length * share)));
      assert.deepEqual(await open(cut), { outcome: "unreadable" }, `${share} of ${bytes.length} bytes`);
    }
  }
  const transparent = await toCodestream(flat(200, 100, 50, 0), { lossless: true });
  assert.deepEqual(await open(transparent), { outcome: "unreadable" }, "alpha");
  const palette = toJp2(codestream, 16, box("pclr", Buffer.alloc(8)));
  assert.deepEqual(await open(palette), { outcome: "unreadable" }, "palette");
  assert.deepEqual(await open(toJp2(Buffer.concat([Buffer.alloc(60)]))), { outcome: "unreadable" }, "no codestream");
  const signed = Buffer.from(codestream);
  signed[42] = 0x87;
  assert.deepEqual(await open(signed), { outcome: "unreadable" }, "signed");
});

/** A codestream that claims another size. */
function claiming(codestream: Buffer, changes: Readonly<Record<number, number>>): Buffer {
  const bytes = Buffer.from(codestream);
  for (const [at, value] of Object.entries(changes)) bytes.writeUInt32BE(value, Number(at));
  return bytes;
}

test("what claims too much is rejected by its header alone", async () => {
  const codestream = await codestreamOf(sample, 100);
  const huge = { 8: 30_000, 12: 30_000 };
  assert.deepEqual(await open(claiming(codestream, huge)), { outcome: "too_many_pixels", pixels: 900_000_000 });
  const large = { 8: 5000, 12: 4000, 24: 5000, 28: 4000 };
  assert.deepEqual(await open(claiming(codestream, large)), { outcome: "too_complex" });
  assert.deepEqual(
    await open(claiming(codestream, { 24: 1, 28: 1 })),
    { outcome: "too_complex" },
    "tiles of one pixel",
  );
  const small = await toCodestream(flat(1, 2, 3));
  const cod = small.indexOf("ff52", "hex");
  const coded = (changes: Readonly<Record<number, number>>) => {
    const bytes = Buffer.from(small);
    for (const [at, value] of Object.entries(changes)) bytes[cod + Number(at)] = value;
    return bytes;
  };
  assert.equal((await open(coded({}))).outcome, "opened");
  assert.deepEqual(await open(coded({ 6: 0xff, 7: 0xff })), { outcome: "too_complex" }, "65,535 layers");
  assert.deepEqual(await open(coded({ 9: 32 })), { outcome: "too_complex" }, "32 levels");
  assert.deepEqual(await open(claiming(codestream, { 24: 0 })), { outcome: "unreadable" }, "tiles of nothing");
  assert.deepEqual(await open(claiming(codestream, { 16: 400 })), { outcome: "unreadable" }, "begins behind its end");
});

test("whatever is changed in a file, it is opened or rejected", async () => {
  const codestream = await codestreamOf(sample, 64);
  for (const bytes of mutated([codestream, toJp2(codestream)], fuzzRuns(200), 39)) {
    const { outcome } = await open(bytes);
    assert.match(outcome, /^(?:opened|unreadable|unsupported_format|too_many_pixels|too_complex)$/u);
  }
});
