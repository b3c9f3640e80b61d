import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { type Affine, apply, around } from "../plane/affine.ts";
import type { Image } from "./image.ts";
import { sample, sampleImage } from "./sample.ts";
import { fuzzRuns } from "../../../../testing/fuzz-runs.ts";

const identity = around({ x: 0, y: 0 }, { x: 0, y: 0 }, 1);

function picture(width: number, height: number, at: (x: number, y: number, channel: number) => number): Image {
  const data = new Uint8Array(width * height * 3);
  for (let i = 0; i < data.length; i++) data[i] = at(Math.floor(i / 3) % width, Math.floor(i / 3 / width), i % 3);
  return { width, height, channels: 3, data };
}

test("one to one, the pixels come out as they are", () => {
  const image = picture(17, 9, (x, y, c) => (x * 31 + y * 57 + c * 101) % 256);
  assert.deepEqual(sampleImage(image, identity, 17, 9).data, image.data);
});

test("channels are ordered and scaled as the model wants them", () => {
  const image = picture(2, 1, (_, __, c) => ([200, 100, 50] as const)[c as 0 | 1 | 2]);
  const input = { name: "", width: 2, height: 1, mean: [10, 20, 30], scale: [2, 4, 8] } as const;
  assert.deepEqual([...sample(image, identity, { ...input, channels: "rgb" })], [95, 95, 20, 20, 2.5, 2.5]);
  assert.deepEqual([...sample(image, identity, { ...input, channels: "bgr" })], [20, 20, 20, 20, 21.25, 21.25]);
  const grey = sample(image, identity, { ...input, channels: "grey", mean: [0], scale: [1] });
  assert.ok(Math.abs((grey[0] ?? 0) - (0.299 * 200 + 0.587 * 100 + 0.114 * 50)) < 1e-3);
});

test("a canvas's RGBA gives what RGB gives", () => {
  const rgb = picture(20, 20, (x, y, c) => (x * y + c * 40) % 256);
  const data = new Uint8ClampedArray(20 * 20 * 4).fill(255);
  for (let i = 0; i < 400; i++) for (let c = 0; c < 3; c++) data[i * 4 + c] = rgb.data[i * 3 + c] ?? 0;
  const rgba: Image = { width: 20, height: 20, channels: 4, data };
  for (const scale of [0.7, 1, 3.2]) {
    const view = around({ x: 4, y: 4 }, { x: 10, y: 10 }, scale, scale, 0.3);
    assert.deepEqual(sampleImage(rgba, view, 8, 8).data, sampleImage(rgb, view, 8, 8).data);
  }
});

/** Bilinear interpolation by its definition, pixel by pixel: the edge pixels extend by half a pixel, and `outside` follows. */
function defined(image: Image, view: Affine, x: number, y: number, channel: number, outside: number): number {
  const { x: u, y: v } = apply(view, { x: x + 0.5, y: y + 0.5 });
  if (u <= -0.5 || v <= -0.5 || u >= image.width + 0.5 || v >= image.height + 0.5) return outside;
  const at = (column: number, row: number) => {
    const inside = (value: number, size: number) => Math.min(Math.max(value, 0), size - 1);
    return image.data[(inside(row, image.height) * image.width + inside(column, image.width)) * 3 + channel] ?? 0;
  };
  const [left, top] = [Math.floor(u - 0.5), Math.floor(v - 0.5)];
  const [wx, wy] = [u - 0.5 - left, v - 0.5 - top];
  const line = (row: number) => at(left, row) * (1 - wx) + at(left + 1, row) * wx;
  return line(top) * (1 - wy) + line(top + 1) * wy;
}

test("every pixel is what the definition of bilinear interpolation says, inside, at the edges and beyond", () => {
  const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
  const size = fc.integer({ min: 2, max: 14 });
  fc.assert(
    fc.property(size, size, number(0.3, 1.3), number(-4, 4), number(-6, 18), number(-6, 18), (w, h, by, turn, x, y) => {
      const image = picture(w, h, (column, row, c) => column * 11 + row * 5 + c * 20);
      const view = around({ x: 6, y: 5 }, { x, y }, by, by, turn);
      const out = sampleImage(image, view, 12, 10, 255);
      for (let i = 0; i < out.data.length; i++) {
        const [column, row] = [Math.floor(i / 3) % 12, Math.floor(i / 36)];
        const { x: u, y: v } = apply(view, { x: column + 0.5, y: row + 0.5 });
        // At the exact end of the edge both values are right.
        const near = (value: number, end: number) => Math.abs(value - end) < 0.01;
        if (near(u, -0.5) || near(v, -0.5) || near(u, w + 0.5) || near(v, h + 0.5)) continue;
        const wanted = defined(image, view, column, row, i % 3, 255);
        assert.ok(Math.abs((out.data[i] ?? 0) - wanted) <= 1, `${out.data[i]} for ${wanted} at ${u}, ${v}`);
      }
    }),
    { numRuns: fuzzRuns(200) },
  );
});

