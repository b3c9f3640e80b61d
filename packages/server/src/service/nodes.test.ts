import assert from "node:assert/strict";
import { test } from "node:test";
import type { TestContext } from "node:test";
import { silent } from "@selfsame/platform/store/log";
import type { Store } from "@selfsame/platform/store/store";
import { startDashboard } from "../../testing/dashboard-harness.ts";
import { freshStore, onEachStore } from "@selfsame/platform/testing/store/each-store";
import { until } from "@selfsame/platform/testing/until";
import { createLog } from "@selfsame/platform/ops/log";
import { type NodesDeps, joinNodes } from "@selfsame/platform/ops/nodes";
import { createProblems } from "@selfsame/platform/ops/problems";

const state = { workers: 2, idle: 1, queued: 3, memoryBytes: 400, ownMemoryBytes: 100, problems: [] };

function join(t: TestContext, store: Store, more: Partial<NodesDeps> & { readonly id: string }) {
  const nodes = joinNodes({ store, log: silent, host: "host", version: "1.0.0", state: () => state, ...more });
  t.after(() => nodes.stop());
  return nodes;
}

onEachStore("nodes", (kind) => {
  test("each sees all, one that is not heard of is stale, and one that stops is gone", async (t) => {
    const store = await freshStore(t, kind);
    let nowMs = 1_000_000;
    const now = () => nowMs;
    const problem = { kind: "a worker was lost", level: "warn", count: 2, lastAtMs: 5 } as const;
    const first = join(t, store, { id: "nd_1", now, state: () => ({ ...state, problems: [problem] }) });
    await until(async () => (await store.db.selectFrom("nodes").selectAll().execute()).length === 1);
    nowMs += 46_000;
    const second = join(t, store, { id: "nd_2", now });
    await until(async () => (await store.db.selectFrom("nodes").selectAll().execute()).length === 2);
    const seen = await second.list();
    assert.deepEqual(
      seen.map(({ id, current, stale, problems }) => [id, current, stale, problems]),
      [
        ["nd_2", true, false, []],
        ["nd_1", false, true, [problem]],
      ],
    );
    assert.deepEqual(
      (await first.list()).map(({ id, stale }) => [id, stale]),
      [
        ["nd_1", false],
        ["nd_2", false],
      ],
    );
    await second.stop();
    assert.deepEqual(
      (await first.list()).map(({ id }) => id),
      ["nd_1"],
    );
    nowMs += 25 * 3600_000;
    join(t, store, { id: "nd_3", now });
    await until(async () =>
      (await store.db.selectFrom("nodes").select("id").execute()).every(({ id }) => id === "nd_3"),
    );
  });

  test("only operators see the nodes and their problems", async (t) => {
    const nodes = { list: async () => await here.list() };
    const { ask, claim, addMember, store } = await startDashboard(t, kind, { nodes });
    const here = join(t, store, { id: "nd_1" });
    const cookie = await claim();
    const { body } = await ask("GET /health", undefined, cookie);
    assert.deepEqual([body.nodes[0].id, body.nodes[0].queued, body.nodes[0].ownMemoryBytes], ["nd_1", 3, 100]);
    const member = await addMember(cookie, "member@example.com");
    assert.equal((await ask("GET /health", undefined, member.cookie)).status, 404);
  });
});

test("what the log warns of is counted by kind, the latest first, jobs by their name", () => {
  let nowMs = 0;
  const problems = createProblems(() => ++nowMs);
  const log = createLog("info", { write: () => {} }, problems);
  log.warn("the database cannot be reached");
  log.error({ err: new Error("secret"), job: "webhook_delivery" }, "a job failed");
  log.info("the database is back");
  log.child({ a: 1 }).warn({ b: 2 }, "the database cannot be reached");
  assert.deepEqual(problems.list(), [
    { kind: "the database cannot be reached", level: "warn", count: 2, lastAtMs: 3 },
    { kind: "a job failed: webhook_delivery", level: "error", count: 1, lastAtMs: 2 },
  ]);
  for (let i = 0; i < 60; i++) log.warn(`kind ${i}`);
  assert.equal(problems.list().length, 50);
  assert.equal(problems.list()[0]?.kind, "kind 59");
});
