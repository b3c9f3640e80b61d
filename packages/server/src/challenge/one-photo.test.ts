import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { steps } from "@selfsame/face/assess/gestures";
import type { Skin } from "@selfsame/face/assess/skin";
import { createEngine, type RunningEngine } from "../engine/create-engine.ts";
import { neutralFrame, type Picture, pictureOf, puppetFrame, stepFrame } from "../testing/challenge/perform.ts";
import { testModels } from "../testing/engine/test-models.ts";
import { areOnePhoto, skinLikeness } from "./one-photo.ts";

let engine: RunningEngine;
let ada: Picture;
let bea: Picture;
before(async () => {
  // However slow the machine is: nobody waits for these photos.
  const limits = { queueLength: 100, waitMs: 600_000 };
  engine = await createEngine({ models: await testModels(), workers: 2, limits });
  [ada, bea] = await Promise.all([pictureOf("ada", engine), pictureOf("bea", engine)]);
});
after(() => engine.stop());

async function skinIn(photo: Buffer): Promise<Skin> {
  const result = await engine.analyze(photo, { frame: true });
  assert.ok(result.outcome === "analyzed" && result.frame);
  return result.frame.skin;
}
const skinsOf = (photos: readonly Promise<Buffer>[]): Promise<Skin[]> =>
  Promise.all(photos.map(async (photo) => skinIn(await photo)));

test("frames that were bent out of one photo are known for it", async () => {
  for (const picture of [ada, bea]) {
    const frames = await skinsOf(steps.map((step) => puppetFrame(picture, step)));
    assert.equal(await areOnePhoto(frames), true);
  }
});

test("frames that each have a noise of their own are not", async () => {
  const frames = [neutralFrame(ada), ...steps.map((step) => stepFrame(ada, step))];
  assert.equal(await areOnePhoto(await skinsOf(frames)), false);
});

test("a photo is like itself, and not like that of somebody else", async () => {
  const [one, other] = await skinsOf([neutralFrame(ada), neutralFrame(bea)]);
  assert.ok(one && other);
  assert.ok(skinLikeness(one, one) > 0.99);
  assert.ok(skinLikeness(one, other) < 0.5);
});
