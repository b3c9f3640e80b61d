import assert from "node:assert/strict";
import { test } from "node:test";
import { scriptedEngine } from "../../testing/engine/scripted-engine.ts";
import { createBatchEngine } from "./batch-engine.ts";
import type { PhotoResult } from "./engine.ts";

const looked: PhotoResult = { outcome: "unreadable" };
const photo = new Uint8Array();

function start() {
  const calls: string[] = [];
  const engine = scriptedEngine({
    analyze: async () => looked,
    stop: async () => void calls.push("stopped"),
  });
  const batch = createBatchEngine(async () => {
    calls.push("opened");
    return engine;
  });
  return { calls, batch, look: () => batch.analyze(photo, {}) };
}

test("its workers are started for the first photo, shared, ended after a minute without one, and started again", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { calls, look, batch } = start();
  assert.deepEqual(calls, []);
  assert.deepEqual(await Promise.all([look(), look(), look()]), [looked, looked, looked]);
  assert.deepEqual(calls, ["opened"]);
  t.mock.timers.tick(59_999);
  await look();
  t.mock.timers.tick(59_999);
  assert.deepEqual(calls, ["opened"]);
  t.mock.timers.tick(1);
  await new Promise(setImmediate);
  assert.deepEqual(calls, ["opened", "stopped"]);
  await look();
  await batch.stop();
  assert.deepEqual(calls, ["opened", "stopped", "opened", "stopped"]);
});

test("workers that would not start are tried again with the next photo", async () => {
  let attempts = 0;
  const batch = createBatchEngine(async () => {
    if (++attempts === 1) throw new Error("no memory");
    return scriptedEngine({ analyze: async () => looked });
  });
  await assert.rejects(batch.analyze(photo, {}), /no memory/);
  assert.deepEqual(await batch.analyze(photo, {}), looked);
  await batch.stop();
});

test("one that was never wanted has nothing to stop", async () => {
  const { calls, batch } = start();
  await batch.stop();
  assert.deepEqual(calls, []);
});
