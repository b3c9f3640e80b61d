import assert from "node:assert/strict";
import { test } from "node:test";
import type { Image } from "@selfsame/face/pixels/image";
import sharp from "sharp";
import type { Sharp } from "sharp";
import { openPhoto } from "./photo.ts";
import type { Photo } from "./photo.ts";
import { samplePhoto } from "../../testing/photos/sample-photos.ts";

const sample = samplePhoto(1);

async function opened(bytes: Uint8Array, maxSide = 4096): Promise<Photo> {
  const photo = await openPhoto(bytes, maxSide);
  assert.equal(photo.outcome, "opened");
  return photo;
}

const pixel = ({ data, width, channels }: Image, x: number, y: number): number[] =>
  Array.from(data.subarray((y * width + x) * channels, (y * width + x) * channels + 3));

function assertNear(actual: readonly number[], expected: readonly number[], within: number): void {
  const near =
    actual.length === expected.length && actual.every((v, i) => Math.abs(v - (expected[i] ?? NaN)) <= within);
  assert.ok(near, `${actual.join()} is not within ${within} of ${expected.join()}`);
}

/** Mean absolute difference of two images of the same size, in gray levels. */
function difference(a: Image, b: Image): number {
  assert.deepEqual([a.width, a.height, a.channels], [b.width, b.height, b.channels]);
  let sum = 0;
  for (let i = 0; i < a.data.length; i++) sum += Math.abs((a.data[i] ?? 0) - (b.data[i] ?? 0));
  return sum / a.data.length;
}

/** Quarters of red, green, blue and white, which show any turn, flip or swap of channels. */
async function quarters(width: number, height: number): Promise<Sharp> {
  const colours = ["#ff0000", "#00ff00", "#0000ff", "#ffffff"];
  const parts = colours.map((background, i) => ({
    input: { create: { width: width / 2, height: height / 2, channels: 3 as const, background } },
    left: (i % 2) * (width / 2),
    top: Math.floor(i / 2) * (height / 2),
  }));
  const flat = sharp({ create: { width, height, channels: 3, background: "black" } }).composite(parts);
  return sharp(await flat.png().toBuffer());
}

function assertQuarters(image: Image, within = 12): void {
  const [left, right] = [Math.floor(image.width / 4), Math.floor((image.width * 3) / 4)];
  const [top, bottom] = [Math.floor(image.height / 4), Math.floor((image.height * 3) / 4)];
  assertNear(pixel(image, left, top), [255, 0, 0], within);
  assertNear(pixel(image, right, top), [0, 255, 0], within);
  assertNear(pixel(image, left, bottom), [0, 0, 255], within);
  assertNear(pixel(image, right, bottom), [255, 255, 255], within);
}

for (const format of ["jpeg", "png", "gif", "webp"] as const) {
  test(`a ${format} is opened, whole and in part`, async () => {
    const photo = await opened(await (await quarters(64, 48)).toFormat(format).toBuffer());
    assert.deepEqual([photo.width, photo.height, photo.scale], [64, 48, 1]);
    assertQuarters(photo.image);
    const { image, box } = await photo.region({ x: 33.5, y: -5, width: 900, height: 20 }, 100);
    assert.deepEqual(box, { x: 33, y: 0, width: 31, height: 15 });
    assertNear(pixel(image, 20, 7), [0, 255, 0], 12);
  });
}

test("EXIF rotation and mirroring are undone, in the whole and in a part", async () => {
  // The pixels that a camera stores so that each orientation shows the same upright picture (EXIF 2.32, 4.6.4 A).
  const stored: Record<number, (upright: Sharp) => Sharp> = {
    1: (s) => s,
    2: (s) => s.flop(),
    3: (s) => s.rotate(180),
    4: (s) => s.flip(),
    5: (s) => s.flop().rotate(270), // sharp mirrors before it rotates
    6: (s) => s.rotate(270),
    7: (s) => s.flop().rotate(90),
    8: (s) => s.rotate(90),
  };
  for (const [orientation, store] of Object.entries(stored)) {
    for (const format of ["jpeg", "webp"] as const) {
      const turned = await store(await quarters(640, 480))
        .png()
        .toBuffer();
      const bytes = await sharp(turned)
        .withMetadata({ orientation: Number(orientation) })
        .toFormat(format)
        .toBuffer();
      // A JPEG is decoded to a quarter of its size; for less it is also resized.
      const small = await opened(bytes, 128);
      assert.deepEqual([small.image.width, small.image.height, small.scale], [128, 96, 0.2]);
      assertQuarters(small.image);
      const photo = await opened(bytes, 160);
      assert.deepEqual([photo.width, photo.height], [640, 480], `${format} ${orientation}`);
      assert.deepEqual([photo.image.width, photo.image.height, photo.scale], [160, 120, 0.25]);
      assertQuarters(photo.image);
      const part = await photo.region({ x: 280, y: 200, width: 80, height: 80 }, 20);
      assert.deepEqual([part.image.width, part.image.height], [20, 20]);
      assertQuarters(part.image);
    }
  }
});

