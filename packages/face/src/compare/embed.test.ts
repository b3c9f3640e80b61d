import assert from "node:assert/strict";
import { test } from "node:test";
import { cosine, embed } from "./embed.ts";
import type { FivePoints } from "../face.ts";
import type { EmbedEntry } from "../manifest.ts";

/** Brightness increases by two from pixel to pixel to the right. */
const image = {
  width: 64,
  height: 64,
  channels: 3 as const,
  data: Uint8Array.from({ length: 64 * 64 * 3 }, (_, i) => 2 * (Math.floor(i / 3) % 64)),
};
const landmarks: FivePoints = [
  { x: 20, y: 20 },
  { x: 40, y: 20 },
  { x: 30, y: 30 },
  { x: 20, y: 40 },
  { x: 40, y: 40 },
];
const entry = {
  input: { name: "input", width: 8, height: 8, channels: "grey", mean: [0], scale: [1] },
  template: landmarks.map(({ x, y }) => [x / 8 - 0.5, y / 8 - 0.5]),
  dimensions: 2,
  mirror: false,
} as unknown as EmbedEntry;
/** A model that returns the brightness at the crop's center, and by how much its right side is brighter. */
const shading = {
  run: async (input: Float32Array) => {
    const at = (x: number) => input[4 * 8 + x] ?? 0;
    return { embedding: Float32Array.of((at(3) + at(4)) / 2, at(6) - at(1)) };
  },
};

test("one crop is embedded, or the mean over it and its mirror image, which is cut 6 % wider", async () => {
  const [middle = 0, slope = 0] = await embed(image, landmarks, shading, entry);
  assert.ok(slope > 0);
  const [bothMiddle = 0, bothSlope = 0] = await embed(image, landmarks, shading, { ...entry, mirror: true });
  assert.ok(Math.abs(bothMiddle - middle) < 0.1, "both are of one place");
  const mirrored = 2 * bothSlope - slope;
  assert.ok(Math.abs(mirrored / slope + 1.06) < 0.01, `the mirror image is ${-mirrored / slope} as wide`);
});

test("a cosine is 1 with itself, 0 at a right angle, and needs vectors of one length", () => {
  assert.equal(cosine(Float32Array.of(0.6, 0.8), Float32Array.of(0.6, 0.8)).toFixed(6), "1.000000");
  assert.equal(cosine(Float32Array.of(1, 0), Float32Array.of(0, 1)), 0);
  assert.throws(() => cosine(Float32Array.of(1), Float32Array.of(1, 0)), RangeError);
});