test("every number is exactly what its sum and its scaling give, at the edges too, however many pixels a row has", () => {
  const side = fc.integer({ min: 1, max: 13 });
  const channels = fc.constantFrom("rgb", "bgr", "grey");
  fc.assert(
    fc.property(side, side, channels, fc.constantFrom(3, 4), fc.nat(100), (width, height, order, stored, seed) => {
      const data = Uint8Array.from({ length: 20 * 20 * stored }, (_, i) => (i * 7919 + (i >> 4) * seed) & 255);
      const mean: number[] = [127.5, 90, 3];
      const scale: number[] = [127.5, 58, 0.3];
      // Places are multiples of 1/256 of a pixel, as the weights are.
      const view: Affine = { a: 1.25, b: -0.125, c: 0.125, d: 1.25, tx: (seed * 93) / 256 - 12, ty: seed / 4 - 9 };
      const input = { name: "", width, height, channels: order, mean, scale };
      const out = sample({ width: 20, height: 20, channels: stored, data }, view, input, 99);
      for (const [i, value] of out.entries()) {
        const [plane, x, y] = [Math.floor(i / width / height), i % width, Math.floor(i / width) % height];
        const place = apply(view, { x: x + 0.5, y: y + 0.5 });
        const [u, v] = [(place.x - 0.5) * 256, (place.y - 0.5) * 256];
        const isOutside = Math.min(u, v) <= -256 || Math.max(u, v) >= 20 * 256;
        const within = (pixel: number) => Math.min(Math.max(pixel, 0), 19);
        const colour = (channel: number) => {
          const at = (right: number, down: number) =>
            (data[(within((v >> 8) + down) * 20 + within((u >> 8) + right)) * stored + channel] ?? 0) *
            (right ? u & 255 : 256 - (u & 255)) *
            (down ? v & 255 : 256 - (v & 255));
          return isOutside ? 99 * 65536 : at(0, 0) + at(1, 0) + at(0, 1) + at(1, 1);
        };
        const grey = 0.299 * colour(0) + 0.587 * colour(1) + 0.114 * colour(2);
        const wanted = order === "grey" ? grey : colour(order === "rgb" ? plane : 2 - plane);
        const m = mean[plane] ?? 0;
        const s = scale[plane] ?? 1;
        assert.equal(value, Math.fround(wanted * (1 / (s * 65536)) - m / s), `${order} ${x}, ${y} of ${width}`);
      }
    }),
    { numRuns: fuzzRuns(200) },
  );
});

test("one colour stays that colour under any turn and scale, inside the photo", () => {
  const scale = fc.double({ min: 0.05, max: 4, noNaN: true });
  const angle = fc.double({ min: -4, max: 4, noNaN: true });
  const colour = fc.integer({ min: 0, max: 255 });
  fc.assert(
    fc.property(scale, angle, colour, (by, turn, value) => {
      const image = picture(200, 200, () => value);
      const out = sampleImage(image, around({ x: 10, y: 10 }, { x: 100, y: 100 }, by, by, turn), 20, 20);
      assert.ok(out.data.every((one) => one === value));
    }),
  );
});

test("what lies outside of the photo has the colour asked for", () => {
  const out = sampleImage(
    picture(10, 10, () => 7),
    around({ x: 0, y: 0 }, { x: 100, y: 100 }, 1),
    3,
    3,
    99,
  );
  assert.ok(out.data.every((one) => one === 99));
});

test("shrinking averages: a fine chequerboard becomes even grey instead of a new pattern", () => {
  const image = picture(320, 320, (x, y) => ((x + y) % 2) * 200);
  for (const scale of [2, 3.3, 4, 7.6]) {
    const size = Math.floor(300 / scale);
    const out = sampleImage(image, around({ x: 0, y: 0 }, { x: 5, y: 5 }, scale), size, size);
    for (const value of out.data) assert.ok(Math.abs(value - 100) <= 25, `${value} at a scale of ${scale}`);
  }
});

test("any transform of any photo is answered without reading beside it", () => {
  const number = fc.double({ min: -50, max: 50, noNaN: true });
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 12 }),
      fc.tuple(number, number, fc.double({ min: 0.01, max: 30, noNaN: true }), number),
      (width, height, [x, y, scale, turn]) => {
        const view = around({ x: 2, y: 2 }, { x, y }, scale, scale, turn);
        const out = sampleImage(
          picture(width, height, () => 50),
          view,
          5,
          4,
          50,
        );
        assert.ok(out.data.every((one) => one === 50));
      },
    ),
  );
});