test("a large photo is shrunk to the side asked for and shows the same", async () => {
  const large = await sharp(sample).resize(4032, 3024, { fit: "cover" }).jpeg({ quality: 92 }).toBuffer();
  const reference = await opened(await sharp(large).resize(800, 600).png().toBuffer());
  const photo = await opened(large, 800);
  assert.deepEqual([photo.width, photo.height, photo.image.width, photo.image.height], [4032, 3024, 800, 600]);
  assert.ok(difference(photo.image, reference.image) < 2);
});

test("a JPEG that nearly has the side asked for when it is shrunk is left at that", async () => {
  const photo = await opened(await sharp(sample).resize(3840, 2881, { fit: "fill" }).jpeg().toBuffer(), 1024);
  assert.deepEqual([photo.image.width, photo.image.height, photo.scale], [960, 721, 0.25]);
});

test("a JPEG's own colours are brought to sRGB where it is shrunk, too", async () => {
  const wide = sharp(sample).resize(1024, 768, { fit: "fill" }).withIccProfile("p3").jpeg({ quality: 95 });
  const [shrunk, whole] = [await opened(await wide.toBuffer(), 256), await opened(await wide.toBuffer())];
  const { data, width, height, channels } = whole.image;
  const reference = await opened(
    await sharp(data, { raw: { width, height, channels } }).resize(256, 192).png().toBuffer(),
  );
  assert.ok(difference(shrunk.image, reference.image) < 2);
});

test("a part is decoded in the detail the photo has, up to the side asked for", async () => {
  const photo = await opened(sample, 320);
  const box = { x: 600, y: 200, width: 400, height: 400 };
  const expected = await opened(
    await sharp(sample).extract({ left: 600, top: 200, width: 400, height: 400 }).png().toBuffer(),
  );
  const full = await photo.region(box, 400);
  assert.equal(full.scale, 1);
  assert.ok(difference(full.image, expected.image) < 2);
  const half = await photo.region(box, 200);
  assert.deepEqual([half.image.width, half.image.height, half.scale], [200, 200, 0.5]);
  assert.deepEqual(half.box, box);
});

test("a CMYK JPEG is opened in its own colours", async () => {
  const plain = await opened(sample, 480);
  const cmyk = await opened(await sharp(sample).toColourspace("cmyk").jpeg({ quality: 95 }).toBuffer(), 480);
  assert.ok(difference(plain.image, cmyk.image) < 12);
});

test("a 16 bit PNG is opened as 8 bit", async () => {
  const bytes = await sharp(await (await quarters(64, 64)).png().toBuffer())
    .toColourspace("rgb16")
    .png()
    .toBuffer();
  assert.equal((await sharp(bytes).metadata()).depth, "ushort");
  assertQuarters((await opened(bytes)).image, 1);
});

test("grey photos, 8 and 16 bit, with and without alpha, become RGB", async () => {
  const plain = await opened(await sharp(sample).resize(480).greyscale().png().toBuffer());
  const grey16 = await sharp(sample).resize(480).toColourspace("grey16").png().toBuffer();
  const greyAlpha = await sharp(sample).resize(480).greyscale().ensureAlpha(1).png().toBuffer();
  const greyJpeg = await sharp(sample).resize(480).greyscale().jpeg({ quality: 95 }).toBuffer();
  for (const bytes of [grey16, greyAlpha, greyJpeg]) {
    assert.ok(difference((await opened(bytes)).image, plain.image) < 2);
  }
});

test("what is transparent is white", async () => {
  for (const format of ["png", "webp", "gif"] as const) {
    const clear = sharp({ create: { width: 32, height: 32, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } });
    const { image } = await opened(await clear.toFormat(format).toBuffer());
    assertNear(pixel(image, 16, 16), [255, 255, 255], 0);
  }
});

test("a palette PNG is opened in its own colours", async () => {
  assertQuarters((await opened(await (await quarters(64, 64)).png({ palette: true }).toBuffer())).image);
});

