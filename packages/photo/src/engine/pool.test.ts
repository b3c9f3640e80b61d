import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { decoderFault } from "./decoder-faults.ts";
import sharp from "sharp";
import { EngineUnavailable } from "./engine.ts";
import type { PhotoResult, Wants } from "./engine.ts";
import type { ModelSet } from "../models/model-set.ts";
import { Pool } from "./pool.ts";
import type { PoolLimits } from "./pool.ts";
import { samplePortrait } from "../../testing/photos/sample-photos.ts";
import { testModels } from "../../testing/engine/test-models.ts";
import { workingPid } from "./processor-time.ts";
import { until } from "@selfsame/platform/testing/until";
import { startWorker } from "./worker-process.ts";
import type { WorkerProcess } from "./worker-process.ts";

const wants: Wants = { embedding: true };
let photo: Uint8Array;
let models: ModelSet;

before(async () => {
  models = await testModels();
  photo = await samplePortrait();
});

const stops: (() => Promise<void>)[] = [];
after(() => Promise.all(stops.map((stop) => stop())));

interface Watched {
  readonly pool: Pool;
  /** Resolves with each worker as it becomes ready, in turn. */
  readonly nextWorker: () => Promise<WorkerProcess>;
  readonly problems: string[];
}

const plenty: PoolLimits = { workers: 1, queueLength: 100, waitMs: 60_000, taskMs: 60_000, starvedMs: 120_000 };

/** A pool of real workers that the test can stop and kill. */
async function startPool(limits: Partial<PoolLimits> = {}, mayStart = async () => {}): Promise<Watched> {
  const started: WorkerProcess[] = [];
  const waiting: ((worker: WorkerProcess) => void)[] = [];
  const problems: string[] = [];
  const pool = new Pool(
    { ...plenty, ...limits },
    {
      async startWorker() {
        await mayStart();
        const worker = await startWorker(models);
        const next = waiting.shift();
        if (next) next(worker);
        else started.push(worker);
        return worker;
      },
      report: (problem) => problems.push(problem),
    },
  );
  await pool.start();
  stops.push(() => pool.stop());
  return {
    pool,
    problems,
    nextWorker: () => {
      const worker = started.shift();
      return worker ? Promise.resolve(worker) : new Promise((resolve) => waiting.push(resolve));
    },
  };
}

function assertAnalyzed(result: PhotoResult): void {
  assert.equal(result.outcome, "analyzed");
}

const unavailable = (reason: EngineUnavailable["reason"]) => (error: unknown) =>
  error instanceof EngineUnavailable && error.reason === reason;

test("a hundred photos at once are all answered, and all the same", async () => {
  const { pool } = await startPool({ workers: 2 });
  const results = await Promise.all(Array.from({ length: 100 }, () => pool.analyze(photo, wants)));
  assertAnalyzed(results[0] as PhotoResult);
  for (const result of results) assert.deepEqual(result, results[0]);
});

test("killing workers under load loses no photo", async () => {
  const { pool, nextWorker, problems } = await startPool({ workers: 2 });
  const workers = [await nextWorker(), await nextWorker()];
  const results = Array.from({ length: 40 }, () => pool.analyze(photo, wants));
  for (const worker of workers) worker.kill();
  await Promise.all(results.slice(0, 2)); // the two that lost their worker have been retried
  (await nextWorker()).kill();
  for (const result of await Promise.all(results)) assertAnalyzed(result);
  assert.deepEqual(problems, ["a worker was lost", "a worker was lost", "a worker was lost"]);
});

test("an idle worker that is lost is replaced", async () => {
  const { pool, nextWorker } = await startPool();
  (await nextWorker()).kill();
  await nextWorker();
  assertAnalyzed(await pool.analyze(photo, wants));
});

test("a photo that takes a second worker with it is given up", async () => {
  const { pool, nextWorker } = await startPool();
  const worker = await nextWorker();
  process.kill(workingPid(worker.pid), "SIGSTOP");
  const result = assert.rejects(pool.analyze(photo, wants), { name: "EngineFault" });
  worker.kill();
  const second = await nextWorker(); // gets the photo as soon as it is ready
  second.kill();
  await result;
  assertAnalyzed(await pool.analyze(photo, wants));
});

