import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { find, importanceOf } from "./find.ts";
import { openViews } from "./views.ts";
import { areaOf, type Box, boxAround } from "../plane/geometry.ts";
import type { DetectEntry } from "../manifest.ts";

const entry = {
  input: { name: "input", width: 320, height: 240, channels: "rgb", mean: [127, 127, 127], scale: [128, 128, 128] },
  faceClass: 1,
  minScore: 0.6,
  maxOverlap: 0.3,
} as unknown as DetectEntry;
const image = { width: 320, height: 240, channels: 3 as const, data: new Uint8Array(320 * 240 * 3) };

/** Detects an eye in the first view of a close-up, the whole face in the view from further away, and nothing in closer views. */
function detectorOfCloseUp() {
  const looks = [
    { score: 0.83, box: [0.4, 0.4, 0.6, 0.5] },
    { score: 0.99, box: [0.3, 0.25, 0.7, 0.75] },
  ];
  let runs = 0;
  const run = async () => {
    const { score, box } = looks[runs++] ?? { score: 0, box: [0, 0, 0, 0] };
    return { scores: Float32Array.of(1 - score, score), boxes: Float32Array.from(box) };
  };
  return { run };
}

test("what is seen at a glance keeps from looking further, unless it turned out to be no face", async () => {
  const glance = await find(openViews(image, detectorOfCloseUp(), entry), "main");
  assert.deepEqual(
    glance.map(({ inPhoto }) => Math.round(inPhoto.width)),
    [64],
  );
  const [main] = await find(openViews(image, detectorOfCloseUp(), entry), "main", 0, "mistaken");
  assert.equal(Math.round(main?.inPhoto.width ?? 0), 256, "four tenths of a view that is twice as wide as the photo");
});

/**
 * Detects one face of a group in the first view, and another behind it only in the first of the closest views.
 * @param side of the face, as a share of the frame's
 */
function detectorOfGroup(side: number) {
  let looks = 0;
  const run = async () => {
    looks += 1;
    const isGlance = looks === 1;
    const isClosest = looks === 7;
    const box = isGlance ? [0.4, 0.4, 0.4 + side, 0.4 + side * 1.5] : [0.1, 0.1, 0.1 + side, 0.1 + side * 1.5];
    const score = isGlance || isClosest ? 0.99 : 0;
    return { scores: Float32Array.of(1 - score, score), boxes: Float32Array.from(box) };
  };
  return {
    run,
    get looks() {
      return looks;
    },
  };
}

for (const [size, side, looks] of [
  ["seen well at a glance", 0.1, 2],
  ["small", 0.08, 6],
] as const) {
  test(`of a group with a main face that is ${size} it is known before the closer looks, which only add who is smaller`, async () => {
    const quick = detectorOfGroup(side);
    const [main, ...nobody] = await find(openViews(image, quick, entry), "main");
    assert.equal(quick.looks, looks, "at a glance, from afar, and four from closer where it is small");
    assert.deepEqual(nobody, []);
    const thorough = detectorOfGroup(side);
    const [first, ...others] = await find(openViews(image, thorough, entry), "all");
    assert.equal(thorough.looks, 22, "and sixteen from the closest");
    assert.deepEqual(first, main);
    assert.equal(others.length, 1);
  });
}

test("who may be a close-up is looked at from further away in turned views, too; a smaller face is not", async () => {
  const looksAt = async (width: number) => {
    const detector = detectorOfGroup(0.01);
    await find(openViews(image, detector, entry), "main", Math.PI / 2, "trusted", { x: 0, y: 0, width, height: width });
    return detector.looks;
  };
  assert.deepEqual([await looksAt(100), await looksAt(60)], [2, 1]);
});

/** Detects the same faces in each view. @param boxes in pixels of the image */
function detectorOf(boxes: readonly Box[]) {
  const numbers = boxes.flatMap(({ x, y, width, height }) => [
    x / image.width,
    y / image.height,
    (x + width) / image.width,
    (y + height) / image.height,
  ]);
  const scores = boxes.flatMap(() => [0.01, 0.99]);
  return { run: async () => ({ scores: Float32Array.from(scores), boxes: Float32Array.from(numbers) }) };
}

