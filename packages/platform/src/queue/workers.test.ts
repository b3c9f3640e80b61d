import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import type { TestContext } from "node:test";
import { setTimeout } from "node:timers/promises";
import { isFuzzRun } from "../../../../testing/fuzz-runs.ts";
import type { StoreKind } from "../store/migrate.ts";
import type { StoreConfig } from "../store/store.ts";
import type { JobKinds } from "./kinds.ts";
import { startCuttableProxy } from "../../testing/store/cuttable-proxy.ts";
import { freshConfig, noPostgres, onEachStore } from "../../testing/store/each-store.ts";
import { claimOne, freshQueue, joinQueue } from "../../testing/jobs/queue-harness.ts";
import type { TestQueue } from "../../testing/jobs/queue-harness.ts";
import { until } from "../../testing/until.ts";
import { StoreUnavailable } from "../store/outage.ts";
import type { Log } from "../store/log.ts";
import { silent } from "../store/log.ts";
import { backoffMs, startWorkers } from "./workers.ts";
import type { DoJob, JobOutcome } from "./workers.ts";
import { databaseFile } from "../store/data-folder.ts";

const kinds = { paint: { leaseSeconds: 600, attemptsMax: 3 } };
const paint = (number: number) => ({ name: "paint", data: { number } });
const done =
  (node: TestQueue): DoJob =>
  (job) =>
    node.done(job);

function start(node: TestQueue, run: DoJob, { concurrency = 4, log = silent, pollMs = 10 } = {}) {
  const outcomes: JobOutcome[] = [];
  const observe = (_name: string, outcome: JobOutcome) => void outcomes.push(outcome);
  const workers = startWorkers({ ...node, log, observe, pollMs }, [{ name: "paint", concurrency, run }]);
  return { workers, outcomes };
}

onEachStore("workers", (kind) => {
  test("all jobs are done, never more at once than may be", async (t) => {
    const node = await freshQueue(t, kind, kinds);
    await node.put(...Array.from({ length: 40 }, (_, number) => paint(number)));
    let running = 0;
    let most = 0;
    const seen = new Set<unknown>();
    const { workers, outcomes } = start(node, async (job) => {
      most = Math.max(most, ++running);
      await new Promise(setImmediate);
      seen.add(job.data["number"]);
      running--;
      await node.done(job);
    });
    await until(() => outcomes.length === 40);
    await workers.stop();
    assert.equal(seen.size, 40);
    assert.ok(most > 1 && most <= 4, String(most));
  });

  test("a job that fails is logged and tried again, and the others go on", async (t) => {
    const node = await freshQueue(t, kind, kinds);
    await node.put(paint(0), paint(1), paint(2));
    const said: string[] = [];
    const log: Log = { ...silent, error: (_detail, text) => void said.push(text) };
    let failures = 0;
    const run: DoJob = async (job) => {
      if (job.data["number"] === 1 && failures++ === 0) throw new Error("spilt");
      await node.done(job);
    };
    const { workers, outcomes } = start(node, run, { log });
    await until(() => outcomes.length === 3);
    node.advance(5000);
    await until(() => outcomes.length === 4);
    await workers.stop();
    assert.deepEqual(said, ["a job failed"]);
    assert.deepEqual(outcomes.toSorted(), ["done", "done", "done", "failed"]);
  });

  test("what was put in on this node is begun at once when it is woken", async (t) => {
    const node = await freshQueue(t, kind, kinds);
    const { workers, outcomes } = start(node, done(node), { pollMs: 3600_000 });
    await until(async () => {
      await node.put(paint(1));
      workers.wake();
      return outcomes.length > 0;
    });
    await workers.stop();
  });

  test("stopping signals the running jobs, waits for them, and takes no more", async (t) => {
    const node = await freshQueue(t, kind, kinds);
    await node.put(paint(1), paint(2));
    const begun = Promise.withResolvers<void>();
    const { workers, outcomes } = start(
      node,
      async (job, signal) => {
        begun.resolve();
        await new Promise((resolve) => signal.addEventListener("abort", resolve));
        await node.done(job);
      },
      { concurrency: 1 },
    );
    await begun.promise;
    await workers.stop();
    assert.deepEqual(outcomes, ["done"]);
    await claimOne(node, "paint");
  });
});

