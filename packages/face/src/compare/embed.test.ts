import assert from "node:assert/strict";
import { test } from "node:test";
import { cosine, embed } from "./embed.ts";
import type { FivePoints } from "../face.ts";
import type { EmbedEntry } from "../manifest.ts";

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

test("one crop is embedded, or the mean over it and its mirror image", async () => {
  const [left, right] = await embed(image, landmarks, halves, entry);
  assert.ok((left ?? 0) < (right ?? 0));
  const both = await embed(image, landmarks, halves, { ...entry, mirror: true });
  const mean = ((left ?? 0) + (right ?? 0)) / 2;
  for (const value of both) assert.ok(Math.abs(value - mean) < 1e-3);
});

test("a cosine is 1 with itself, 0 at a right angle, and needs vectors of one length", () => {
  assert.equal(cosine(Float32Array.of(0.6, 0.8), Float32Array.of(0.6, 0.8)).toFixed(6), "1.000000");
  assert.equal(cosine(Float32Array.of(1, 0), Float32Array.of(0, 1)), 0);
  assert.throws(() => cosine(Float32Array.of(1), Float32Array.of(1, 0)), RangeError);
});
