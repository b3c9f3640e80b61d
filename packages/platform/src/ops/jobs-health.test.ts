import assert from "node:assert/strict";
import { test } from "node:test";
import type { QueueDepth } from "../queue/queue.ts";
import { StoreUnavailable } from "../store/outage.ts";
import { createJobsHealth } from "./jobs-health.ts";

const depth = (name: string, oldestSeconds: number, ready = 1): QueueDepth => ({
  name,
  ready,
  delayed: 0,
  active: 1,
  oldestSeconds,
});

test("jobs are late when they wait for minutes, but for batches, which may", async () => {
  const health = (...depths: QueueDepth[]) => createJobsHealth({ depths: async () => depths })();
  assert.equal(await health(), "ok");
  assert.equal(await health(depth("webhook_delivery", 299), depth("batch_group", 90_000)), "ok");
  assert.equal(await health(depth("webhook_delivery", 300)), "late");
  assert.equal(await health(depth("batch_group.dead", 300)), "late");
});

test("the database is asked every five seconds at most, and an outage is reported", async () => {
  let nowMs = 0;
  let asked = 0;
  const depths = () => (asked++ === 0 ? Promise.resolve([]) : Promise.reject(new StoreUnavailable()));
  const health = createJobsHealth({ depths }, () => nowMs);
  assert.deepEqual([await health(), await health(), asked], ["ok", "ok", 1]);
  nowMs = 5000;
  assert.deepEqual([await health(), await health(), asked], ["unavailable", "unavailable", 2]);
});

test("a fault is a fault", async () => {
  await assert.rejects(createJobsHealth({ depths: () => Promise.reject(new Error("broken")) })(), /broken/);
});
