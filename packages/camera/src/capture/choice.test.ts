import assert from "node:assert/strict";
import { test } from "node:test";
import { best } from "./choice.ts";
import type { FaceDetails, Sighting } from "./sighting.ts";
import { seen } from "../testing/seen.ts";

function frames(...faces: (Partial<FaceDetails> | undefined)[]): { sighting: Sighting }[] {
  return faces.map((face, frame) => ({ sighting: { ...seen(face ?? {}, face ? undefined : []), frame } }));
}

const chosen = (...faces: (Partial<FaceDetails> | undefined)[]) => best(frames(...faces))?.sighting.frame;

test("the sharpest of otherwise equal frames is taken", () => {
  assert.equal(chosen({ sharpness: 10 }, { sharpness: 14 }, { sharpness: 12 }), 1);
});

test("closed eyes are worth less than a little blur", () => {
  assert.equal(chosen({ sharpness: 14, eyesOpen: 0.1 }, { sharpness: 12, eyesOpen: 0.95 }), 1);
});

test("of equally sharp frames the straightest look is taken", () => {
  assert.equal(chosen({ yaw: 12 }, { yaw: -9 }, { yaw: 3 }), 2);
});

test("a frame without a face is taken only where there is no other", () => {
  assert.equal(chosen(undefined, { sharpness: 1 }), 1);
  assert.equal(chosen(undefined), 0);
});

test("of no frames there is no best", () => {
  assert.equal(chosen(), undefined);
});
