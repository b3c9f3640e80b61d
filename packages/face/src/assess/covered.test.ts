import assert from "node:assert/strict";
import { test } from "node:test";
import type { FivePoints } from "../face.ts";
import type { CoveredEntry } from "../manifest.ts";
import { checkCovered } from "./covered.ts";

const data = new Uint8Array(120 * 120 * 3).fill(90);
const image = { width: 120, height: 120, channels: 3 as const, data };
const landmarks: FivePoints = [
  { x: 45, y: 45 },
  { x: 75, y: 45 },
  { x: 60, y: 60 },
  { x: 48, y: 75 },
  { x: 72, y: 75 },
];
const input = { name: "input", width: 8, height: 8, channels: "rgb" as const, mean: [0, 0, 0], scale: [1, 1, 1] };
const entry = { input, limits: { mouth: 0, eyes: 0 } } as unknown as CoveredEntry;

/** A model that returns one answer after the other, each for mouth and eyes. */
function modelOf(...answers: readonly (readonly [number, number])[]) {
  let looks = 0;
  const run = async () => ({ logits: Float32Array.from(answers[looks++] ?? assert.fail("one look more")) });
  return { model: { run }, looks: () => looks };
}

test("a mouth is covered where a second look from nearer says so, too", async () => {
  const both = modelOf([4, -9], [3, 9]);
  const { mouth, eyes } = await checkCovered(image, landmarks, both.model, entry);
  assert.ok(mouth > 0.9 && eyes < 0.1, "the eyes are judged by the first look");
  const once = await checkCovered(image, landmarks, modelOf([4, -9], [-3, -9]).model, entry);
  assert.ok(once.mouth < 0.1);
});

test("a bare mouth is looked at once", async () => {
  const bare = modelOf([-4, 4]);
  const { mouth, eyes } = await checkCovered(image, landmarks, bare.model, entry);
  assert.ok(mouth < 0.1 && eyes > 0.9);
  assert.equal(bare.looks(), 1);
});
