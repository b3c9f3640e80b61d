import assert from "node:assert/strict";
import { test } from "node:test";
import { Registry } from "prom-client";
import { OperatorError } from "@selfsame/platform/operator-error";
import { scriptedComparison, scriptedEngine } from "@selfsame/photo/testing/engine/scripted-engine";
import { startService } from "../../testing/service/service.ts";
import { silent } from "@selfsame/platform/store/log";
import { createMetrics } from "@selfsame/platform/ops/metrics";
import { readMetricsPlace, usualMetricsPlace } from "@selfsame/platform/ops/metrics-place";
import { openMetricsServer } from "@selfsame/platform/ops/metrics-server";

const idle = () => ({ workers: 1, idle: 1, queued: 0, memoryBytes: 0 });

test("metrics are read on an address of their own, and nothing else is", async (t) => {
  const { registry } = createMetrics(idle);
  const server = await openMetricsServer(registry, { host: "127.0.0.1", port: 0 }, silent);
  t.after(() => server.close());
  const metrics = await fetch(`${server.url}/metrics?x=1`);
  assert.deepEqual([metrics.status, metrics.headers.get("content-type")], [200, registry.contentType]);
  assert.match(await metrics.text(), /selfsame_engine_workers\{state="idle"\} 1/);
  for (const [path, init, status] of [
    ["/", {}, 404],
    ["/api/v3/models", {}, 404],
    ["/health/live", {}, 404],
    ["/metrics", { method: "POST", body: "x" }, 405],
    ["/metrics", { method: "HEAD" }, 200],
  ] as const) {
    assert.equal((await fetch(server.url + path, init)).status, status, path);
  }
});

test("an address that is taken says which setting to change", async (t) => {
  const registry = new Registry();
  const server = await openMetricsServer(registry, { host: "127.0.0.1", port: 0 }, silent);
  t.after(() => server.close());
  const port = Number(new URL(server.url).port);
  await assert.rejects(
    openMetricsServer(registry, { host: "127.0.0.1", port }, silent),
    (error) => error instanceof OperatorError && /EADDRINUSE.*SELFSAME_METRICS_ADDRESS/.test(error.message),
  );
});

test("on the service's own port they are not there where they are closed", async (t) => {
  const scripted = { engine: scriptedEngine(), comparison: scriptedComparison };
  const closed = await startService(t, { ...scripted, metricsOnPort: false });
  const answer = await fetch(`${closed.url}/metrics`);
  assert.equal(answer.status, 404);
  assert.doesNotMatch(await answer.text(), /selfsame_/);
});

test("an address is read as it is written", () => {
  const read = (text: string) => {
    const place = readMetricsPlace(text);
    return place?.at === "address" ? `${place.host} ${place.port}` : place?.at;
  };
  for (const [text, place] of [
    ["127.0.0.1:9464", "127.0.0.1 9464"],
    ["0.0.0.0:0", "0.0.0.0 0"],
    ["[::1]:9464", "::1 9464"],
    ["localhost:9464", "localhost 9464"],
    ["off", "nowhere"],
    ["OFF", "nowhere"],
    ["9464", undefined],
    ["127.0.0.1", undefined],
    ["::1:9464", undefined],
    ["[127.0.0.1]:9464", undefined],
    ["127.0.0.1:65536", undefined],
    ["http://127.0.0.1:9464", undefined],
  ] as const) {
    assert.equal(read(text), place, text);
  }
});

test("by default they are on the port only where it is reachable from this machine alone", () => {
  const here = { host: "127.0.0.1", publicUrl: undefined, trustedProxies: [] };
  for (const [reached, at] of [
    [here, "port"],
    [{ ...here, host: "::1" }, "port"],
    [{ ...here, host: "localhost", publicUrl: "http://localhost:3000" }, "port"],
    [{ ...here, publicUrl: "http://[::1]:3000" }, "port"],
    [{ ...here, host: "0.0.0.0" }, "nowhere"],
    [{ ...here, host: "127.example.com" }, "nowhere"],
    [{ ...here, host: "10.0.0.3", publicUrl: "http://127.0.0.1:3000" }, "nowhere"],
    [{ ...here, publicUrl: "https://faces.example.com" }, "nowhere"],
    [{ ...here, trustedProxies: ["127.0.0.1"] }, "nowhere"],
  ] as const) {
    assert.equal(usualMetricsPlace(reached).at, at, JSON.stringify(reached));
  }
});