test("of an animation the first frame counts", async () => {
  const red = await sharp({ create: { width: 40, height: 40, channels: 3, background: "red" } })
    .png()
    .toBuffer();
  const blue = await sharp({ create: { width: 40, height: 40, channels: 3, background: "blue" } })
    .png()
    .toBuffer();
  for (const format of ["gif", "webp"] as const) {
    const animated = await sharp([red, blue], { join: { animated: true } })
      .toFormat(format)
      .toBuffer();
    assert.equal((await sharp(animated).metadata()).pages, 2);
    const photo = await opened(animated);
    assert.deepEqual([photo.width, photo.height], [40, 40]);
    assertNear(pixel(photo.image, 20, 20), [255, 0, 0], 12);
  }
});

test("a wide-gamut photo is brought to sRGB", async () => {
  const upright = await (await quarters(64, 64)).linear(0.6, 40).png().toBuffer();
  const wide = await sharp(upright).withIccProfile("p3").jpeg({ quality: 100, chromaSubsampling: "4:4:4" }).toBuffer();
  const ignored = await sharp(wide, { ignoreIcc: true }).raw().toBuffer();
  const [plain, photo] = [await opened(upright), await opened(wide)];
  assertNear(pixel(photo.image, 8, 8), pixel(plain.image, 8, 8), 4);
  assert.ok(
    Math.abs((ignored[(8 * 64 + 8) * 3] ?? 0) - (pixel(plain.image, 8, 8)[0] ?? 0)) > 4,
    "the profile mattered",
  );
});

test("no metadata and no file name is needed: the content alone decides the format", async () => {
  // The decoder does not know the name or the type that was sent: a PNG sent as photo.jpg is just a PNG.
  assertQuarters((await opened(await (await quarters(64, 64)).png().toBuffer())).image);
});

test("a file of another kind is an unsupported format, whatever it is called", async () => {
  const image = sharp(sample).resize(64);
  const others = [
    Buffer.alloc(0),
    Buffer.from([0xff, 0xd8]),
    Buffer.from("not a photo"),
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    Buffer.from("%PDF-1.7"),
    Buffer.from("BM      "),
    await image.clone().tiff().toBuffer(),
    await image.clone().avif().toBuffer(),
  ];
  for (const bytes of others) assert.deepEqual(await openPhoto(bytes, 640), { outcome: "unsupported_format" });
});

const firstHalf = (bytes: Buffer): Buffer => bytes.subarray(0, bytes.length >> 1);

test("a photo of a known format that is broken is unreadable", async () => {
  const png = await sharp(sample).resize(320).png().toBuffer();
  const webp = await sharp(sample).resize(320).webp().toBuffer();
  const gif = await sharp(sample).resize(320).gif().toBuffer();
  const broken = {
    "half a JPEG": firstHalf(sample),
    "half a PNG": firstHalf(png),
    "half a WebP": firstHalf(webp),
    "half a GIF": firstHalf(gif),
    "a JPEG's first bytes": sample.subarray(0, 3),
    "a PNG's first bytes": png.subarray(0, 8),
    "a WebP's first bytes": webp.subarray(0, 16),
    "a GIF's first bytes": gif.subarray(0, 6),
    "a JPEG marker and noise": Buffer.concat([Buffer.from("ffd8ffe0", "hex"), Buffer.alloc(2000, 7)]),
    "a PNG with a broken header": Buffer.concat([png.subarray(0, 16), Buffer.alloc(8), png.subarray(24)]),
    "a PNG with broken pixels": Buffer.concat([png.subarray(0, 2000), Buffer.alloc(500, 1), png.subarray(2500)]),
  };
  for (const [name, bytes] of Object.entries(broken)) {
    assert.deepEqual(await openPhoto(bytes, 640), { outcome: "unreadable" }, name);
  }
});

/** The marker segments of a JPEG up to its scan, each as [from, to]. */
function segmentsOf(bytes: Buffer): [number, number][] {
  const found: [number, number][] = [];
  for (let at = 2; bytes[at + 1] !== 0xda; at += 2 + bytes.readUInt16BE(at + 2))
    found.push([at, at + 2 + bytes.readUInt16BE(at + 2)]);
  return found;
}

