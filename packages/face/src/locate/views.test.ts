import assert from "node:assert/strict";
import { test } from "node:test";
import { openViews } from "./views.ts";
import type { DetectEntry } from "../manifest.ts";

const entry = {
  input: { name: "input", width: 320, height: 240, channels: "rgb", mean: [127, 127, 127], scale: [128, 128, 128] },
  faceClass: 1,
  minScore: 0.6,
  maxOverlap: 0.3,
} as unknown as DetectEntry;
/** Bright in its upper half. */
const image = {
  width: 320,
  height: 240,
  channels: 3 as const,
  data: Uint8Array.from({ length: 320 * 240 * 3 }, (_, i) => (i < 320 * 120 * 3 ? 255 : 0)),
};
const frame = { x: 0, y: 0, width: 320, height: 240 };

/** Returns a candidate for each score, and records its inputs. */
function detector(...scores: number[]) {
  const inputs: Float32Array[] = [];
  const run = async (input: Float32Array) => {
    inputs.push(input);
    return {
      scores: Float32Array.from(scores.flatMap((score) => [1 - score, score])),
      boxes: Float32Array.from(
        scores.flatMap((_, i) => [
          0.1 + (i % 2) * 0.5,
          0.1 + (i >> 1) * 0.5,
          0.2 + (i % 2) * 0.5,
          0.3 + (i >> 1) * 0.5,
        ]),
      ),
    };
  };
  return { run, inputs };
}

test("the detector runs once on each view, and what is below its score is a hint, down to an eighth of it", async () => {
  const model = detector(0.9, 0.5, 0.08, 0.05);
  const views = openViews(image, model, entry);
  const [view, again] = [await views.of(frame, 0), await views.of({ ...frame }, 0)];
  assert.equal(again, view);
  assert.equal(model.inputs.length, 1);
  assert.deepEqual(
    view.found.map(({ score }) => Math.round(score * 100)),
    [90],
  );
  assert.deepEqual(
    view.hints.map(({ score }) => Math.round(score * 100)),
    [90, 50, 8],
  );
  await views.of(frame, Math.PI);
  assert.equal(views.spent, 2);
});

test("all quarter turns are seen in one run, each upright in a tile of its own", async () => {
  const model = detector(0.1, 0.2, 0.3, 0.4);
  const views = openViews(image, model, entry);
  const scores = await views.quarterScores();
  assert.deepEqual(
    [...scores].map(([turn, score]) => [Math.round(turn / (Math.PI / 2)), Math.round(score * 10)]),
    [
      [0, 1],
      [1, 2],
      [-1, 3],
      [2, 4],
    ],
  );
  await views.quarterScores();
  assert.equal(views.spent, 1);
  const [seen] = model.inputs;
  const at = (x: number, y: number) => Math.sign(seen?.[y * 320 + x] ?? 0);
  assert.deepEqual([at(80, 30), at(80, 90)], [1, -1], "above");
  assert.deepEqual(
    [at(210, 60), at(270, 60)],
    [-1, 1].map((one) => one * at(270, 60)),
    "on one side",
  );
  assert.deepEqual([at(50, 180), at(110, 180)], [at(270, 60), at(210, 60)], "on the other");
  assert.deepEqual([at(240, 150), at(240, 210)], [-1, 1], "below");
  assert.equal(at(159, 60), 0, "a border between two of them");
});

test("runs of other models count as what they cost", async () => {
  const views = openViews(image, detector(), entry);
  const landmarks = views.counted({ run: async () => ({}) }, 1 / 8);
  await landmarks.run(new Float32Array(0));
  await landmarks.run(new Float32Array(0));
  assert.equal(views.spent, 0.25);
});
