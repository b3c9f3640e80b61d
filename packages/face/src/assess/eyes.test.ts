import assert from "node:assert/strict";
import { test } from "node:test";
import { checkEyes } from "./eyes.ts";
import type { Point } from "../plane/geometry.ts";
import type { Image } from "../pixels/image.ts";
import type { EyesEntry } from "../manifest.ts";

const entry = {
  id: "eyes",
  source: { path: "eyes.onnx" },
  sizeBytes: 1,
  sha256: "0".repeat(64),
  licence: "none",
  input: { name: "input", width: 24, height: 24, channels: "grey", mean: [0], scale: [255] },
  outputs: { logits: "output" },
  openClass: 1,
} as const satisfies EyesEntry;

/** Stripes around both eyes, of this contrast on this gray. */
function photo(grey: number, contrast: number): Image {
  const [width, height] = [200, 100];
  const data = new Uint8Array(width * height * 3);
  for (let i = 0; i < data.length; i++) data[i] = grey + (Math.floor(i / 3 / width) % 8 < 4 ? contrast : -contrast);
  return { width, height, channels: 3, data };
}

const points = Array.from({ length: 68 }, (_, i): Point => {
  const middle = i < 42 ? 60 : 140;
  const side = i === 36 || i === 42 ? -15 : i === 39 || i === 45 ? 15 : 0;
  return { x: middle + side, y: 50 };
});

/** The model's input for each eye. */
async function inputsFor(image: Image): Promise<Float32Array[]> {
  const inputs: Float32Array[] = [];
  const model = {
    run: async (input: Float32Array) => {
      inputs.push(input);
      return { logits: new Float32Array([0, 1]) };
    },
  };
  const { left, right } = await checkEyes(image, points, model, entry);
  for (const open of [left, right]) assert.ok(Math.abs(open - 1 / (1 + Math.exp(-1))) < 1e-6);
  return inputs;
}

test("dark skin and light skin, a weak lamp and a strong one are fed alike", async () => {
  const [dark, light] = await Promise.all([inputsFor(photo(50, 15)), inputsFor(photo(180, 45))]);
  for (const [eye, input] of dark.entries()) {
    for (const [i, value] of input.entries()) assert.ok(Math.abs(value - (light[eye]?.[i] ?? 0)) < 0.02);
  }
});

test("a flat grey crop is no reason to fail", async () => {
  for (const input of await inputsFor(photo(0, 0)))
    assert.ok(input.every((value) => Math.abs(value - 115 / 255) < 1e-6));
});
