import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { frameFor } from "./framing.ts";

const dimension = fc.integer({ min: 160, max: 4000 });
const scene = fc
  .record({
    width: dimension,
    height: dimension,
    x: fc.double({ min: 0, max: 1, noNaN: true }),
    y: fc.double({ min: 0, max: 1, noNaN: true }),
    size: fc.double({ min: 0.02, max: 0.9, noNaN: true }),
  })
  .map(({ width, height, x, y, size }) => {
    const side = size * Math.min(width, height);
    return {
      frame: { width, height },
      face: { x: x * (width - side), y: y * (height - side), width: side, height: side },
    };
  });

test("the photo lies within the frame and holds the whole face", () => {
  fc.assert(
    fc.property(scene, ({ frame, face }) => {
      const { region } = frameFor(frame, face);
      assert.ok(region.x >= 0 && region.y >= 0);
      assert.ok(region.x + region.width <= frame.width && region.y + region.height <= frame.height);
      assert.ok(region.x <= face.x + 1 && region.y <= face.y + 1);
      assert.ok(region.x + region.width >= face.x + face.width - 1);
      assert.ok(region.y + region.height >= face.y + face.height - 1);
    }),
  );
});

test("the photo is never enlarged and never over 1280 pixels", () => {
  fc.assert(
    fc.property(scene, ({ frame, face }) => {
      const { region, size } = frameFor(frame, face);
      assert.ok(size.width <= region.width && size.height <= region.height);
      assert.ok(Math.max(size.width, size.height) <= 1280);
    }),
  );
});

test("there are 2.7 times the face around it wherever the frame has them", () => {
  const { region } = frameFor({ width: 1280, height: 720 }, { x: 560, y: 260, width: 160, height: 200 });
  assert.ok(region.width >= 2.7 * 200 && region.height >= 2.7 * 200);
  assert.deepEqual([region.x + region.width / 2, region.y + region.height / 2], [640, 360]);
});

test("near an edge the photo is shifted, not shrunk", () => {
  const { region } = frameFor({ width: 1280, height: 720 }, { x: 10, y: 260, width: 160, height: 200 });
  assert.equal(region.x, 0);
  assert.ok(region.width >= 2.7 * 200);
});

test("a frame too small for the surroundings is shown as far as it goes", () => {
  assert.deepEqual(frameFor({ width: 480, height: 640 }, { x: 120, y: 160, width: 240, height: 300 }).region, {
    x: 0,
    y: 0,
    width: 480,
    height: 640,
  });
});

test("without a face the photo is the whole frame, within 1280 pixels", () => {
  assert.deepEqual(frameFor({ width: 1920, height: 1080 }), {
    region: { x: 0, y: 0, width: 1920, height: 1080 },
    size: { width: 1280, height: 720 },
  });
});
