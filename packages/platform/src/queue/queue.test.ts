import assert from "node:assert/strict";
import { test } from "node:test";
import { freshConfig, onEachStore } from "../../testing/store/each-store.ts";
import { type TestQueue, claimOne, freshQueue, joinQueue } from "../../testing/jobs/queue-harness.ts";
import { endLeases } from "../../testing/jobs/end-leases.ts";
import { until } from "../../testing/until.ts";
import { LeaseLost } from "./queue.ts";

const kinds = {
  paint: { leaseSeconds: 600, attemptsMax: 3 },
  dry: { leaseSeconds: 600, attemptsMax: 2 },
};
const paint = (number: number, more: { priority?: number; afterMs?: number } = {}) => ({
  name: "paint",
  data: { number },
  ...more,
});

onEachStore("queue", (kind) => {
  test("higher priorities first, then the order in which they were put in", async (t) => {
    const node = await freshQueue(t, kind, kinds);
    await node.put(paint(1));
    await node.put(paint(2));
    await node.put(paint(3, { priority: 5 }));
    await node.put({ name: "dry", data: {} });
    const numbers: unknown[] = [];
    for (let job = 0; job < 3; job++) {
      const claimed = await claimOne(node, "paint");
      numbers.push(claimed.data["number"]);
      assert.equal(claimed.attempt, 1);
      await node.done(claimed);
    }
    assert.deepEqual(numbers, [3, 1, 2]);
    assert.deepEqual(await node.queue.claim("paint", 9), []);
  });

  test("a job is there exactly when its transaction is", async (t) => {
    const node = await freshQueue(t, kind, kinds);
    const { store, queue } = node;
    const failing = store.db.transaction().execute(async (db) => {
      await queue.enqueue(db, [paint(1)]);
      throw new Error("rolled back");
    });
    await assert.rejects(failing, /rolled back/);
    assert.deepEqual(await queue.claim("paint", 1), []);

    await node.put(paint(2));
    const job = await claimOne(node, "paint");
    const settling = store.db.transaction().execute(async (db) => {
      await queue.settle(db, job, { outcome: "done" });
      throw new Error("rolled back");
    });
    await assert.rejects(settling, /rolled back/);
    await node.done(job);
    await assert.rejects(node.done(job), LeaseLost, "only once");
  });

  test("a job that is put off comes later, and so does one that is tried again", async (t) => {
    const node = await freshQueue(t, kind, kinds);
    await node.put(paint(1, { afterMs: 1500 }));
    assert.deepEqual(await node.queue.claim("paint", 1), []);
    node.advance(1501);
    const first = await claimOne(node, "paint");
    await node.retry(first, 1500);
    assert.deepEqual(await node.queue.claim("paint", 1), []);
    node.advance(1501);
    const second = await claimOne(node, "paint");
    assert.equal(second.attempt, 2);
    await assert.rejects(node.done(first), LeaseLost, "the earlier claim is over");
    await node.done(second);
  });

  test("after its last attempt a job is a dead letter", async (t) => {
    const node = await freshQueue(t, kind, kinds);
    await node.put(paint(7));
    for (let attempt = 1; attempt <= 3; attempt++) {
      const job = await claimOne(node, "paint");
      assert.equal(job.attempt, attempt);
      await node.retry(job);
    }
    assert.deepEqual(await node.queue.claim("paint", 1), []);
    const dead = await claimOne(node, "paint.dead");
    assert.deepEqual(dead.data, { number: 7 });
    await node.done(dead);
    assert.deepEqual(await node.queue.claim("paint.dead", 1), []);
  });

  test("a job whose node died is another's when its lease ends, and a dead letter when it took down every node", async (t) => {
    const config = await freshConfig(t, kind);
    const dying = await joinQueue(t, config, kinds);
    const other = await joinQueue(t, config, kinds);
    // PostgreSQL uses its own clock, which the test cannot move.
    const leasesEnd = async () => (kind === "sqlite" ? other.advance(600_001) : endLeases(other.store));
    await dying.put({ name: "dry", data: { number: 1 } });
    const lost = await claimOne(dying, "dry");
    assert.deepEqual(await other.queue.claim("dry", 1), [], "while the lease lasts");
    await leasesEnd();
    const taken = await claimOne(other, "dry");
    assert.equal(taken.attempt, 2);
    await assert.rejects(dying.done(lost), LeaseLost);

    await leasesEnd();
    const dead = await until(async () => {
      assert.deepEqual(await other.queue.claim("dry", 1), []);
      return (await other.queue.claim("dry.dead", 1))[0];
    });
    assert.deepEqual(dead.data, { number: 1 });
    await assert.rejects(other.done(taken), LeaseLost);
  });

  test("no job waits because a node's clock jumped", async (t) => {
    const node = await freshQueue(t, kind, kinds);
    const year = 365 * 24 * 3600_000;
    node.advance(year);
    await node.put(paint(1), paint(2));
    const claimed = await claimOne(node, "paint");
    node.advance(-2 * year);
    const next = await claimOne(node, "paint");
    // On SQLite the lease from the future counts as ended; on PostgreSQL the node's clock does not matter and the lease stands.
    if (kind === "sqlite") assert.deepEqual([next.id, next.attempt], [claimed.id, 2]);
    else assert.notEqual(next.id, claimed.id);
    assert.deepEqual(await node.queue.claim("paint", 9).then((jobs) => jobs.length), kind === "sqlite" ? 1 : 0);
  });

  test("10,000 jobs, two nodes: each job is one node's", async (t) => {
    const config = await freshConfig(t, kind);
    const nodes = [await joinQueue(t, config, kinds), await joinQueue(t, config, kinds)];
    await nodes[0]?.put(...Array.from({ length: 10_000 }, (_, number) => paint(number)));
    const seen = new Set<unknown>();
    const takeSome = async (node: TestQueue) => {
      const jobs = await node.queue.claim("paint", 500);
      for (const { data } of jobs) {
        assert.ok(!seen.has(data["number"]), "claimed twice");
        seen.add(data["number"]);
      }
      await node.store.db.transaction().execute(async (db) => {
        for (const job of jobs.slice(0, 5)) await node.queue.settle(db, job, { outcome: "done" });
      });
    };
    while (seen.size < 10_000) {
      // SQLite nodes in one process take turns: a waiting writer blocks the thread that the other needs.
      if (kind === "sqlite") for (const node of nodes) await takeSome(node);
      else await Promise.all(nodes.map(takeSome));
    }
    for (const node of nodes) assert.deepEqual(await node.queue.claim("paint", 1), []);
  });

  test("how much waits is reported by kind", async (t) => {
    const node = await freshQueue(t, kind, kinds);
    await node.put(paint(1), paint(2), paint(3, { afterMs: 60_000 }), { name: "dry", data: {} });
    await claimOne(node, "paint");
    const depths = await node.queue.depths();
    const of = (name: string) => depths.find((depth) => depth.name === name);
    const { oldestSeconds = -1, ...counts } = of("paint") ?? {};
    assert.deepEqual(counts, { name: "paint", ready: 1, delayed: 1, active: 1 });
    assert.ok(oldestSeconds >= 0 && oldestSeconds < 60);
    assert.equal(of("dry")?.ready, 1);
  });

  test("an unknown kind is an error", async (t) => {
    const node = await freshQueue(t, kind, kinds);
    await assert.rejects(node.put({ name: "sing", data: {} }), /sing/);
    await assert.rejects(node.queue.claim("sing", 1), /sing/);
  });
});

test("on SQLite, what a version without turns has claimed is its own until its lease ends", async (t) => {
  const node = await freshQueue(t, "sqlite", kinds);
  await node.put(paint(1));
  // As those versions did: the time when the job was due is unchanged.
  await node.store.db
    .updateTable("jobs")
    .set({ attempts: 1, lease_until_ms: Date.now() + 600_000 })
    .execute();
  assert.deepEqual(await node.queue.claim("paint", 1), []);
  node.advance(601_000);
  assert.equal((await claimOne(node, "paint")).attempt, 2);
});