test("a worker that does not get the processor says nothing of its photo: that is looked at when it gets some", async () => {
  const { pool, nextWorker } = await startPool({ taskMs: 2000, starvedMs: 60_000 });
  const worker = await nextWorker();
  const { pid } = worker;
  let looks = 0;
  const told = worker.processorMs.bind(worker);
  Object.assign(worker, { processorMs: () => (looks++, told()) });
  process.kill(workingPid(pid), "SIGSTOP");
  const result = pool.analyze(photo, wants);
  await Promise.race([until(() => looks > 1), result]);
  process.kill(workingPid(pid), "SIGCONT");
  assertAnalyzed(await result);
});

test("a worker that gets no processor at all is replaced: its caller comes back, and who waited is served", async () => {
  const { pool, nextWorker, problems } = await startPool({ taskMs: 3000, starvedMs: 3500 });
  process.kill(workingPid((await nextWorker()).pid), "SIGSTOP");
  const stuck = pool.analyze(photo, wants);
  const waiting = pool.analyze(photo, wants);
  await assert.rejects(stuck, unavailable("busy"));
  assertAnalyzed(await waiting);
  assert.deepEqual(problems, ["a worker did not get the processor: its photo was given up", "a worker was lost"]);
});

test("a photo that takes more of the processor than it may is too complex, and the next one is served", async () => {
  const { pool } = await startPool({ taskMs: 100 });
  const heavy = await sharp({ create: { width: 7000, height: 7000, channels: 3, background: "gray" } })
    .png()
    .toBuffer();
  assert.deepEqual(await pool.analyze(heavy, wants), { outcome: "too_complex" });
});

test("with the only worker lost, nobody is turned away for the second in which its successor starts", async () => {
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  gates[0]?.resolve();
  let starts = 0;
  const { pool, nextWorker } = await startPool({ waitMs: 2000 }, () => gates[starts++]?.promise ?? Promise.resolve());
  const worker = await nextWorker();
  process.kill(workingPid(worker.pid), "SIGSTOP");
  const first = pool.analyze(photo, wants);
  worker.kill();
  await worker.gone;
  await until(() => pool.status.workers === 0 && pool.status.queued === 1);
  const held = Array.from({ length: 80 }, () => {
    pool.requireRoom("", 2)();
    return pool.analyze(photo, wants).then(assertAnalyzed, (error: unknown) => assert.ok(unavailable("busy")(error)));
  });
  assert.equal(pool.status.queued, 81);
  gates[1]?.resolve();
  assertAnalyzed(await first);
  await Promise.all(held);
});

test("of many bodies that are announced at once, those beyond the room are refused before they are read; other accounts' are not", async () => {
  const { pool } = await startPool({ waitMs: 1000 });
  const arrived: (() => void)[] = [];
  const announce = () => arrived.push(pool.requireRoom("many", 2));
  for (let i = 0; i < 8; i++) announce();
  assert.throws(() => {
    for (let i = 0; i < 200; i++) announce();
  }, unavailable("busy"));
  assert.ok(arrived.length < 100, `${arrived.length} were told that there is room`);
  pool.requireRoom("other", 2)();
  for (const end of arrived) end();
  announce();
  assertAnalyzed(await pool.analyze(photo, wants, { accountId: "many" }));
});

test("one photo more than may wait is turned away as busy, and the rest are answered", async () => {
  const { pool, nextWorker } = await startPool({ queueLength: 3 });
  const { pid } = await nextWorker();
  process.kill(workingPid(pid), "SIGSTOP");
  const accepted = Array.from({ length: 4 }, () => pool.analyze(photo, wants));
  await assert.rejects(pool.analyze(photo, wants), unavailable("busy"));
  process.kill(workingPid(pid), "SIGCONT");
  for (const result of await Promise.all(accepted)) assertAnalyzed(result);
});

test("who would wait too long is told when to come back, at once and not all for the same time; other accounts are not", async () => {
  const { pool, nextWorker } = await startPool({ waitMs: 2000 });
  const { pid } = await nextWorker();
  process.kill(workingPid(pid), "SIGSTOP");
  const accepted: Promise<PhotoResult>[] = [];
  const refused: number[] = [];
  for (let i = 0; i < 200; i++) {
    const before = pool.status.queued;
    const result = pool.analyze(photo, wants, { accountId: "many" });
    if (i === 0 || pool.status.queued > before) accepted.push(result);
    else await assert.rejects(result, (error) => refused.push((error as EngineUnavailable).retryAfterSeconds) > 0);
  }
  assert.ok(refused.length > 100, `${refused.length} were refused`);
  assert.deepEqual(
    refused,
    refused.toSorted((a, b) => a - b),
  );
  assert.ok((refused.at(-1) ?? 0) > (refused[0] ?? 0), "the last comes back later than the first");
  assert.throws(() => pool.requireRoom("many", 1), unavailable("busy"));
  pool.requireRoom("other", 1);
  const other = pool.analyze(photo, wants, { accountId: "other" });
  for (const result of accepted) result.catch(() => {}); // a test machine may be slower than their waiting time
  process.kill(workingPid(pid), "SIGCONT");
  assertAnalyzed(await other);
});

