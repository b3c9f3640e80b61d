import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { after, test } from "node:test";
import { samplePortrait } from "../../testing/photos/sample-photos.ts";
import { testModels } from "../../testing/engine/test-models.ts";
import type { Wants } from "./engine.ts";
import { startWorker } from "./worker-process.ts";

const models = await testModels();
const parents: ReturnType<typeof spawn>[] = [];
after(() => parents.forEach((parent) => parent.kill("SIGKILL")));

test("workers end when the service is killed", { timeout: 60_000 }, async () => {
  const script = `
    import { startWorker } from ${JSON.stringify(import.meta.resolve("./worker-process.ts"))};
    import { testModels } from ${JSON.stringify(import.meta.resolve("../../testing/engine/test-models.ts"))};
    await startWorker(await testModels());
    console.log("ready");`;
  const parent = spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: ["ignore", "pipe", "pipe"] });
  parents.push(parent);
  await once(parent.stdout, "data");
  parent.kill("SIGKILL");
  // "close" is emitted once no process has stderr open; a living worker has.
  const [, signal] = await once(parent.stderr.resume() && parent, "close");
  assert.equal(signal, "SIGKILL");
});

test("a worker goes on when the terminal's Ctrl-C reaches it, for the service to drain", async () => {
  const worker = await startWorker(models);
  process.kill(worker.pid, "SIGINT");
  process.kill(worker.pid, "SIGTERM");
  const { result } = await worker.run(await samplePortrait(), {});
  assert.equal(result.outcome, "analyzed");
  await worker.end(60_000);
});

test("a worker sees no secrets of the service", async () => {
  process.env["SELFSAME_API_KEY"] = "a secret of the service";
  const worker = await startWorker(models);
  const { stdout } = spawn("cat", [`/proc/${worker.pid}/environ`]);
  const environment = (await stdout.toArray()).join("");
  if (process.platform === "linux") assert.match(environment, /PATH=/);
  assert.doesNotMatch(environment, /secret/);
  delete process.env["SELFSAME_API_KEY"];
  await worker.end(60_000);
});

test("what a worker could not do is told with the worker still there", async () => {
  const worker = await startWorker(models);
  const notWants = null as unknown as Wants;
  await assert.rejects(worker.run(await samplePortrait(), notWants), { name: "EngineFault" });
  const { result } = await worker.run(await samplePortrait(), {});
  assert.equal(result.outcome, "analyzed");
  await worker.end(60_000);
});

test("photos arrive whole, one after the other, whatever their size", async () => {
  const worker = await startWorker(models);
  const portrait = await samplePortrait();
  const { result: plain } = await worker.run(portrait, { embedding: true });
  // Decoders ignore bytes after the end of a JPEG; these are far more than a pipe buffers.
  const padded = Buffer.concat([portrait, Buffer.alloc(5_000_000)]);
  assert.deepEqual((await worker.run(padded, { embedding: true })).result, plain);
  assert.deepEqual((await worker.run(new Uint8Array(0), {})).result, { outcome: "unsupported_format" });
  assert.deepEqual((await worker.run(portrait, { embedding: true })).result, plain);
  await worker.end(60_000);
});

test("a worker that goes while it is given a photo is lost, and nothing else is", async () => {
  const worker = await startWorker(models);
  const given = worker.run(Buffer.alloc(5_000_000), {});
  worker.kill();
  await assert.rejects(given, { name: "WorkerLost" });
  await worker.gone;
});
