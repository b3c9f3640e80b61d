import assert from "node:assert/strict";
import { test } from "node:test";
import { Registry } from "prom-client";
import type { AccessHealth } from "./health.ts";
import { registerDependencyMetrics } from "./dependency-metrics.ts";

const disk = { freeBytes: async () => 7000, leastFreeBytes: 50 };

test("metrics say whether database and Redis answer, and what the disk has free", async () => {
  const registry = new Registry();
  let store: AccessHealth["store"] = "ok";
  const redis = { isShared: true };
  registerDependencyMetrics(registry, { health: async () => ({ store }), redis, disk });
  const values = async () => (await registry.metrics()).match(/^selfsame_\w+ \S+$/gm);
  const room = ["selfsame_disk_free_bytes 7000", "selfsame_disk_minimum_free_bytes 50"];
  assert.deepEqual(await values(), ["selfsame_database_up 1", "selfsame_redis_up 1", ...room]);
  store = "unavailable";
  redis.isShared = false;
  assert.deepEqual(await values(), ["selfsame_database_up 0", "selfsame_redis_up 0", ...room]);
});

test("without Redis there is no metric of it", async () => {
  const registry = new Registry();
  registerDependencyMetrics(registry, { health: async () => ({ store: "ok" }), redis: undefined, disk });
  assert.doesNotMatch(await registry.metrics(), /redis/);
});
