import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { test } from "node:test";
import type { TestContext } from "node:test";
import { readConfig } from "./config.ts";
import type { RunningEngine } from "@selfsame/photo/engine/create-engine";
import { createLog } from "@selfsame/platform/ops/log";
import { createMetrics } from "@selfsame/platform/ops/metrics";
import { createProblems } from "@selfsame/platform/ops/problems";
import { openService } from "./service.ts";
import { startCuttableProxy } from "@selfsame/platform/testing/store/cuttable-proxy";
import { freshConfig, noPostgres, tempDir } from "@selfsame/platform/testing/store/each-store";
import { scriptedEngine } from "@selfsame/photo/testing/engine/scripted-engine";
import { testModels } from "@selfsame/photo/testing/engine/test-models";
import { until } from "@selfsame/platform/testing/until";
import { freePort } from "../../../testing/free-port.ts";

interface Health {
  readonly status: number;
  readonly body: { readonly checks?: { readonly models: string; readonly engine: string; readonly disk: string } };
}

/** The service on a free port; its models are loaded when the test calls `load`. */
async function open(t: TestContext, env: Readonly<Record<string, string>> = {}) {
  const dataDir = await tempDir(t);
  const port = await freePort();
  const read = readConfig({ SELFSAME_DATA_DIR: dataDir, PORT: String(port), ...env }, process.platform, dataDir);
  assert.ok(read.outcome === "valid");
  const idle = { idle: 1, queued: 0, memoryBytes: 0, stopping: false };
  let workers = 0;
  const engine: RunningEngine = {
    ...scriptedEngine(),
    get status() {
      return { ...idle, workers };
    },
  };
  const startWorkers = () => {
    workers = 1;
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
    problems: createProblems(),
  });
  const load = () => {
    startWorkers();
    loading.resolve();
    return opening;
  };
  /** Sends a request on its own connection. @returns undefined if nothing listens */
  const ask = async (path: string, key?: string): Promise<Health | undefined> => {
    const headers = { connection: "close", ...(key && { authorization: `Bearer ${key}` }) };
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers }).catch(() => undefined);
    return answer && { status: answer.status, body: (await answer.json()) as Health["body"] };
  };
  return { port, opening, startWorkers, load, ask };
}

test("while the models are loaded the service answers, and says that it is not ready", async (t) => {
  const { port, opening, load, ask } = await open(t);
  let opened = false;
  void opening.then(() => (opened = true));
  assert.equal((await until(() => ask("/health/live"))).status, 200);
  const early = await ask("/health/ready");
  assert.deepEqual([early?.status, early?.body.checks?.models], [503, "not_loaded"]);
  assert.equal(opened, false, "no key is made by a start that may still fail");

  const service = await load();
  assert.deepEqual([(await ask("/health/ready"))?.status, service.url], [200, `http://127.0.0.1:${port}`]);
  await service.stop();
});

test("it is not ready before its first key is there", async (t) => {
  const { startWorkers, load, ask } = await open(t);
  assert.equal((await until(() => ask("/health/live"))).status, 200);
  startWorkers();
  const early = await ask("/health/ready");
  assert.deepEqual([early?.status, early?.body.checks?.engine], [503, "starting"]);
  const service = await load();
  assert.equal((await ask("/health/ready"))?.status, 200);
  assert.equal((await ask("/api/v3/models", service.apiKey))?.status, 200);
  await service.stop();
});

test("metrics have an address of their own where one is set, and are nowhere where others come to the port", async (t) => {
  const own = await open(t, { SELFSAME_METRICS_ADDRESS: "127.0.0.1:0" });
  const { metricsUrl = "", ...service } = await own.load();
  assert.match(await (await fetch(`${metricsUrl}/metrics`)).text(), /selfsame_build_info/);
  assert.equal((await fetch(`${service.url}/metrics`)).status, 404);
  await service.stop();
  await assert.rejects(fetch(`${metricsUrl}/metrics`));

  const proxied = await open(t, { SELFSAME_PUBLIC_URL: "https://faces.example.com" });
  const closed = await proxied.load();
  assert.equal((await fetch(`http://127.0.0.1:${proxied.port}/metrics`)).status, 404);
  await closed.stop();

  const alone = await open(t);
  const open3 = await alone.load();
  assert.equal((await fetch(`${open3.url}/metrics`)).status, 200);
  await open3.stop();
});

test("when it stops it is not ready first, and its port closes when those who send requests had time to see it", async (t) => {
  const { load, ask } = await open(t, { SELFSAME_DRAIN_SECONDS: "7" });
  const service = await load();
  const { apiKey = "" } = service;
  const pause = Promise.withResolvers<void>();
  const asked: number[] = [];
  const stopped = service.stop((ms) => {
    asked.push(ms);
    return pause.promise;
  });
  const ready = await ask("/health/ready");
  assert.deepEqual([ready?.status, ready?.body.checks?.engine, asked], [503, "stopping", [7000]]);
  assert.equal((await ask("/api/v3/models", apiKey))?.status, 200, "requests are still taken");
  pause.resolve();
  await stopped;
  assert.equal(await ask("/health/live"), undefined);
});

test("a connection on which nothing was said, as browsers open beforehand, does not keep it when it stops", async (t) => {
  const { port, load } = await open(t, { SELFSAME_DRAIN_SECONDS: "0" });
  const service = await load();
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  const ended = once(socket, "close");
  await Promise.all([service.stop(), ended]);
});

test("with less room on the disk than shall be left, requests are refused before any work", async (t) => {
  const { load, ask } = await open(t, { SELFSAME_MIN_FREE_MB: "999999999" });
  const service = await load();
  const { apiKey = "" } = service;
  const ready = await ask("/health/ready");
  assert.deepEqual([ready?.status, ready?.body.checks?.disk], [503, "full"]);
  assert.equal((await ask("/health/live"))?.status, 200);
  assert.equal((await ask("/api/v3/models", "ss_sk_nobodys"))?.status, 401);
  assert.equal((await ask("/api/v3/models", apiKey))?.status, 503);
  await service.stop();
});

test("an address that is none of this machine's is the operator's to mend, not the database's", async (t) => {
  const { opening } = await open(t, { HOST: "192.0.2.1" });
  await assert.rejects(opening, /^OperatorError: 192\.0\.2\.1 is not an address of this machine/);
});

test(
  "a PostgreSQL that is away for a moment does not end a start that has opened it",
  { skip: noPostgres },
  async (t) => {
    const { databaseUrl } = await freshConfig(t, "postgres");
    const proxy = await startCuttableProxy(t, databaseUrl);
    // The query sent once the tables exist: whether nodes of another version use them.
    proxy.swallowAnswerTo('select "id" from "nodes"');
    const { load } = await open(t, { DATABASE_URL: proxy.databaseUrl, SELFSAME_METRICS_ADDRESS: "off" });
    const service = await load();
    await service.stop(async () => {});
  },
);