/** A node whose connection to PostgreSQL can be cut. */
async function behindProxy(t: TestContext, config: StoreConfig, limits: JobKinds) {
  const way = await startCuttableProxy(t, config.databaseUrl);
  return { node: await joinQueue(t, { ...config, databaseUrl: way.databaseUrl }, limits), way };
}

/** A database for jobs, and a way to make it unavailable: broken connections, or a lock that another process holds. */
async function cuttableQueue(t: TestContext, kind: StoreKind, leaseSeconds = 2) {
  const config = await freshConfig(t, kind);
  const limits = { paint: { leaseSeconds, attemptsMax: 9 } };
  if (kind === "postgres") return behindProxy(t, config, limits);
  const node = await joinQueue(t, config, limits);
  const other = new DatabaseSync(databaseFile(config.dataDir), { timeout: 0 });
  t.after(() => other.close());
  const locked = () => {
    try {
      other.exec("BEGIN IMMEDIATE");
      return true;
    } catch {
      return false;
    }
  };
  return { node, way: { cut: () => until(locked), mend: async () => other.exec("COMMIT") } };
}

onEachStore("a database that is gone in the middle of the work, for a minute in a long run,", (kind) => {
  test("and back: all is done", async (t) => {
    const { node, way } = await cuttableQueue(t, kind);
    await node.put(...Array.from({ length: 60 }, (_, number) => paint(number)));
    const seen = new Set<unknown>();
    let away: Promise<unknown> | undefined;
    const { workers, outcomes } = start(node, async (job) => {
      if (seen.size >= 20) away ??= way.cut();
      await away;
      // Counted before it is settled: a job settled at the moment of the cut may or may not have been stored.
      seen.add(job.data["number"]);
      await node.done(job);
    });
    await until(() => away !== undefined);
    await away;
    if (isFuzzRun) await setTimeout(60_000);
    // Writers wait for a lock first, so in a short run none fails.
    if (isFuzzRun || kind === "postgres") await until(() => outcomes.includes("failed"));
    await way.mend();
    const left = async () => {
      // For a moment the store still rejects queries.
      const depths = await node.queue.depths().catch(() => undefined);
      return depths?.reduce((sum, { ready, delayed, active }) => sum + ready + delayed + active, 0);
    };
    await until(async () => (await left()) === 0);
    await workers.stop();
    assert.equal(seen.size, 60);
  });
});

onEachStore("a job that was under way when the database went", (kind) => {
  test("is begun again when it is back, and not when its lease ends", async (t) => {
    const { node, way } = await cuttableQueue(t, kind, 600);
    await node.put(paint(1));
    let runs = 0;
    const { workers, outcomes } = start(node, async (job) => {
      if (runs++ === 0) {
        await way.cut();
        throw new StoreUnavailable();
      }
      await node.done(job);
    });
    await until(() => outcomes.length === 1);
    await way.mend();
    await until(() => outcomes.includes("done"));
    await workers.stop();
    assert.deepEqual([outcomes, runs], [["failed", "done"], 2]);
  });
});

test("a claim whose answer is lost: its job is begun when the database is back", { skip: noPostgres }, async (t) => {
  const config = await freshConfig(t, "postgres");
  const { node, way } = await behindProxy(t, config, { paint: { leaseSeconds: 600, attemptsMax: 9 } });
  const other = await joinQueue(t, config, kinds);
  const active = async () => (await other.queue.depths()).find(({ name }) => name === "paint")?.active;
  await node.put(paint(1));
  way.swallowAnswerTo("SKIP LOCKED");
  const { workers, outcomes } = start(node, done(node));
  await until(async () => (await active()) === 1);
  await way.cut();
  await way.mend();
  await until(() => outcomes.includes("done"));
  await workers.stop();
  assert.deepEqual(outcomes, ["done"]);
});

test("the wait before another attempt doubles, ends at five minutes and is spread", () => {
  assert.deepEqual(
    [1, 2, 3, 9, 10, 99].map((attempt) => backoffMs(attempt, () => 0.5)),
    [1000, 2000, 4000, 256_000, 300_000, 300_000],
  );
  assert.equal(
    backoffMs(1, () => 0),
    750,
  );
  assert.equal(
    backoffMs(1, () => 1),
    1250,
  );
});
