import assert from "node:assert/strict";
import { test } from "node:test";
import { eyesPx, skinHeight, skinLeft, skinTop, skinWidth } from "@selfsame/face/assess/lay-out";
import { skinOf } from "@selfsame/face/assess/skin";
import { meanFace } from "@selfsame/face/assess/mean-face";
import type { Pictured } from "./one-photo.ts";
import { farSqueeze, nearStretch } from "./stretched-cheek.ts";

const points = meanFace.map(({ x, y }) => ({ x: (x - skinLeft) * eyesPx, y: (y - skinTop) * eyesPx }));
const middle = -skinLeft * eyesPx;

/** Waves 20 pixels long both ways; on the cheeks they are longer or shorter across the face, and stronger, by these factors. */
function face(yaw: number, left: { length: number; strength?: number }, right = left): Pictured {
  const data = new Uint8Array(3 * skinWidth * skinHeight);
  for (let i = 0; i < skinWidth * skinHeight; i++) {
    const [x, y] = [i % skinWidth, Math.floor(i / skinWidth)];
    const away = Math.abs(x - middle) / eyesPx;
    const { length, strength = 1 } = away < 0.4 ? { length: 1 } : x < middle ? left : right;
    const wave = Math.sin((2 * Math.PI * x) / (20 * length)) + Math.sin((2 * Math.PI * y) / 20);
    data.fill(Math.round(128 + 20 * strength * wave), 3 * i, 3 * i + 3);
  }
  const skin = skinOf({ width: skinWidth, height: skinHeight, channels: 3, data }, points);
  return { skin, gesture: { yaw, pitch: 0 } };
}
const selfie = face(0, { length: 1 });

test("a cheek towards the camera that is stretched, and one away from it that is squeezed", () => {
  const stretched = face(20, { length: 1.4 }, { length: 1 });
  assert.ok((nearStretch(selfie, [stretched]) ?? 0) > 0.3);
  assert.ok(Math.abs(farSqueeze(selfie, [stretched]) ?? 1) < 0.1);
  const squeezed = face(20, { length: 1 }, { length: 0.7 });
  assert.ok((farSqueeze(selfie, [squeezed]) ?? 0) > 0.15);
  assert.ok(Math.abs(nearStretch(selfie, [squeezed]) ?? 1) < 0.1);
  const other = face(-20, { length: 0.7 }, { length: 1.4 });
  assert.ok((nearStretch(selfie, [other]) ?? 0) > 0.3 && (farSqueeze(selfie, [other]) ?? 0) > 0.15);
});

test("a cheek that blurs at a flat angle is genuine, and so is a face that has it in the selfie", () => {
  assert.ok((farSqueeze(selfie, [face(20, { length: 1 }, { length: 1, strength: 0.5 })]) ?? 0) < -0.3);
  const soft = face(0, { length: 1.4 }, { length: 1 });
  assert.ok(Math.abs(nearStretch(soft, [{ ...soft, gesture: { yaw: 20, pitch: 0 } }]) ?? 1) < 0.01);
});

test("nothing is measured without a head that turns aside, or without the detail of its cheeks", () => {
  const little = face(13, { length: 1.4 });
  assert.equal(nearStretch(selfie, [little]), undefined);
  assert.equal(farSqueeze(selfie, [little]), undefined);
  const { grain: _, ...rest } = selfie.skin;
  const earlier = { ...selfie, skin: rest };
  assert.equal(nearStretch(earlier, [face(20, { length: 1.4 })]), undefined);
  assert.equal(farSqueeze(selfie, [{ ...earlier, gesture: { yaw: 20, pitch: 0 } }]), undefined);
});
