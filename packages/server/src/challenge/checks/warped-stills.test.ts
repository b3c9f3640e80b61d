import assert from "node:assert/strict";
import { test } from "node:test";
import { depthSteps } from "@selfsame/face/assess/gestures";
import { jpegOf, pictureOf, puppetFrame } from "../../testing/challenge/perform.ts";
import { sharedEngine } from "../../testing/engine/shared-engine.ts";
import { testModels } from "../../testing/engine/test-models.ts";
import { createComparison } from "../../verify/comparison.ts";
import { type Pair, pairsOf } from "./one-photo.ts";
import { areWarped, type Turned, turnedFrames, warpScore } from "./warped-stills.ts";

const engine = await sharedEngine();
const comparison = createComparison(await testModels());
const similarity = (one: Float32Array, other: Float32Array) => comparison.similarity(one, other);

async function measured(jpeg: Buffer) {
  const result = await engine.analyze(jpeg, { embedding: true, frame: "blend" });
  assert.ok(result.outcome === "analyzed" && result.frame && result.embedding);
  return { ...result.frame, embedding: result.embedding };
}

test("a head that software turned is known by the selfie and the frames, whether or not they share a photo", async () => {
  for (const name of ["ada", "bea"] as const) {
    const picture = await pictureOf(name, engine);
    const selfie = await measured(await jpegOf(picture.data));
    const frames = await Promise.all(
      depthSteps.map(async (step) => measured(await puppetFrame(picture, step, 0, 1.1))),
    );
    const turned = turnedFrames(selfie, frames, await pairsOf([selfie, ...frames]), similarity);
    assert.equal(turned.length, frames.length);
    assert.equal(areWarped(turned), true, JSON.stringify(turned));
  }
});

const turned = (change: Partial<Turned> = {}): Turned => ({ excess: 0, rise: 0, similarity: 1, ...change });

test("weak evidence is not enough alone, and the frames count by their mean", () => {
  assert.equal(areWarped([]), false);
  assert.equal(areWarped([turned()]), false);
  assert.equal(areWarped([turned({ excess: 2 })]), false);
  assert.equal(areWarped([turned({ rise: 3 })]), false);
  assert.equal(areWarped([turned({ similarity: 0.3 })]), false);
  assert.equal(areWarped([turned({ excess: 1, rise: 2, similarity: 0.9 })]), true);
  assert.equal(areWarped([turned({ excess: 1, rise: 2, similarity: 0.9 }), turned()]), false);
  assert.ok(Math.abs(warpScore([turned({ excess: 1 }), turned({ rise: 2 })]) - 1.5) < 1e-9);
});

const pair = (degrees: number): Pair => ({ turned: degrees, likeness: { fine: 0, middle: 0, broad: 0.9 } });
const frame = (blend?: number) => ({ embedding: Float32Array.of(1), ...(blend !== undefined && { blend }) });

test("only frames that turn count, each compared with the selfie", () => {
  const pairs = [pair(6.9), pair(7), pair(25), pair(40)];
  const found = turnedFrames(frame(1), [frame(4), frame(3), frame(2)], pairs, () => 0.9);
  assert.deepEqual(
    found.map(({ rise }) => rise),
    [2, 1],
  );
  assert.deepEqual(
    turnedFrames(frame(), [frame(1)], [pair(20)], () => 1),
    [],
  );
  assert.deepEqual(
    turnedFrames(frame(1), [frame()], [pair(20)], () => 1),
    [],
  );
});