const faceAt = (x: number, y: number, width: number): Box => boxAround({ x, y }, width, width * 1.3);
const mainOf = async (boxes: readonly Box[]) => {
  const found = await find(openViews(image, detectorOf(boxes), entry), "all");
  return boxes.findIndex((box) => Math.abs(box.x - (found[0]?.inPhoto.x ?? Infinity)) < 0.5);
};

test("who stands in the middle counts before a bystander who is a little larger and at the side, or cut off by the edge", async () => {
  const middle = faceAt(160, 120, 60);
  assert.equal(await mainOf([faceAt(252, 120, 60 * Math.sqrt(1.2)), middle]), 1, "a fifth larger, at the side");
  assert.equal(await mainOf([faceAt(284, 120, 60 * Math.sqrt(1.4)), middle]), 1, "and at the edge");
  assert.equal(await mainOf([faceAt(190, 120, 60 * Math.sqrt(1.2)), faceAt(110, 120, 60)]), 0, "both near the middle");
  assert.equal(await mainOf([faceAt(252, 120, 60 * Math.sqrt(1.5)), middle]), 0, "half as large again");
  assert.equal(await mainOf([faceAt(280, 120, 60 * Math.sqrt(2)), middle]), 0, "twice as large");
});

test("where a face lies decides about a third of its size at most, and never by a jump", () => {
  const place = fc.record({
    x: fc.double({ min: -40, max: 360, noNaN: true }),
    y: fc.double({ min: -40, max: 280, noNaN: true }),
    width: fc.double({ min: 8, max: 200, noNaN: true }),
  });
  fc.assert(
    fc.property(place, fc.double({ min: -0.5, max: 0.5, noNaN: true }), ({ x, y, width }, shift) => {
      const [here, beside] = [faceAt(x, y, width), faceAt(x + shift * 0.02 * width, y, width)];
      const importance = importanceOf(here, image);
      assert.ok(importance <= areaOf(here) && importance >= areaOf(here) * 0.63);
      assert.ok(Math.abs(importanceOf(beside, image) / importance - 1) < 0.1);
    }),
  );
});

/** Detects only hints in the distant views, and a face, if there is one, in the first of the closest views. */
function detectorOfHints(places: readonly (readonly [x: number, y: number])[], face: "there" | "none") {
  let runs = 0;
  const run = async () => {
    runs++;
    if (runs <= 6) {
      const boxes = runs === 1 ? places.flatMap(([x, y]) => [x - 0.01, y - 0.01, x + 0.01, y + 0.02]) : [];
      return {
        scores: Float32Array.from(boxes.flatMap((_, i) => (i % 4 ? [] : [0.8, 0.2 + i / 100]))),
        boxes: Float32Array.from(boxes),
      };
    }
    const score = face === "there" && runs === 7 ? 0.99 : 0;
    return { scores: Float32Array.of(1 - score, score), boxes: Float32Array.of(0.4, 0.4, 0.5, 0.55) };
  };
  return {
    run,
    get runs() {
      return runs;
    },
  };
}

test("where nothing was seen, the closest views are of the three places with the clearest hints", async () => {
  const bare = detectorOfHints([], "none");
  assert.deepEqual(await find(openViews(image, bare, entry), "all"), []);
  assert.equal(bare.runs, 6, "at a glance, from afar, and four from closer");
  const corners = [
    [0.1, 0.1],
    [0.9, 0.1],
    [0.1, 0.9],
    [0.9, 0.9],
    [0.5, 0.5],
  ] as const;
  const hinted = detectorOfHints(corners, "none");
  assert.deepEqual(await find(openViews(image, hinted, entry), "all"), []);
  assert.equal(hinted.runs, 9);
});

test("where the closest view of a hint shows a face, there may be more: all closest views are taken", async () => {
  const detector = detectorOfHints([[0.9, 0.9]], "there");
  const [found, ...others] = await find(openViews(image, detector, entry), "main");
  assert.deepEqual(others, []);
  assert.ok(found && found.inPhoto.x > 220 && found.inPhoto.y > 160, "in the corner that the hint was in");
  assert.equal(detector.runs, 22, "each view once");
});
