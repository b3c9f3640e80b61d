import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { comprefaceScale, rekognitionScale, toOurs, toTheirs } from "./foreign-scale.ts";

const scales = { rekognition: [rekognitionScale, 100], compreface: [comprefaceScale, 1] } as const;

test("the thresholds of the docs have the false match rates of the docs", () => {
  const ours = [80, 90, 95, 99].map((theirs) => toOurs(rekognitionScale, theirs));
  assert.deepEqual(ours, [0.7, 0.75, 0.775, 0.8]);
  assert.deepEqual(
    [0.5, 0.9].map((theirs) => toOurs(comprefaceScale, theirs)),
    [0.7, 0.8],
  );
});

for (const [name, [scale, most]] of Object.entries(scales)) {
  test(`${name}: a similarity that is enough here is enough there, for every threshold`, () => {
    const similarity = fc.integer({ min: 0, max: 10_000 }).map((value) => value / 10_000);
    const threshold = fc.integer({ min: 0, max: 1000 }).map((value) => (value / 1000) * most);
    fc.assert(
      fc.property(similarity, threshold, (ours, asked) => {
        const theirs = toTheirs(scale, ours);
        assert.ok(theirs >= 0 && theirs <= most);
        // Returned and compared values have four decimals, so the verdicts may differ close to the threshold.
        const near = Math.abs(theirs - asked) < 0.02;
        assert.ok(near || ours >= toOurs(scale, asked) === theirs >= asked, `${ours}, ${asked}, ${theirs}`);
      }),
    );
  });

  test(`${name}: both ways rise, and the ends stay`, () => {
    for (let i = 0; i < 1000; i++) {
      assert.ok(toTheirs(scale, i / 1000) <= toTheirs(scale, (i + 1) / 1000));
      assert.ok(toOurs(scale, (i / 1000) * most) <= toOurs(scale, ((i + 1) / 1000) * most));
    }
    assert.deepEqual([toTheirs(scale, 0), toTheirs(scale, 1)], [0, most]);
    assert.deepEqual([toOurs(scale, 0), toOurs(scale, most)], [0, 1]);
  });
}
