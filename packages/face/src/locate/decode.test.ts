import assert from "node:assert/strict";
import { test } from "node:test";
import type { GridDetectEntry } from "../manifest.ts";
import { decode } from "./decode.ts";

const input = { name: "input", width: 64, height: 32, channels: "bgr", mean: [0, 0, 0], scale: [1, 1, 1] } as const;
const entry = (kind: "yunet" | "scrfd") =>
  ({ decode: kind, input, minScore: 0.6, maxOverlap: 0.3 }) as unknown as GridDetectEntry;

/** Outputs of zeros, with this many numbers for each candidate. */
function blank(names: Readonly<Record<string, number>>, anchors: number): Record<string, Float32Array> {
  return Object.fromEntries(
    Object.entries(names).flatMap(([name, numbers]) =>
      [8, 16, 32].map((stride) => [
        `${name}_${stride}`,
        new Float32Array((input.width / stride) * (input.height / stride) * anchors * numbers),
      ]),
    ),
  );
}

function rounded(found: ReturnType<typeof decode>) {
  return found.map(({ box, score }) => ({
    score: Number(score.toFixed(4)),
    ...Object.fromEntries(Object.entries(box).map(([name, value]) => [name, Number(value.toFixed(3))])),
  }));
}

test("YuNet: a cell's middle moves by its offset, sizes are logarithms, and the score is the geometric mean of two", () => {
  const outputs = blank({ cls: 1, obj: 1, bbox: 4 }, 1);
  // In the grid of 8 pixels, 8 columns: the cell in column 3 of row 2.
  outputs["cls_8"]?.set([0.81], 19);
  outputs["obj_8"]?.set([1], 19);
  outputs["bbox_8"]?.set([0.5, 0.25, Math.log(2), Math.log(3)], 19 * 4);
  // Values above 1 count as 1.
  outputs["cls_32"]?.set([1.5], 1);
  outputs["obj_32"]?.set([0.64], 1);
  // A face with an objectness of 0 is none.
  outputs["cls_16"]?.set([1], 0);
  assert.deepEqual(rounded(decode(outputs, entry("yunet"))), [
    { score: 0.9, x: 20, y: 6, width: 16, height: 24 },
    { score: 0.8, x: 16, y: -16, width: 32, height: 32 },
  ]);
});

test("SCRFD: two candidates a cell, each with the distances of its sides from the cell's corner", () => {
  const outputs = blank({ score: 1, bbox: 4 }, 2);
  // In the grid of 16 pixels, 4 columns: the second candidate of the cell in column 1 of row 1.
  outputs["score_16"]?.set([0.7], 11);
  outputs["bbox_16"]?.set([0.5, 0.25, 1, 0.75], 11 * 4);
  outputs["score_8"]?.set([0.59], 0);
  assert.deepEqual(rounded(decode(outputs, entry("scrfd"))), [{ score: 0.7, x: 8, y: 12, width: 24, height: 16 }]);
});

test("a detector for another size of input is a fault, and a score that is no number is no face", () => {
  const outputs = blank({ cls: 1, obj: 1, bbox: 4 }, 1);
  outputs["cls_8"]?.fill(Number.NaN);
  outputs["obj_8"]?.fill(1);
  assert.deepEqual(decode(outputs, entry("yunet")), []);
  outputs["bbox_16"] = new Float32Array(4);
  assert.throws(() => decode(outputs, entry("yunet")), /gives 1 boxes instead of 8/);
});
