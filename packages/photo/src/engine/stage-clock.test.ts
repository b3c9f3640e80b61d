import assert from "node:assert/strict";
import { test } from "node:test";
import type { Model, Models } from "@selfsame/face/model";
import { createStageClock } from "./stage-clock.ts";

let nowMs = 0;
const taking = (ms: number): Model => ({
  run: async () => {
    nowMs += ms;
    return {};
  },
});
const models: Models = {
  detect: taking(3),
  landmarks: taking(1),
  embed: taking(7),
  spoof: [taking(5), taking(1)],
  eyes: taking(0),
  pose: taking(6),
};
const nothing = new Float32Array();

test("the networks of the spoof check are one stage", async () => {
  const clock = createStageClock(models, () => nowMs);
  const { stagesMs } = await clock.time(async () => {
    for (const model of clock.models.spoof) await model.run(nothing);
  });
  assert.deepEqual(stagesMs, { decode: 0, spoof: 6, pixels: 0 });
});

test("time is told by stage, repeated runs of a model together, and the rest is pixels", async () => {
  const clock = createStageClock(models, () => nowMs);
  const { result, stagesMs, stageTimes, totalMs } = await clock.time(async () => {
    nowMs += 10;
    await clock.models.detect.run(nothing);
    nowMs += 2;
    await clock.models.detect.run(nothing);
    await clock.models.embed.run(nothing);
    nowMs += 4;
    return "a face";
  });
  assert.equal(result, "a face");
  assert.deepEqual(stagesMs, { decode: 10, detect: 6, embed: 7, pixels: 6 });
  assert.equal(totalMs, 29);
  assert.deepEqual(stageTimes, [
    { stage: "decode", startMs: 0, endMs: 10 },
    { stage: "detect", startMs: 10, endMs: 18 },
    { stage: "embed", startMs: 18, endMs: 25 },
  ]);
});

test("each task starts from nothing; one that needs no model is all decoding", async () => {
  const clock = createStageClock(models, () => nowMs);
  await clock.time(() => clock.models.embed.run(nothing));
  const { stagesMs, stageTimes } = await clock.time(async () => void (nowMs += 8));
  assert.deepEqual(stagesMs, { decode: 8 });
  assert.deepEqual(stageTimes, [{ stage: "decode", startMs: 0, endMs: 8 }]);
});
