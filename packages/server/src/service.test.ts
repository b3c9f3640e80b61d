import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { readConfig } from "./config.ts";
import type { RunningEngine } from "./engine/create-engine.ts";
import { createLog } from "./ops/log.ts";
import { createMetrics } from "./ops/metrics.ts";
import { openService } from "./service.ts";
import { scriptedEngine } from "./testing/scripted-engine.ts";
import { testModels } from "./testing/test-models.ts";

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

test("while the models are loaded the service answers, and says that it is not ready", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "selfsame-service-"));
  const port = await freePort();
  const read = readConfig({ SELFSAME_DATA_DIR: dataDir, PORT: String(port) }, process.platform, dataDir);
  assert.ok(read.outcome === "valid");
  const idle = { idle: 1, queued: 0, memoryBytes: 0, stopping: false };
  let workers = 0;
  const engine: RunningEngine = {
    ...scriptedEngine(),
    get status() {
      return { ...idle, workers };
    },
  };
  const loading = Promise.withResolvers<void>();
  const opening = openService({
    config: read.config,
    secretKey: new Uint8Array(32),
    log: createLog("silent"),
    models: await testModels(),
    engine,
    started: loading.promise,
    metrics: createMetrics(() => engine.status),
  });
  let opened = false;
  void opening.then(() => (opened = true));

  const ask = async (path: string) => {
    for (;;) {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`).catch(() => undefined); // not listening yet
      if (answer) return { status: answer.status, body: (await answer.json()) as { checks?: { models: string } } };
    }
  };
  assert.equal((await ask("/health/live")).status, 200);
  const early = await ask("/health/ready");
  assert.deepEqual([early.status, early.body.checks?.models], [503, "not_loaded"]);
  assert.equal(opened, false, "no key is made by a start that may still fail");

  workers = 1;
  loading.resolve();
  const service = await opening;
  assert.deepEqual([(await ask("/health/ready")).status, service.url], [200, `http://127.0.0.1:${port}`]);
  await service.stop();
  await rm(dataDir, { recursive: true });
});
