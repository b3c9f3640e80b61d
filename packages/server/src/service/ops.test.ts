import assert from "node:assert/strict";
import { test } from "node:test";
import { portrait } from "@selfsame/photo/testing/photos/portraits";
import { send } from "../../testing/service/request.ts";
import { scriptedComparison, scriptedEngine } from "@selfsame/photo/testing/engine/scripted-engine";
import { startService } from "../../testing/service/service.ts";

const scripted = { engine: scriptedEngine(), comparison: scriptedComparison };

test("health needs no key: live says so, ready says why", async (t) => {
  const { url } = await startService(t, scripted);
  const live = await fetch(`${url}/health/live`);
  assert.deepEqual([live.status, await live.json()], [200, { status: "live", node: "nd_test" }]);
  const ready = await fetch(`${url}/health/ready`);
  const checks = { engine: "ok", models: "ok", store: "ok", redis: "alone", jobs: "ok", disk: "ok" };
  assert.deepEqual([ready.status, await ready.json()], [200, { node: "nd_test", status: "ready", checks }]);
});

test("a stopping engine is live, and not ready", async (t) => {
  const status = { workers: 1, idle: 0, queued: 3, memoryBytes: 0, phase: "stopping" };
  const { url } = await startService(t, { ...scripted, engine: scriptedEngine({ status }) });
  assert.equal((await fetch(`${url}/health/live`)).status, 200);
  assert.equal((await fetch(`${url}/health/ready`)).status, 503);
});

test("metrics count answers by route and outcome of both versions", async (t) => {
  const service = await startService(t, scripted);
  const photos = { reference: await portrait("amal"), selfie: await portrait("wall") };
  await send(service, { photos });
  await send(service, { path: "/api/v2/verify", photos });
  await send(service, { path: "/api/v2/verify", init: { method: "POST", headers: { authorization: "" } } });
  const text = await (await fetch(`${service.url}/metrics`)).text();
  for (const labels of [
    'method="POST",route="/api/v3/verify",status="422",outcome="no_face"',
    'method="POST",route="/api/v2/verify",status="200",outcome="no_face"',
    'method="POST",route="/api/v2/verify",status="401",outcome="missing_key"',
  ]) {
    assert.ok(text.includes(`selfsame_requests_total{${labels}} 1`), labels);
  }
  assert.match(text, /selfsame_request_duration_seconds_count\{route="\/api\/v3\/verify"\} 1/);
  assert.match(text, /selfsame_engine_queue_length 0/);
  assert.match(text, /selfsame_build_info\{version="\d+\.\d+\.\d+",node="\d+\.\d+\.\d+"\} 1/);
  assert.match(text, /selfsame_engine_workers\{state="idle"\} 2/);
  assert.match(text, /process_resident_memory_bytes \d/);
});

test("nothing that a caller sends becomes a label", async (t) => {
  const service = await startService(t, scripted);
  const mark = "zq7mark";
  await fetch(`${service.url}/${mark}`);
  await fetch(`${service.url}/docs/guide/${mark}`);
  await fetch(`${service.url}/api/v3/${mark}?${mark}=1`, { headers: { "x-request-id": mark } });
  await fetch(`${service.url}/api/v3/verify`, { method: "PROPFIND", headers: { authorization: `Bearer ${mark}` } });
  await send(service, { photos: { [mark]: mark } });
  const text = await (await fetch(`${service.url}/metrics`)).text();
  assert.doesNotMatch(text, new RegExp(`${mark}|PROPFIND`));
  assert.match(text, /method="other",route="\/api\/v3\/verify",status="405",outcome="method_not_allowed"/);
});
