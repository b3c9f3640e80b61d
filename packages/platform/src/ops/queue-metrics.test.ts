import assert from "node:assert/strict";
import { test } from "node:test";
import { Registry } from "prom-client";
import { claimOne, freshQueue } from "../../testing/jobs/queue-harness.ts";
import { onEachStore } from "../../testing/store/each-store.ts";
import { StoreUnavailable } from "../store/outage.ts";
import { registerQueueMetrics } from "./queue-metrics.ts";

onEachStore("queue metrics", (kind) => {
  test("depth, age and outcomes by kind", async (t) => {
    const node = await freshQueue(t, kind, { paint: { leaseSeconds: 60, attemptsMax: 1 } });
    const registry = new Registry();
    const ended = registerQueueMetrics(registry, node.queue);
    await node.put({ name: "paint", data: {} }, { name: "paint", data: {} });
    await claimOne(node, "paint");
    ended("paint", "failed");
    const text = await registry.metrics();
    assert.match(text, /selfsame_jobs\{kind="paint",state="ready"\} 1\n/);
    assert.match(text, /selfsame_jobs\{kind="paint",state="active"\} 1\n/);
    assert.match(text, /selfsame_jobs_oldest_seconds\{kind="paint"\} \d/);
    assert.match(text, /selfsame_jobs_ended_total\{kind="paint",outcome="failed"\} 1\n/);
  });
});

test("during an outage of the database the other metrics are still reported", async () => {
  const registry = new Registry();
  const depths = () => Promise.reject(new StoreUnavailable());
  registerQueueMetrics(registry, { depths })("paint", "done");
  assert.match(await registry.metrics(), /selfsame_jobs_ended_total\{kind="paint",outcome="done"\} 1\n/);
});
