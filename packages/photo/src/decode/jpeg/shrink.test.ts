import assert from "node:assert/strict";
import { test } from "node:test";
import sharp from "sharp";
import { createRandom } from "@selfsame/lab/calibrate/random";
import { mutated } from "../../../testing/photos/mutate.ts";
import { samplePhoto } from "../../../testing/photos/sample-photos.ts";
import { type Block, type Coefficients, writeJpeg } from "../../../testing/photos/write-jpeg.ts";
import { decodeShrunk, type Eighths } from "./shrink.ts";

const sample = samplePhoto(1);

/** Whole numbers below `end`, the same ones in each run. */
function drawing(seed: number): (end: number) => number {
  const random = createRandom(seed);
  return (end) => Math.floor(random() * end);
}

/** A block that is empty, full or with long gaps, of large or small numbers. */
function drawBlock(draw: (end: number) => number): Block {
  const share = [0, 2, 10, 64][draw(4)] ?? 0;
  const largest = [2, 30, 200][draw(3)] ?? 2;
  const others = Array.from({ length: 63 }, () => (draw(64) < share ? draw(2 * largest + 1) - largest : 0));
  return [draw(1600) - 800, ...others];
}

const kinds: Readonly<Record<string, Coefficients["sampling"]>> = {
  "of colours at half the size": [
    [2, 2],
    [1, 1],
    [1, 1],
  ],
  "of colours at full size": [
    [1, 1],
    [1, 1],
    [1, 1],
  ],
  "that is grey": [[1, 1]],
};

const blocksOf = (sampling: Coefficients["sampling"]): number =>
  sampling.reduce((sum, [across, down]) => sum + across * down, 0);

/** A photo of 150 by 90 pixels, whose edges are within blocks. */
function drawPhoto(sampling: Coefficients["sampling"], seed: number, restartInterval?: number): Coefficients {
  const [across = 1, down = 1] = sampling[0] ?? [];
  const units = Math.ceil(150 / (8 * across)) * Math.ceil(90 / (8 * down));
  const perUnit = blocksOf(sampling);
  const draw = drawing(seed);
  const blocks = Array.from({ length: units * perUnit }, () => drawBlock(draw));
  return { width: 150, height: 90, sampling, blocks, ...(restartInterval && { restartInterval }) };
}

/** By definition: the transform of the lowest `size` by `size` frequencies, one pixel at a time (ITU-T T.81, A.3.3). */
function valueAt(block: Block, size: number, x: number, y: number): number {
  const cosine = (frequency: number, at: number) =>
    (frequency === 0 ? Math.SQRT1_2 : 1) * Math.cos(((2 * at + 1) * frequency * Math.PI) / (2 * size));
  let sum = 0;
  for (let v = 0; v < size; v++) {
    for (let u = 0; u < size; u++) sum += (block[8 * v + u] ?? 0) * cosine(u, x) * cosine(v, y);
  }
  return sum / 4;
}

/** The pixels that `decodeShrunk` should return. */
function expected({ width, height, sampling, blocks }: Coefficients, eighths: Eighths): number[] {
  const [across = 1, down = 1] = sampling[0] ?? [];
  const [unitWidth, unitHeight] = [across * eighths, down * eighths];
  const unitsPerRow = Math.ceil(width / (8 * across));
  const perUnit = blocksOf(sampling);
  const component = (i: number, x: number, y: number): number => {
    const [blocksAcross, blocksDown] = sampling[i] ?? [0, 0];
    if (blocksAcross === 0) return 0;
    const size = unitWidth / blocksAcross;
    const unit = Math.floor(y / unitHeight) * unitsPerRow + Math.floor(x / unitWidth);
    const first = blocksOf(sampling.slice(0, i));
    const [inX, inY] = [x % unitWidth, y % unitHeight];
    const block = Math.floor(inY / size) * blocksAcross + Math.floor(inX / size);
    assert.ok(block < blocksAcross * blocksDown);
    return valueAt(blocks[unit * perUnit + first + block] ?? [], size, inX % size, inY % size);
  };
  const values: number[] = [];
  for (let y = 0; y < Math.ceil((height * eighths) / 8); y++) {
    for (let x = 0; x < Math.ceil((width * eighths) / 8); x++) {
      const [luma, blue, red] = [128 + component(0, x, y), component(1, x, y), component(2, x, y)];
      values.push(luma + 1.402 * red, luma - 0.344136 * blue - 0.714136 * red, luma + 1.772 * blue);
    }
  }
  return values.map((value) => Math.min(255, Math.max(0, value)));
}

