import assert from "node:assert/strict";
import { test } from "node:test";
import { cosine, embed, normalised } from "./embed.ts";
import type { FivePoints } from "./face.ts";
import type { EmbedEntry } from "./manifest.ts";

const image = { width: 8, height: 8, channels: 3 as const, data: Uint8Array.from({ length: 192 }, (_, i) => i) };
const landmarks: FivePoints = [
  { x: 1, y: 1 },
  { x: 3, y: 1 },
  { x: 2, y: 2 },
  { x: 1, y: 3 },
  { x: 3, y: 3 },
];
const entry = {
  input: { name: "input", width: 4, height: 4, channels: "grey", mean: [0], scale: [1] },
  template: landmarks.map(({ x, y }) => [x - 0.5, y - 0.5]),
  dimensions: 2,
  mirror: false,
} as unknown as EmbedEntry;
/** Tells a crop from its mirror image: left half and right half. */
const halves = {
  run: async (input: Float32Array) => {
    const sums = [0, 0];
    for (const [i, value] of input.entries()) sums[i % 4 < 2 ? 0 : 1] = (sums[i % 4 < 2 ? 0 : 1] ?? 0) + value;
    return { embedding: Float32Array.from(sums) };
  },
};

test("an embedding has length 1 and is compared by cosine", async () => {
  const vector = await embed(image, landmarks, halves, entry);
  assert.ok(Math.abs(cosine(vector, vector) - 1) < 1e-6);
});

test("the mirrored crop evens out left and right", async () => {
  const [left, right] = await embed(image, landmarks, halves, { ...entry, mirror: true });
  assert.ok(Math.abs((left ?? 0) - (right ?? 1)) < 1e-6);
});

test("the calibration's mean is taken away before the length is", async () => {
  const values = (await halves.run(Float32Array.from({ length: 16 }, () => 10))).embedding;
  assert.deepEqual([...values], [80, 80]);
  const constant = { run: async () => ({ embedding: Float32Array.of(3, 5) }) };
  const calibration = { mean: [0, 1], scale: [], threshold: 0, table: [] };
  const vector = await embed(image, landmarks, constant, { ...entry, calibration });
  assert.ok(Math.abs((vector[0] ?? 0) - 0.6) < 1e-6 && Math.abs((vector[1] ?? 0) - 0.8) < 1e-6);
});

test("a vector without direction is a fault, not a bad match", () => {
  assert.throws(() => normalised(Float32Array.of(0, 0)), RangeError);
  assert.throws(() => normalised(Float32Array.of(Number.NaN, 1)), RangeError);
  assert.throws(() => cosine(Float32Array.of(1), Float32Array.of(1, 0)), RangeError);
});
