import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { apply, around } from "../plane/affine.ts";
import { boxInPhoto, detectThrough, suppress, viewOf } from "./detect.ts";
import { type Box, centerOf, distance, overlap } from "../plane/geometry.ts";
import type { DetectEntry } from "../manifest.ts";

const box = fc.record({
  x: fc.integer({ min: 0, max: 300 }),
  y: fc.integer({ min: 0, max: 200 }),
  width: fc.integer({ min: 5, max: 100 }),
  height: fc.integer({ min: 5, max: 100 }),
});
const scored = fc.record({ box, score: fc.double({ min: 0, max: 1, noNaN: true }) });
const entry = {
  input: { name: "input", width: 320, height: 240, channels: "rgb", mean: [127, 127, 127], scale: [128, 128, 128] },
  faceClass: 1,
  minScore: 0.6,
  maxOverlap: 0.3,
} as unknown as DetectEntry;

test("suppression keeps the best of what overlaps, best first", () => {
  const tooClose = (a: { readonly box: Box }, b: { readonly box: Box }) => overlap(a.box, b.box) > 0.3;
  fc.assert(
    fc.property(fc.array(scored, { maxLength: 40 }), (found) => {
      const kept = suppress(found, tooClose);
      for (const [i, one] of kept.entries()) {
        assert.ok(found.includes(one));
        if (i > 0) assert.ok((kept[i - 1]?.score ?? 1) >= one.score);
        for (const other of kept.slice(i + 1)) assert.ok(!tooClose(one, other));
      }
      for (const lost of found) {
        if (!kept.includes(lost)) assert.ok(kept.some((one) => one.score >= lost.score && tooClose(one, lost)));
      }
    }),
  );
});

test("a view shows the whole part, turned or not, and its middle in the middle", () => {
  const part = fc.record({
    x: fc.integer({ min: -100, max: 100 }),
    y: fc.integer({ min: -100, max: 100 }),
    width: fc.integer({ min: 1, max: 3000 }),
    height: fc.integer({ min: 1, max: 3000 }),
  });
  fc.assert(
    fc.property(part, fc.constantFrom(0, Math.PI / 2, -Math.PI / 2, Math.PI), (one, angle) => {
      const view = viewOf(one, angle, entry);
      assert.ok(distance(apply(view, { x: 160, y: 120 }), centerOf(one)) < 1e-6);
      const seen = boxInPhoto({ box: { x: 0, y: 0, width: 320, height: 240 }, view, score: 1 });
      const slack = 1e-6 * (1 + one.width + one.height);
      assert.ok(seen.x <= one.x + slack && seen.y <= one.y + slack);
      assert.ok(seen.x + seen.width >= one.x + one.width - slack);
      assert.ok(seen.y + seen.height >= one.y + one.height - slack);
    }),
  );
});

test("candidates come out in pixels of the input, without those below the score or beside a better one", async () => {
  const image = { width: 320, height: 240, channels: 3 as const, data: new Uint8Array(320 * 240 * 3) };
  const model = {
    run: async () => ({
      scores: Float32Array.of(0.1, 0.9, 0.2, 0.8, 0.7, 0.3, 0.05, 0.95),
      boxes: Float32Array.of(0.1, 0.1, 0.2, 0.3, 0.1, 0.1, 0.21, 0.3, 0.5, 0.5, 0.6, 0.6, 0.7, 0.5, 0.8, 0.75),
    }),
  };
  const found = await detectThrough(image, around({ x: 0, y: 0 }, { x: 0, y: 0 }, 1), model, entry);
  assert.deepEqual(
    found.map((one) => Math.round(one.score * 100)),
    [95, 90],
  );
  assert.ok(Math.abs((found[1]?.box.width ?? 0) - 32) < 1e-3 && Math.abs((found[1]?.box.height ?? 0) - 48) < 1e-3);
});

test("a model without the manifest's outputs is a fault", async () => {
  const image = { width: 1, height: 1, channels: 3 as const, data: new Uint8Array(3) };
  const view = around({ x: 0, y: 0 }, { x: 0, y: 0 }, 1);
  await assert.rejects(detectThrough(image, view, { run: async () => ({}) }, entry), /no output "scores"/);
});