for (const [kind, sampling] of Object.entries(kinds)) {
  for (const eighths of [1, 2] as const) {
    test(`a photo ${kind} is decoded to ${eighths} eighths as the transform is defined`, () => {
      for (const [seed, restartInterval] of [[1], [2], [3, 16], [4, 17]] as const) {
        const photo = drawPhoto(sampling, seed, restartInterval);
        const image = decodeShrunk(writeJpeg(photo), eighths);
        assert.ok(image, `seed ${seed}`);
        assert.deepEqual([image.width, image.height], [Math.ceil((150 * eighths) / 8), Math.ceil((90 * eighths) / 8)]);
        const wanted = expected(photo, eighths);
        assert.equal(image.data.length, wanted.length);
        const worst = Math.max(...wanted.map((value, i) => Math.abs(value - (image.data[i] ?? NaN))));
        assert.ok(worst < 0.51, `seed ${seed}: off by ${worst}`);
      }
    });
  }
}

test("a photo is decoded to what libvips makes of it", async () => {
  for (const chromaSubsampling of ["4:2:0", "4:4:4"]) {
    const photo = await sharp(sample).jpeg({ quality: 90, chromaSubsampling }).toBuffer();
    const image = decodeShrunk(photo, 2);
    assert.ok(image);
    const size = { width: image.width, height: image.height, fit: "fill" } as const;
    const other = await sharp(photo).resize(size).removeAlpha().raw().toBuffer();
    const sum = other.reduce((total, value, i) => total + Math.abs(value - (image.data[i] ?? NaN)), 0);
    assert.ok(sum / other.length < 1.5, `${sum / other.length} grey levels apart`);
  }
});

const coloured = drawPhoto(
  [
    [2, 2],
    [1, 1],
    [1, 1],
  ],
  5,
  16,
);

test("what is not whole is left to another decoder", () => {
  const photo = writeJpeg(coloured);
  assert.ok(decodeShrunk(photo, 2));
  for (const length of [0, 1, 2, 20, 100, 500, photo.length / 2, photo.length - 2]) {
    assert.equal(decodeShrunk(photo.subarray(0, length), 2), undefined, `${length} bytes`);
  }
  const restart = photo.findIndex((byte, i) => byte === 0xff && photo[i + 1] === 0xd0);
  const outOfStep = photo.with(restart + 1, 0xd3);
  assert.equal(decodeShrunk(outOfStep, 2), undefined);
  const tooShort = Uint8Array.from([...photo.subarray(0, restart - 40), ...photo.subarray(restart)]);
  assert.equal(decodeShrunk(tooShort, 2), undefined);
});

test("other kinds of JPEG are left to another decoder", async () => {
  const kinds = {
    progressive: await sharp(sample).jpeg({ progressive: true }).toBuffer(),
    "of four colours": await sharp(sample).toColourspace("cmyk").jpeg().toBuffer(),
    "of colours halved across only": writeJpeg(
      drawPhoto(
        [
          [2, 1],
          [1, 1],
          [1, 1],
        ],
        6,
      ),
    ),
    "with more blocks a unit than there may be": writeJpeg(
      drawPhoto(
        [
          [4, 2],
          [2, 1],
          [2, 1],
        ],
        7,
      ),
    ),
    "with a restart after every unit": writeJpeg(drawPhoto([[1, 1]], 8, 1)),
    "of red, green and blue": withSegment(writeJpeg(coloured), 0xee, [...Buffer.from("Adobe"), 0, 100, 0, 0, 0, 0, 0]),
    "of two sizes": withSegment(writeJpeg(coloured), 0xc0, [8, 0, 1, 0, 1, 1, 1, 0x11, 0]),
    "of more than 50 megapixels": writeJpeg({ ...coloured, width: 10_000, height: 5001 }),
    "whose height comes after the scan": withSegment(writeJpeg(coloured), 0xdc, [0, 90]),
  };
  for (const [kind, photo] of Object.entries(kinds)) assert.equal(decodeShrunk(photo, 1), undefined, kind);
});

const withSegment = (photo: Uint8Array, marker: number, content: readonly number[]) =>
  Uint8Array.from([0xff, 0xd8, 0xff, marker, 0, content.length + 2, ...content, ...photo.subarray(2)]);

test("whatever is changed in a photo, it is decoded or left, and the next one is not the worse for it", () => {
  const photo = writeJpeg(coloured);
  const whole = decodeShrunk(photo, 2);
  let left = 0;
  for (const changed of mutated([Buffer.from(photo)], 400, 1)) {
    const image = decodeShrunk(changed, 2);
    if (!image) left += 1;
    else assert.equal(image.data.length, image.width * image.height * 3);
  }
  assert.ok(left > 40, `${left} were left`);
  assert.deepEqual(decodeShrunk(photo, 2), whole);
});