for (const progressive of [false, true]) {
  const kind = progressive ? "a progressive JPEG" : "a JPEG";
  // Decoded as it is, and so large that it is shrunk during decoding.
  for (const width of [420, 2400]) {
    const made = () => sharp(sample).resize(width).jpeg({ progressive }).toBuffer();

    test(`${kind} ${width} pixels wide with stray bytes between its segments is read as without them`, async () => {
      const plain = await made();
      const expected = (await opened(plain, 320)).image;
      for (const stray of ["00", "0d0a", "ff", "ffff", "00ff00", "ffd0", "0000000000", "ff01"]) {
        // Directly after the first marker they would hide that it is a JPEG.
        for (const [at] of segmentsOf(plain).slice(1)) {
          const bytes = Buffer.concat([plain.subarray(0, at), Buffer.from(stray, "hex"), plain.subarray(at)]);
          assert.deepEqual((await opened(bytes, 320)).image, expected, `${stray} at ${at}`);
        }
      }
    });

    test(`${kind} ${width} pixels wide without its end is read where every row is there, and rejected where one is not`, async () => {
      const plain = await made();
      const expected = (await opened(plain, 320)).image;
      for (const missing of [1, 2]) {
        assert.deepEqual((await opened(plain.subarray(0, -missing), 320)).image, expected, `${missing} bytes`);
      }
      const scanAt = segmentsOf(plain).at(-1)?.[1] ?? 0;
      for (const part of [0.1, 0.3, 0.5, 0.7, 0.9, 0.97]) {
        const end = Math.round(scanAt + (plain.length - scanAt) * part);
        assert.deepEqual(
          await openPhoto(plain.subarray(0, end), 320),
          { outcome: "unreadable" },
          `${part} of its scans`,
        );
      }
    });
  }
}

function pngClaiming(width: number, height: number): Buffer {
  const bytes = Buffer.from("89504e470d0a1a0a0000000d494844520000000000000000080200000000000000", "hex");
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

test("a photo over 50 megapixels is refused by its header alone", async () => {
  const huge = {
    "PNG 30000 x 30000": pngClaiming(30000, 30000),
    "PNG 2 GB wide": pngClaiming(0x7fffffff, 0x7fffffff),
    "one pixel over": pngClaiming(50_000_001, 1),
    "JPEG 65535 x 65535": Buffer.from(
      "ffd8ffe000104a46494600010100000100010000ffc0001108ffffffff03012200021101031101",
      "hex",
    ),
    "GIF 65535 x 65535": Buffer.from("474946383961ffffffff000000", "hex"),
    "WebP VP8X 16777216 x 16777216": Buffer.from("524946461a00000057454250565038580a00000010000000ffffffffffff", "hex"),
    "WebP VP8L 16384 x 16384": Buffer.from(
      `524946461a000000574542505650384c0e0000002fffffff0f${"00".repeat(9)}`,
      "hex",
    ),
    "WebP VP8 16383 x 16383": Buffer.from("524946461a0000005745425056503820120000000000009d012aff3fff3f0000", "hex"),
  };
  for (const [name, bytes] of Object.entries(huge)) {
    assert.equal((await openPhoto(bytes, 640)).outcome, "too_many_pixels", name);
  }
});

test("the limit is 50 megapixels, not fewer", async () => {
  const photo = await sharp({ create: { width: 10_000, height: 5000, channels: 3, background: "gray" } })
    .png()
    .toBuffer();
  assert.equal((await opened(photo, 640)).image.width, 640);
});

test("a GIF of ten thousand frames costs one frame", async () => {
  const head = Buffer.from("47494638396140004000f00000ff00000000ff", "hex");
  const frame = Buffer.from("21f904000a0000002c0000000001000100000202440100", "hex");
  const bytes = Buffer.concat([head, ...Array.from({ length: 10_000 }, () => frame), Buffer.from(";")]);
  assert.equal((await opened(bytes)).image.width, 64);
});

test("opening a photo leaves its bytes as they were", async () => {
  const bytes = Uint8Array.from(sample);
  await opened(bytes, 640);
  assert.deepEqual(bytes, Uint8Array.from(sample));
});

const large = () => sharp(sample).resize(2400).jpeg().toBuffer();

test("a fault of our own decoder is reported, and the photo is decoded by libvips", async () => {
  const bytes = await large();
  const plain = await opened(bytes, 300);
  const faults: unknown[] = [];
  for (const fault of [new TypeError("x is undefined"), new WebAssembly.RuntimeError("memory access out of bounds")]) {
    const shrink = () => {
      throw fault;
    };
    const photo = await openPhoto(bytes, 300, { shrink, noteFault: (error) => faults.push(error) });
    assert.ok(photo.outcome === "opened");
    assert.deepEqual([photo.width, photo.height], [plain.width, plain.height]);
    assert.equal(photo.image.width, 300);
    assert.equal(faults.pop(), fault);
  }
  const none = { shrink: () => undefined, noteFault: () => assert.fail("there is none") };
  assert.equal((await openPhoto(bytes, 300, none)).outcome, "opened", "what it leaves to libvips is no fault");
});

test("what is thrown and is not said of the photo is a fault, and no verdict on the photo", async (t) => {
  const fault = new TypeError("a fault of ours");
  t.mock.method(sharp.prototype, "flatten", () => {
    throw fault;
  });
  await assert.rejects(openPhoto(await sharp(sample).resize(320).png().toBuffer(), 640), fault);
});
