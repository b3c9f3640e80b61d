import assert from "node:assert/strict";
import { test } from "node:test";
import sharp, { type Sharp } from "sharp";
import { openPhoto, type Photo } from "../photo.ts";
import { mutated } from "../../../testing/photos/mutate.ts";
import { fuzzRuns } from "../../../../../testing/fuzz-runs.ts";
import { samplePhoto } from "../../../testing/photos/sample-photos.ts";
import { unusualCodestream } from "../../../testing/photos/unusual-jpeg2000.ts";
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
  assert.deepEqual(firstPixel(await opened(red)), [254, 1, 0]);

  const small = sharp(sample).resize(200).modulate({ saturation: 2 });
  const tagged = await small.withIccProfile("p3").png().toBuffer();
  const { icc } = await sharp(tagged).metadata();
  const stored = await sharp(tagged, { ignoreIcc: true }).png().toBuffer();
  assert.ok(icc);
  const photo = await opened(toJp2(await codestreamOf(stored, undefined, { lossless: true }), icc));
  const difference = await differenceTo(sharp(tagged), photo);
  assert.ok(difference < 1, `${difference} levels apart`);
});

/** The first pixel and the last. */
async function ends(bytes: Uint8Array): Promise<readonly (readonly number[])[]> {
  const { image } = await opened(bytes);
  return [Array.from(image.data.subarray(0, 3)), Array.from(image.data.subarray(-3))];
}

const [left, right] = [
  [200, 100, 50],
  [10, 20, 30],
];

test("transparency is dropped", async () => {
  const rgba = unusualCodestream("rgba");
  for (const bytes of [rgba, toJp2(rgba)]) assert.deepEqual(await ends(bytes), [left, right]);
  const gray = unusualCodestream("graya");
  for (const bytes of [gray, toJp2(gray, 17)]) {
    assert.deepEqual(await ends(bytes), [
      [90, 90, 90],
      [180, 180, 180],
    ]);
  }
});

/** For each channel: its number, type and color (ITU-T T.800, I.5.3.6). */
const definitions = (...channels: readonly (readonly [number, number, number])[]): Buffer => {
  const words = Uint16Array.from([channels.length, ...channels.flat()]);
  return box("cdef", Buffer.from(words.buffer).swap16());
};

test("colors are in the order that the file says", async () => {
  const reversed = definitions([0, 0, 3], [1, 0, 2], [2, 0, 1]);
  assert.deepEqual(await ends(toJp2(unusualCodestream("bgr"), 16, reversed)), [left, right]);
  const transparencyFirst = definitions([0, 1, 0], [1, 0, 1], [2, 0, 2], [3, 0, 3]);
  const [, blue] = await ends(toJp2(unusualCodestream("rgba"), 16, transparencyFirst));
  assert.deepEqual(blue, [20, 30, 0]);
});

const palette = (columns: number) =>
  box("pclr", Buffer.from([0, 3, columns, 7, 7, 7, 7].slice(0, 3 + columns)), Buffer.from(entries(columns)));
const entries = (columns: number) =>
  [[0, 0, 0, 0], left, right].flatMap((entry) => [...(entry ?? []), 255].slice(0, columns));
const mapped = (columns: number) =>
  box("cmap", Buffer.from(Array.from({ length: columns }, (_, column) => [0, 0, 1, column]).flat()));

test("a palette is applied, in the header or behind it", async () => {
  const index = unusualCodestream("index");
  assert.deepEqual(await ends(toJp2(index, 16, palette(3), mapped(3))), [left, right]);
  const file = toJp2(index, 16, palette(3));
  const at = file.indexOf("jp2c") - 4;
  const late = Buffer.concat([file.subarray(0, at), mapped(3), file.subarray(at)]);
  assert.deepEqual(await ends(late), [left, right]);
  for (const broken of [
    [palette(3)],
    [palette(4), mapped(4)],
    [box("pclr", Buffer.alloc(8)), mapped(3)],
    [box("pclr")],
  ]) {
    assert.deepEqual(await open(toJp2(index, 16, ...broken)), { outcome: "unreadable" });
  }
});

test("samples may be coarser than pixels: colors, or all alike", async () => {
  for (const name of ["ycc420", "ycc422"] as const) {
    const codestream = unusualCodestream(name);
    for (const bytes of [codestream, toJp2(codestream, 18)]) {
      assert.deepEqual(await ends(bytes), [
        [254, 1, 0],
        [0, 255, 2],
      ]);
    }
  }
  const half = await opened(unusualCodestream("half"));
  assert.deepEqual([half.width, half.height], [8, 6]);
  assert.deepEqual(await ends(unusualCodestream("half")), [left, right]);
  const mixed = unusualCodestream("half");
  mixed[43] = 1;
  assert.deepEqual(await open(mixed), { outcome: "unreadable" }, "one column for one and for two pixels");
});

test("samples may have a sign, one bit or twelve, tiles, layers and an origin", async () => {
  const gray = (level: number) => [level, level, level];
  assert.deepEqual(await ends(unusualCodestream("signed12")), [gray(0), gray(255)]);
  assert.deepEqual(await ends(unusualCodestream("one")), [gray(0), gray(255)]);
  assert.deepEqual(await ends(unusualCodestream("tiles")), [left, right]);
  assert.deepEqual(await ends(unusualCodestream("signed")), [
    [100, 0, 128],
    [228, 255, 50],
  ]);
});

test("Lab becomes sRGB, and CMYK is unreadable", async () => {
  // L 50.2, a 40, b 29.8; computed by hand RGB 187.8, 88.3, 71.2. 128 and 96 encode 0 of a and b, whose ranges are 170 and 200.
  const lab = await toCodestream(flat(128, 188, 134), { lossless: true });
  assert.deepEqual(firstPixel(await opened(toJp2(lab, 14))), [188, 88, 71]);
  assert.deepEqual(await open(toJp2(unusualCodestream("rgba"), 12)), { outcome: "unreadable" });
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
  assert.deepEqual(await open(toJp2(Buffer.concat([Buffer.alloc(60)]))), { outcome: "unreadable" }, "no codestream");
});

/** A codestream whose header states another size. */
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
  assert.deepEqual(await open(coded({ 9: 33 })), { outcome: "too_complex" }, "33 levels");
  assert.deepEqual(await open(claiming(codestream, { 24: 0 })), { outcome: "unreadable" }, "tiles of nothing");
  assert.deepEqual(await open(claiming(codestream, { 16: 400 })), { outcome: "unreadable" }, "begins behind its end");
});

test("whatever is changed in a file, it is opened or rejected", async () => {
  const codestream = await codestreamOf(sample, 64);
  const unusual = [
    toJp2(unusualCodestream("rgba")),
    toJp2(unusualCodestream("index"), 16, palette(3), mapped(3)),
    toJp2(unusualCodestream("bgr"), 16, definitions([0, 0, 3], [1, 0, 2], [2, 0, 1])),
    unusualCodestream("ycc420"),
    unusualCodestream("half"),
  ];
  for (const bytes of mutated([codestream, toJp2(codestream), ...unusual], fuzzRuns(400), 39)) {
    const { outcome } = await open(bytes);
    assert.match(outcome, /^(?:opened|unreadable|unsupported_format|too_many_pixels|too_complex)$/u);
  }
});
