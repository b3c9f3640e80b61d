import assert from "node:assert/strict";
import { test } from "node:test";
import { skinOf } from "@selfsame/face/assess/skin";
import { genericHead, seen } from "../../../../testing/challenge/heads.ts";
import { haveOneLight, lightSimilarity } from "./one-light.ts";
import type { Pictured } from "./one-photo.ts";

const [width, height] = [640, 480];

/** A face with this brightness. @param level brightness by position, from -1 at the photo's left or upper edge to 1 */
function lit(level: (x: number, y: number) => number, yaw = 0): Pictured {
  const data = new Uint8Array(width * height * 3);
  for (let i = 0; i < data.length; i++) {
    const pixel = Math.floor(i / 3);
    data[i] = level((2 * (pixel % width)) / width - 1, (2 * Math.floor(pixel / width)) / height - 1);
  }
  const points = seen(genericHead, yaw, 0);
  return { skin: skinOf({ width, height, channels: 3, data }, points), gesture: { yaw, pitch: 0 } };
}
const fromLeft = lit((x) => 120 - 90 * x);
const fromRight = lit((x) => 120 + 90 * x);
const fromAbove = lit((_, y) => 120 - 90 * y);

test("how bright a face is and how strong its shadows are does not count, only where they lie", () => {
  const dimmed = lit((x) => 70 - 30 * x);
  assert.ok(lightSimilarity(fromLeft.skin.light, dimmed.skin.light) > 0.99);
  assert.ok(lightSimilarity(fromLeft.skin.light, fromRight.skin.light) < -0.9);
  assert.ok(Math.abs(lightSimilarity(fromLeft.skin.light, fromAbove.skin.light)) < 0.3);
  assert.equal(haveOneLight([fromLeft, dimmed, fromLeft]), true);
});

test("one frame in light from elsewhere is enough", () => {
  assert.equal(haveOneLight([fromLeft, fromLeft, fromLeft, fromAbove]), false);
  assert.equal(haveOneLight([fromRight, fromLeft, fromLeft]), false);
});

test("a head that turned is lit elsewhere", () => {
  const turned = lit((x) => 120 + 90 * x, 30);
  assert.equal(haveOneLight([fromLeft, turned]), true);
  assert.equal(haveOneLight([fromRight, turned, fromLeft]), false, "the others still have to agree");
});
