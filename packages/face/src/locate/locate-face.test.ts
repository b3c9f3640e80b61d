import assert from "node:assert/strict";
import { test } from "node:test";
import { locateFace } from "./locate-face.ts";
import type { DetectEntry, LandmarksEntry } from "../manifest.ts";

const side = 64;
const landmarks = {
  input: { name: "input", width: side, height: side, channels: "grey", mean: [0], scale: [256] },
} as unknown as LandmarksEntry;
const detect = { input: { name: "input", width: 320, height: 240 } } as unknown as DetectEntry;

/** Dark down to the eyes and bright below, so that a landmark model can derive its position; brighter to the right. */
const eyesAt = 200;
const middleAt = 200;
const image = {
  width: 400,
  height: 400,
  channels: 3 as const,
  data: Uint8Array.from({ length: 400 * 400 * 3 }, (_, i) => {
    const [x, y] = [Math.floor(i / 3) % 400, Math.floor(i / 1200)];
    return (y < eyesAt ? 0 : 130) + x * 0.25;
  }),
};

/** Points of a face whose level box (landmarks.ts) equals the input, with the eyes at this share of its height. */
function shape(eyes: number, right: number): Float32Array {
  const points = Array.from({ length: 68 }, () => [0.5, eyes + 0.2]);
  const put = (first: number, last: number, x: number, y: number) => {
    for (let i = first; i <= last; i++) points[i] = [x, y];
  };
  put(0, 7, 0.0455, eyes + 0.2);
  put(8, 8, 0.5, eyes + 0.5624);
  put(9, 16, 0.9545, eyes + 0.2);
  put(17, 26, 0.5, eyes - 0.1895);
  put(36, 41, 0.3 + right, eyes);
  put(42, 47, 0.7 + right, eyes);
  put(27, 35, 0.5 + right, eyes + 0.2);
  put(48, 48, 0.35 + right, eyes + 0.38);
  put(54, 54, 0.65 + right, eyes + 0.38);
  return Float32Array.from(points.flat());
}

/** Finds the eyes if they are about where it expects them. If not, it returns others: slightly to the left in any picture, and not quite stable. */
const model = {
  looks: 0,
  /** Shift of the eyes to the left in any picture. */
  bias: 0,
  run: async (input: Float32Array) => {
    model.looks++;
    const at = (row: number, column: number) => input[row * side + column] ?? 0;
    const middle = Array.from({ length: side }, (_, row) => at(row, side / 2));
    // The share of the column that is dark.
    const bright = at(side - 1, side / 2);
    const eyes = middle.reduce((sum, value) => sum + (bright - value), 0) / (130 / 256) / side;
    // Width from left to right in the photo's pixels; negative in a mirror image.
    const width = ((at(0, side - 1) - at(0, 0)) * 256) / 0.25;
    const right = (middleAt - (at(0, side / 2) * 256) / 0.25) / width;
    return { points: eyes > 0.3 && eyes < 0.5 ? shape(eyes, right - model.bias) : shape(0.4, right * 0.4 - 0.06) };
  },
};
const noDetector = { run: () => assert.fail("the detector need not look again") };

/** @param top of the detector's box */
async function eyesIn(top: number, standing?: "beside", bias = 0): Promise<readonly [x: number, y: number]> {
  const found = {
    box: { x: 100, y: top, width: 200, height: 200 },
    view: { a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0 },
    score: 0.99,
  };
  model.looks = 0;
  model.bias = bias;
  const detector = { model: noDetector, entry: detect };
  const located = await locateFace(image, found, detector, { model, entry: landmarks }, standing);
  assert.equal(located.certainty, "steady");
  const [left, right] = located.landmarks;
  return [(left.x + right.x) / 2, (left.y + right.y) / 2];
}

test("points that stand still but are elsewhere in the mirror image are looked for again, from boxes beside", async () => {
  const [x, y] = await eyesIn(150);
  assert.ok(Math.abs(y - eyesAt) < 6, `the eyes are at ${y}`);
  assert.ok(Math.abs(x - middleAt) < 6, `between them is ${x}`);
  assert.ok(model.looks <= 7 + 6 * 3 + 4 * 4, "a glance into each of six boxes, and into four of them a longer look");
});

test("beside a view in which the face is steady, points in doubt are left so", async () => {
  const [, y] = await eyesIn(150, "beside");
  assert.ok(Math.abs(y - eyesAt) > 6, `the eyes are at ${y}`);
  assert.equal(model.looks, 7);
});

test("where the points stand still nobody looks again", async () => {
  const [, y] = await eyesIn(122);
  assert.ok(Math.abs(y - eyesAt) < 6, `the eyes are at ${y}`);
  assert.equal(model.looks, 6, "the first pass and five nudged: no look at the mirror image, either");
});

test("what the model sees too far to one side, it sees too far to the other in the mirror image: most of it goes", async () => {
  const [x] = await eyesIn(122);
  const [biased] = await eyesIn(122, undefined, 0.02);
  const whole = 0.02 * 200;
  assert.ok(x - biased > 0, "three passes see the photo as it is, two the mirror image");
  assert.ok(x - biased < 0.35 * whole, `${x - biased} of ${whole} pixels are left`);
});
