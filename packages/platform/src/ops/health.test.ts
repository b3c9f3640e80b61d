import assert from "node:assert/strict";
import { test } from "node:test";
import type { JobsHealth } from "./jobs-health.ts";
import { type Phase, createReadiness, type AccessHealth } from "./health.ts";

const well = { workers: 2, idle: 2, queued: 0, memoryBytes: 0, phase: "serving" as Phase };

function readiness(engine: typeof well, access: AccessHealth, jobs: JobsHealth = "ok") {
  return createReadiness({ engine: () => engine, access: async () => access, jobs: async () => jobs, now: () => 0 });
}

test("a node is ready when its workers run and its store answers, with Redis or without", async () => {
  for (const limits of ["alone", "shared"] as const) {
    const answer = await readiness(well, { store: "ok", limits, disk: "ok" })();
    assert.deepEqual(answer, {
      status: "ready",
      checks: { engine: "ok", models: "ok", store: "ok", redis: limits, jobs: "ok", disk: "ok" },
    });
  }
});

test("without Redis, where there should be one, it serves and says so", async () => {
  const { status, checks } = await readiness(well, { store: "ok", limits: "local", disk: "ok" })();
  assert.deepEqual([status, checks.redis], ["degraded", "local"]);
});

test("with jobs that wait too long it serves and says so", async () => {
  const { status, checks } = await readiness(well, { store: "ok", limits: "alone", disk: "ok" }, "late")();
  assert.deepEqual([status, checks.jobs], ["degraded", "late"]);
});

test("with a full disk it takes no requests; where the disk is needed only in need, it says so", async () => {
  for (const [disk, status] of [
    ["full", "not_ready"],
    ["low", "degraded"],
  ] as const) {
    const answer = await readiness(well, { store: "ok", limits: "alone", disk })();
    assert.deepEqual([answer.status, answer.checks.disk], [status, disk]);
  }
});

test("no workers and stopping are not ready", async () => {
  const ok = { store: "ok", limits: "alone", disk: "ok" } as const;
  assert.equal((await readiness({ ...well, workers: 0, idle: 0 }, ok)()).status, "not_ready");
  const stopping = await readiness({ ...well, phase: "stopping" }, ok)();
  assert.deepEqual([stopping.status, stopping.checks.engine], ["not_ready", "stopping"]);
  const starting = await readiness({ ...well, phase: "starting" }, ok)();
  assert.deepEqual(
    [starting.status, starting.checks.engine],
    ["not_ready", "starting"],
    "the first key is not there yet",
  );
});

test("a node whose store takes no writes is not ready after two seconds, and recovers", async () => {
  let nowMs = 1000;
  let store: AccessHealth["store"] = "unavailable";
  const check = createReadiness({
    engine: () => well,
    jobs: async () => "ok",
    access: async () => ({ store, limits: "alone", disk: "ok" }),
    now: () => nowMs,
  });
  assert.equal((await check()).status, "degraded");
  nowMs += 1_999;
  assert.equal((await check()).status, "degraded");
  nowMs += 1;
  assert.equal((await check()).status, "not_ready");
  store = "ok";
  assert.equal((await check()).status, "ready");
  store = "unavailable";
  assert.equal((await check()).status, "degraded");
});