test("a photo that waited too long is turned away as busy", async () => {
  const { pool, nextWorker } = await startPool({ waitMs: 20 });
  const { pid } = await nextWorker();
  process.kill(workingPid(pid), "SIGSTOP");
  const running = pool.analyze(photo, wants);
  await assert.rejects(pool.analyze(photo, wants), unavailable("busy"));
  process.kill(workingPid(pid), "SIGCONT");
  assertAnalyzed(await running);
});

test("a photo whose client has gone leaves the queue", async () => {
  const { pool, nextWorker } = await startPool();
  const { pid } = await nextWorker();
  process.kill(workingPid(pid), "SIGSTOP");
  const running = pool.analyze(photo, wants);
  const client = new AbortController();
  const queued = assert.rejects(pool.analyze(photo, wants, { signal: client.signal }), { name: "AbortError" });
  assert.equal(pool.status.queued, 1);
  client.abort();
  await queued;
  assert.equal(pool.status.queued, 0);
  await assert.rejects(pool.analyze(photo, wants, { signal: client.signal }), { name: "AbortError" });
  process.kill(workingPid(pid), "SIGCONT");
  assertAnalyzed(await running);
});

test("a client that goes while its photo is looked at disturbs nobody", async () => {
  const { pool, nextWorker } = await startPool();
  const { pid } = await nextWorker();
  process.kill(workingPid(pid), "SIGSTOP");
  const client = new AbortController();
  const running = assert.rejects(pool.analyze(photo, wants, { signal: client.signal }), { name: "AbortError" });
  const next = pool.analyze(photo, wants);
  client.abort();
  await running;
  process.kill(workingPid(pid), "SIGCONT");
  assertAnalyzed(await next);
});

test("stopping answers what was accepted, refuses what comes later and ends the workers", async () => {
  const { pool, nextWorker } = await startPool();
  const worker = await nextWorker();
  const accepted = Array.from({ length: 5 }, () => pool.analyze(photo, wants));
  const stopped = pool.stop();
  await assert.rejects(pool.analyze(photo, wants), unavailable("stopping"));
  for (const result of await Promise.all(accepted)) assertAnalyzed(result);
  await stopped;
  await worker.gone;
});

test("a worker lost while stopping is replaced for as long as photos wait", async () => {
  const { pool, nextWorker } = await startPool();
  const worker = await nextWorker();
  const accepted = Array.from({ length: 5 }, () => pool.analyze(photo, wants));
  const stopped = pool.stop();
  worker.kill();
  for (const result of await Promise.all(accepted)) assertAnalyzed(result);
  await stopped;
});

test("faults of our own decoder are counted each, and reported once a kind", async (t) => {
  const problems: string[] = [];
  let counted = 0;
  const faults = [new TypeError("one"), new RangeError("another")].map(decoderFault);
  const pool = new Pool(plenty, {
    startWorker: async () => {
      const worker = await startWorker(models);
      const { pid, gone } = worker;
      const run: WorkerProcess["run"] = async (...photo) => ({
        ...(await worker.run(...photo)),
        decoderFaults: faults,
      });
      const others = { kill: () => worker.kill(), end: (ms: number) => worker.end(ms), processorMs: () => undefined };
      return { pid, gone, memoryBytes: 0, run, ...others };
    },
    report: (problem, cause) => problems.push(`${problem}: ${String(cause).split("\n", 1)[0]}`),
    countDecoderFault: () => counted++,
  });
  t.after(() => pool.stop());
  await pool.start();
  for (let i = 0; i < 3; i++) assertAnalyzed(await pool.analyze(photo, wants));
  assert.equal(counted, 6);
  const said = "our JPEG decoder failed: libvips decoded the photo: EngineFault: ";
  assert.deepEqual(problems, [`${said}TypeError: one`, `${said}RangeError: another`]);
});
