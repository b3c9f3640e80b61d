import assert from "node:assert/strict";
import { test } from "node:test";
import { depthSteps } from "@selfsame/face/assess/gestures";
import { jpegOf, pictureOf, puppetFrame } from "../../../testing/challenge/perform.ts";
import { sharedEngine } from "@selfsame/photo/testing/engine/shared-engine";
import { testModels } from "@selfsame/photo/testing/engine/test-models";
import { createComparison } from "@selfsame/photo/verify/comparison";
import { pairsOf } from "./checks/one-photo.ts";
import { rejectingSign } from "./decision.ts";
import { measureOf } from "./judge-performance.ts";
import { signsOf } from "./signs.ts";

const engine = await sharedEngine();
const models = await testModels();
const measure = measureOf(createComparison(models), models.manifest, true);

async function measured(jpeg: Buffer) {
  const result = await engine.analyze(jpeg, { embedding: true, spoof: true, frame: "blend" });
  assert.ok(result.outcome === "analyzed" && result.frame && result.embedding && result.spoof);
  return { ...result.frame, embedding: result.embedding, live: result.spoof.live };
}
type Measured = Awaited<ReturnType<typeof measured>>;
const signsIn = async (selfie: Measured, frames: readonly Measured[]) =>
  signsOf(selfie, frames, await pairsOf([selfie, ...frames]), measure);

const picture = await pictureOf("ada", engine);
const selfie = await measured(await jpegOf(picture.data));
const frames = await Promise.all(depthSteps.map(async (step) => measured(await puppetFrame(picture, step, 0, 1.1))));

test("a head that software turned is rejected for all signs together", async () => {
  const signs = await signsIn(selfie, frames);
  assert.notEqual(rejectingSign(signs), undefined, JSON.stringify(signs));
});

test("what is not there is no sign: no network for changed faces, no head that turns", async () => {
  const still = [selfie, selfie].map((one) => {
    const { blend, ...rest } = one;
    assert.notEqual(blend, undefined);
    return rest;
  });
  const [first, second] = still as [Measured, Measured];
  const { rise, lack, texture, farCheek, nearStretch, farSqueeze, blended } = await signsIn(first, [second]);
  const missing = [rise, lack, texture, farCheek, nearStretch, farSqueeze, blended];
  assert.deepEqual(new Set(missing), new Set([undefined]));
});

test("the worst frame counts beside the middle one", async () => {
  const [one, ...rest] = frames as [Measured, ...Measured[]];
  const before = await signsIn(selfie, frames);
  const after = await signsIn(selfie, [{ ...one, live: 0.01 }, ...rest]);
  assert.ok(after.leastLive > before.leastLive && after.leastLive > 2);
  assert.ok(after.notLive - before.notLive < after.leastLive - before.leastLive);
});
