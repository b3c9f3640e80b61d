import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import sharp from "sharp";
import type { Sharp } from "sharp";
import { createEngine } from "./create-engine.ts";
import type { RunningEngine } from "./create-engine.ts";
import type { PhotoAnalysis, Wants } from "./engine.ts";
import { samplePhoto, samplePortrait } from "../../testing/photos/sample-photos.ts";
import { testModels } from "../../testing/engine/test-models.ts";

const everything: Wants = { embedding: true, spoof: true, crop: true, quality: "main" };
const problems: string[] = [];
let engine: RunningEngine;
let portrait: Uint8Array;
let plain: PhotoAnalysis;

before(async () => {
  engine = await createEngine({ models: await testModels(), workers: 2, report: (problem) => problems.push(problem) });
  portrait = await samplePortrait();
  plain = await analyzed(portrait);
});
after(() => engine.stop());

async function analyzed(photo: Uint8Array): Promise<PhotoAnalysis> {
  const result = await engine.analyze(photo, everything);
  assert.equal(result.outcome, "analyzed");
  return result;
}

const cosine = (a: Float32Array, b: Float32Array): number => a.reduce((sum, v, i) => sum + v * (b[i] ?? 0), 0);

/** Exactly one face is found in the photo, and it matches the portrait's. */
async function assertSamePerson(photo: Uint8Array, atLeast: number): Promise<void> {
  const { faces, embedding, crop } = await analyzed(photo);
  assert.equal(faces.length, 1);
  assert.ok(embedding && plain.embedding && crop);
  // The mean of two recognizers' cosines.
  const similarity = cosine(embedding, plain.embedding) / 2;
  assert.ok(similarity >= atLeast, `cosine ${similarity}`);
}

test("everything that was wanted of a portrait is told, and nothing else", async () => {
  assert.deepEqual([plain.width, plain.height, plain.faces.length], [317, 350, 1]);
  assert.ok(plain.embedding && Math.abs(cosine(plain.embedding, plain.embedding) - 2) < 1e-5, "two parts of length 1");
  assert.ok(plain.spoof && plain.spoof.live >= 0 && plain.spoof.live <= 1);
  assert.ok(plain.crop && plain.crop.width === plain.crop.height && plain.crop.width <= 600);
  const crop = await sharp(plain.crop.jpeg).metadata();
  assert.deepEqual([crop.format, crop.width, crop.exif, crop.icc], ["jpeg", plain.crop.width, undefined, undefined]);
  assert.ok(plain.faces[0]?.quality);

  const bare = await engine.analyze(portrait, {});
  assert.deepEqual(Object.keys(bare).toSorted(), ["faces", "height", "outcome", "width"]);
});

test("who does not ask how many faces there are gets the main one alone, the same that comes first otherwise", async () => {
  for (const number of [1, 2, 3, 4, 5, 6] as const) {
    const photo = samplePhoto(number);
    const [alone, among] = await Promise.all([
      engine.analyze(photo, { embedding: true }),
      engine.analyze(photo, { embedding: true, quality: "main" }),
    ]);
    assert.ok(alone.outcome === "analyzed" && among.outcome === "analyzed");
    assert.equal(alone.faces.length, 1);
    assert.ok(among.faces.length > 1);
    assert.deepEqual([alone.faces[0]?.box, alone.embedding], [among.faces[0]?.box, among.embedding]);
  }
});

test("the same photo gives the same answer to the last byte, on every worker", async () => {
  for (const again of await Promise.all([1, 2, 3, 4].map(() => analyzed(portrait)))) assert.deepEqual(again, plain);
});

const variants: Readonly<Record<string, { make: (photo: Sharp) => Promise<Buffer>; atLeast: number }>> = {
  "a PNG": { make: (photo) => photo.png().toBuffer(), atLeast: 0.999 },
  "a GIF": { make: (photo) => photo.gif().toBuffer(), atLeast: 0.9 },
  "a WebP": { make: (photo) => photo.webp({ quality: 90 }).toBuffer(), atLeast: 0.97 },
  "a CMYK JPEG": { make: (photo) => photo.toColourspace("cmyk").jpeg().toBuffer(), atLeast: 0.9 },
  "a 16 bit PNG": { make: (photo) => photo.toColourspace("rgb16").png().toBuffer(), atLeast: 0.999 },
  "a grey JPEG": { make: (photo) => photo.greyscale().jpeg().toBuffer(), atLeast: 0.7 },
  "a 16 bit grey PNG": { make: (photo) => photo.toColourspace("grey16").png().toBuffer(), atLeast: 0.7 },
  "a PNG with an alpha channel": { make: (photo) => photo.ensureAlpha(0.9).png().toBuffer(), atLeast: 0.9 },
  "a progressive JPEG": { make: (photo) => photo.jpeg({ progressive: true }).toBuffer(), atLeast: 0.98 },
  "a phone's 12 megapixels": { make: (photo) => photo.resize(3316, 3660).jpeg().toBuffer(), atLeast: 0.95 },
  "a thumbnail": { make: (photo) => photo.resize(120).jpeg().toBuffer(), atLeast: 0.7 },
};

