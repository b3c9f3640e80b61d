import assert from "node:assert/strict";
import { test } from "node:test";
import { skinHeight, skinLeft, skinWidth } from "@selfsame/face/assess/lay-out";
import type { Skin } from "@selfsame/face/assess/skin";
import { cheekExcess } from "./far-cheek.ts";
import type { Pictured } from "./one-photo.ts";

const empty = {
  eyesPx: 96,
  middle: new Int8Array(),
  coarse: new Int8Array(),
  broad: new Int8Array(),
  light: new Float32Array(),
  detail: {} as Skin["detail"],
};

/** A face with these strengths of fine detail left and right of its middle. */
function face(yaw: number, left: number, right: number): Pictured {
  const fine = Int8Array.from({ length: skinWidth * skinHeight }, (_, i) => {
    const across = (i % skinWidth) / 96 + skinLeft;
    const strength = across < -0.4 ? left : across > 0.4 ? right : 10;
    return i % 2 === 0 ? strength : -strength;
  });
  return { skin: { ...empty, fine }, gesture: { yaw, pitch: 0 } };
}
const selfie = face(0, 10, 10);

test("the cheek that turned away is compared with the selfie's, not the other", () => {
  assert.ok((cheekExcess(selfie, [face(25, 10, 20)]) ?? 0) > 1);
  assert.ok((cheekExcess(selfie, [face(25, 10, 5)]) ?? 0) < -1);
  assert.ok(Math.abs(cheekExcess(selfie, [face(25, 30, 10)]) ?? 1) < 0.01);
  assert.ok((cheekExcess(selfie, [face(-25, 20, 10)]) ?? 0) > 1);
  assert.ok((cheekExcess(face(10, 10, 20), [face(30, 10, 20)]) ?? 1) < 0.01, "who has it in the selfie as well");
});

test("heads that do not turn aside say nothing, and others count by their mean", () => {
  assert.equal(cheekExcess(selfie, [face(13, 10, 40), face(-13, 40, 10)]), undefined);
  const [one = 0, both = 0] = [
    cheekExcess(selfie, [face(25, 10, 20)]),
    cheekExcess(selfie, [face(25, 10, 20), face(25, 10, 10), face(5, 10, 40)]),
  ];
  assert.ok(Math.abs(both - one / 2) < 1e-6);
});
