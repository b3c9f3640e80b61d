import assert from "node:assert/strict";
import { test } from "node:test";
import type { Frame } from "../judge.ts";
import { isInTime, picturesToAnalyze, type MeasuredBurst } from "./burst.ts";
import { judgeBursts } from "./judge-burst.ts";

test("of a burst the picture nearest to the frame is looked at, and others from the first on", () => {
  const ten = Array.from({ length: 10 }, (_, i) => 1000 + 100 * i);
  assert.deepEqual(picturesToAnalyze(ten, 1520), [0, 3, 5, 6, 9]);
  assert.deepEqual(picturesToAnalyze(ten, 9000), [0, 3, 6, 9]);
  assert.deepEqual(picturesToAnalyze([1, 2, 3, 4], 2), [0, 1, 2, 3]);
});

test("times do not fall, and end before the file has arrived", () => {
  assert.ok(isInTime([1, 2, 3, 4], 4, 0));
  assert.ok(isInTime([1, 2, 3, 54], 4, 50));
  assert.ok(!isInTime([1, 2, 3, 55], 4, 50));
  assert.ok(isInTime([1, 2, 2, 4], 9, 50));
  assert.ok(!isInTime([1, 3, 2, 4], 9, 50));
});

const frame = {
  embedding: Float32Array.of(1, 0),
  gesture: { yaw: 20, pitch: 0, eyesOpen: 1, mouthWidth: 1, size: 0.2 },
} satisfies Pick<Frame, "embedding" | "gesture">;
const way = (...yaws: readonly (number | undefined)[]): MeasuredBurst["looked"] =>
  yaws.map((yaw, i) => ({
    afterMs: 1000 + 100 * i,
    face: yaw === undefined ? undefined : { yaw, pitch: 0, size: 0.2 },
  }));
const burst = (looked: MeasuredBurst["looked"], change: Partial<MeasuredBurst> = {}): MeasuredBurst => ({
  sha256: "00",
  looked,
  embedding: frame.embedding,
  frameAfterMs: 1400,
  ...change,
});
const similarity = (one: Float32Array, other: Float32Array) => (one[0] === other[0] ? 1 : 0);
const doubts = (...bursts: readonly (MeasuredBurst | undefined)[]) =>
  judgeBursts(["turn_right", "blink"], [frame, frame], bursts, { similarity });

test("a burst leads to its frame: the person, where the head points, and from elsewhere where the step turns it", () => {
  const first = { reason: "other_burst", frame: 1 };
  assert.equal(doubts(burst(way(0, 5, 10, 16, 21))), undefined);
  assert.equal(doubts(burst(way(undefined, undefined, 10, undefined, 21))), undefined, "pictures may be blurred");
  assert.equal(doubts(undefined, undefined), undefined, "none was asked for");
  assert.deepEqual(doubts(burst(way(20, 20, 20, 21, 21))), first, "it does not move");
  assert.equal(doubts(undefined, burst(way(20, 20, 20, 21, 21))), undefined, "a blink moves nothing");
  assert.deepEqual(doubts(burst(way(0, -5, -10, -16, -21))), first, "it turns to the other side");
  assert.deepEqual(
    doubts(undefined, burst(way(20, 20), { frameAfterMs: 2200 })),
    { ...first, frame: 2 },
    "long before",
  );
  assert.deepEqual(doubts(burst(way(undefined, undefined, undefined, undefined, 21))), first, "one face");
  assert.deepEqual(doubts(burst(way(0, 10, 20), { embedding: Float32Array.of(0, 1) })), first, "another person");
  assert.deepEqual(doubts(burst(way(0, 10, 20), { embedding: undefined })), first);
  const near = way(0, 10, 20).map(({ afterMs, face }) => ({ afterMs, face: face && { ...face, size: 0.4 } }));
  assert.deepEqual(doubts(burst(near)), first, "another cut of the picture");
});