for (const [name, { make, atLeast }] of Object.entries(variants)) {
  test(`the person is recognised in ${name}`, async () => assertSamePerson(await make(sharp(portrait)), atLeast));
}

test("the person is recognised in the first frame of an animation", async () => {
  const blank = await sharp({ create: { width: 317, height: 350, channels: 3, background: "gray" } })
    .png()
    .toBuffer();
  for (const format of ["gif", "webp"] as const) {
    const frames = [Buffer.from(portrait), blank];
    await assertSamePerson(
      await sharp(frames, { join: { animated: true } })
        .toFormat(format)
        .toBuffer(),
      0.9,
    );
  }
});

test("a photo stored on its side with an EXIF orientation is the photo it shows", async () => {
  const lying = await sharp(portrait).rotate(270).png().toBuffer();
  const photo = await sharp(lying).withMetadata({ orientation: 6 }).jpeg({ quality: 95 }).toBuffer();
  const { width, height, faces } = await analyzed(photo);
  assert.deepEqual([width, height], [317, 350]);
  const [face, upright] = [faces[0]?.box, plain.faces[0]?.box];
  assert.ok(face && upright && Math.abs(face.x - upright.x) < 8 && Math.abs(face.y - upright.y) < 8);
  await assertSamePerson(photo, 0.95);
});

test("boxes are in pixels of the photo at its full size, whatever size it was decoded to", async () => {
  const large = await analyzed(await sharp(portrait).resize(3170, 3500).jpeg().toBuffer());
  const [face, small] = [large.faces[0], plain.faces[0]];
  assert.ok(face && small);
  assert.ok(Math.abs(face.box.width / small.box.width - 10) < 1, `${face.box.width} of ${small.box.width}`);
  assert.ok(Math.abs((face.landmarks[0]?.x ?? 0) / (small.landmarks[0]?.x ?? 1) - 10) < 0.5);
});

test("a photo of nobody has no faces and no embedding", async () => {
  const blank = await sharp({ create: { width: 640, height: 480, channels: 3, background: "gray" } })
    .jpeg()
    .toBuffer();
  assert.deepEqual(await engine.analyze(blank, everything), {
    outcome: "analyzed",
    width: 640,
    height: 480,
    faces: [],
  });
});

test("a photo of a pixel or of a line is no trouble", async () => {
  for (const [width, height] of [
    [1, 1],
    [2, 3],
    [4000, 1],
    [1, 4000],
  ] as const) {
    const photo = await sharp({ create: { width, height, channels: 3, background: "gray" } })
      .png()
      .toBuffer();
    assert.deepEqual((await analyzed(photo)).faces, [], `${width} x ${height}`);
  }
});

test("what would cost many times what a photo does is refused by its header alone", async () => {
  const header = (width: number, height: number, depth: number) => {
    const bytes = Buffer.alloc(64);
    bytes.write("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1");
    bytes.writeUInt32BE(width, 16);
    bytes.writeUInt32BE(height, 20);
    bytes.writeUInt8(depth, 24);
    return bytes;
  };
  for (const photo of [header(1, 10_000_000, 8), header(10_000, 499, 8), header(5000, 5000, 16)]) {
    assert.deepEqual(await engine.analyze(photo, everything), { outcome: "too_complex" });
  }
  // These reach the decoder, which finds no pixels.
  for (const photo of [header(10_000, 500, 8), header(5000, 5000, 8), header(3500, 3500, 16)]) {
    assert.deepEqual(await engine.analyze(photo, everything), { outcome: "unreadable" });
  }
});

test("of a mosaic of group photos the 32 most important faces are looked at, and no more", async () => {
  const [width, height] = [512, 342];
  const tile = await sharp(samplePhoto(1)).resize(width, height, { fit: "fill" }).toBuffer();
  const tiles = Array.from({ length: 16 }, (_, i) => ({
    input: tile,
    left: (i % 4) * width,
    top: Math.floor(i / 4) * height,
  }));
  const mosaic = await sharp({ create: { width: 4 * width, height: 4 * height, channels: 3, background: "gray" } })
    .composite(tiles)
    .jpeg()
    .toBuffer();
  const result = await engine.analyze(mosaic, { quality: "all" });
  assert.ok(result.outcome === "analyzed");
  assert.ok(result.faces.length > 20 && result.faces.length <= 32, `${result.faces.length} faces`);
});

test("what cannot be read is told as a value, and the worker goes on", async () => {
  const huge = Buffer.from("474946383961ffffffff000000", "hex");
  const broken = Buffer.from(portrait.subarray(0, portrait.length / 2));
  assert.deepEqual(await engine.analyze(new Uint8Array(), everything), { outcome: "unsupported_format" });
  assert.deepEqual(await engine.analyze(Buffer.from("<svg/>"), everything), { outcome: "unsupported_format" });
  assert.deepEqual(await engine.analyze(broken, everything), { outcome: "unreadable" });
  assert.deepEqual(await engine.analyze(huge, everything), { outcome: "too_many_pixels", pixels: 65_535 ** 2 });
  assert.deepEqual(await analyzed(portrait), plain);
  assert.deepEqual(problems, []);
});
