import assert from "node:assert/strict";
import { before, beforeEach, test } from "node:test";
// First, as with `--import`: modules loaded before an SDK of another version registers do not use it.
import { exporter } from "@selfsame/platform/testing/tracing-sdk";
import { SpanKind, SpanStatusCode } from "@selfsame/platform/tracing/spans";
import type { ReadableSpan } from "@opentelemetry/sdk-trace";
import { commandLine } from "@selfsame/platform/audit/audit";
import type { RunningEngine } from "@selfsame/photo/engine/create-engine";
import { createLog } from "@selfsame/platform/ops/log";
import { sharedEngine } from "@selfsame/photo/testing/engine/shared-engine";
import { testModels } from "@selfsame/photo/testing/engine/test-models";
import { scriptedComparison, scriptedEngine } from "@selfsame/photo/testing/engine/scripted-engine";
import { downloadFromPhotoHosts, startPhotoHost } from "../../testing/photo-host.ts";
import { portrait } from "@selfsame/photo/testing/photos/portraits";
import { startReceiver } from "@selfsame/platform/testing/receiver";
import { send } from "../../testing/service/request.ts";
import { startService } from "../../testing/service/service.ts";
import { until } from "@selfsame/platform/testing/until";
import { createComparison } from "@selfsame/photo/verify/comparison";
import { createEndpoint } from "../features/webhooks/endpoints.ts";

const models = await testModels();
const callersTrace = "4bf92f3577b34da6a3ce929d0e0e4736";
const headers = {
  traceparent: `00-${callersTrace}-00f067aa0ba902b7-01`,
  tracestate: "vendor=1",
  baggage: "customer=jane",
};
let engine: RunningEngine;

before(async () => {
  engine = await sharedEngine();
});
beforeEach(() => exporter.reset());

const idOf = (span: ReadableSpan) => span.spanContext().spanId;
const named = (name: string) => exporter.getFinishedSpans().filter((span) => span.name === name);
const childrenOf = (span: ReadableSpan) =>
  exporter.getFinishedSpans().filter(({ parentSpanContext }) => parentSpanContext?.spanId === idOf(span));
/** The request's own span ends after its response has arrived here. */
const requestSpan = (name: string) => until(() => named(name)[0]);

test("a request, its downloads, its photos and their stages are one trace, the caller's", async (t) => {
  const seen: string[] = [];
  const photos = { "amal-7": await portrait("amal"), "bea-7": await portrait("bea") };
  const host = await startPhotoHost(t, photos, (_name, { req }) => {
    seen.push(...Object.keys(req.headers));
    return false;
  });
  const lines: string[] = [];
  const log = createLog("info", { write: (line) => void lines.push(line) });
  const comparison = createComparison(models);
  const service = await startService(t, { engine, comparison, download: downloadFromPhotoHosts, log });
  const body = JSON.stringify({ reference_url: host.url("amal-7"), selfie_url: host.url("bea-7") });
  const init = { body, headers: { ...headers, "content-type": "application/json", "x-request-id": "order-7" } };
  const answer = await send(service, { path: "/api/v2/verify", init });
  assert.equal(answer.status, 200, await answer.clone().text());

  const request = await requestSpan("POST /api/v2/verify");
  assert.equal(request.kind, SpanKind.SERVER);
  assert.deepEqual(
    [request.spanContext().traceId, request.parentSpanContext?.spanId],
    [callersTrace, "00f067aa0ba902b7"],
  );
  assert.deepEqual(request.attributes, {
    "http.request.method": "POST",
    "http.route": "/api/v2/verify",
    "url.scheme": "http",
    "selfsame.request_id": "order-7",
    "selfsame.outcome": "no_match",
    "http.response.status_code": 200,
  });
  const children = childrenOf(request);
  assert.deepEqual(children.map(({ name }) => name).toSorted(), ["download", "download", "photo", "photo"]);
  for (const photo of named("photo")) {
    const stages = childrenOf(photo).map(({ name }) => name);
    assert.deepEqual(stages.slice(0, 3), ["queue", "decode", "detect"]);
    assert.ok(stages.includes("embed"), stages.join());
  }

  const reported = JSON.stringify(
    exporter.getFinishedSpans().map(({ name, attributes, events, status }) => [name, attributes, events, status]),
  );
  assert.doesNotMatch(reported, /photos\.test|amal|bea|similarity|score|jane/);
  assert.ok(seen.includes("user-agent") && !seen.includes("traceparent"), seen.join());
  const line = await until(() => lines.map((one) => JSON.parse(one)).find(({ msg }) => msg === "answered"));
  assert.deepEqual([line.trace_id, line.span_id], [callersTrace, idOf(request)]);
});

test("a webhook continues the trace of the request that it reports, without the caller's other headers", async (t) => {
  const service = await startService(t, { engine, comparison: createComparison(models) });
  const receiver = await startReceiver(t);
  const { id: accountId } = await service.store.db.selectFrom("accounts").select("id").executeTakeFirstOrThrow();
  const made = await createEndpoint(service.webhooks, commandLine, accountId, { url: receiver.url, types: [] });
  const path = `/api/v3/webhook_endpoints/${made?.endpoint.id}/test`;
  assert.equal((await send(service, { path, init: { method: "POST", headers } })).status, 202);
  const got = await until(() => receiver.received[0]?.headers);
  const request = await requestSpan("POST /api/v3/webhook_endpoints/:id/test");
  const [job] = await until(() => named("webhook_delivery").length > 0 && named("webhook_delivery"));
  const [delivery] = named("webhook");
  assert.ok(job && delivery);
  assert.equal(job.parentSpanContext?.spanId, idOf(request));
  assert.deepEqual(childrenOf(job), [delivery]);
  assert.deepEqual([got["traceparent"], got["tracestate"]], [`00-${callersTrace}-${idOf(delivery)}-01`, "vendor=1"]);
  assert.equal(got["baggage"], undefined);
});

test("paths with ids, made-up methods and what a caller sends are in no name; probes and pages are not traced", async (t) => {
  const service = await startService(t, { engine, comparison: createComparison(models) });
  const mark = "zq7mark";
  await fetch(`${service.url}/health/ready`);
  await fetch(`${service.url}/${mark}`);
  await fetch(`${service.url}/api/v3/verify?${mark}=1`, { method: "PROPFIND" });
  await send(service, { path: `/api/v3/batches/${mark}` });
  await requestSpan("GET /api/v3/batches/:id");
  const spans = exporter.getFinishedSpans();
  assert.deepEqual(spans.map(({ name }) => name).toSorted(), ["GET /api/v3/batches/:id", "HTTP /api/v3/verify"]);
  assert.doesNotMatch(JSON.stringify(spans.map(({ name, attributes }) => [name, attributes])), /zq7mark|PROPFIND/);
});

test("a caller that goes away, and a fault of ours, are distinguished from bad requests", async (t) => {
  const leaving = new AbortController();
  let analyze: RunningEngine["analyze"] = () => Promise.reject(new Error("zq7mark"));
  const scripted = scriptedEngine({ analyze: (...given) => analyze(...given) });
  const service = await startService(t, { engine: scripted, comparison: scriptedComparison });
  const photos = { reference: await portrait("amal"), selfie: await portrait("bea") };
  assert.equal((await send(service, { photos })).status, 500);
  assert.equal((await send(service, { photos: { reference: "x" } })).status, 400);
  analyze = (_photo, _wants, { signal } = {}) => {
    leaving.abort();
    return new Promise((_resolve, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
  };
  await assert.rejects(send(service, { photos, init: { signal: leaving.signal } }));

  const spans = await until(() => named("POST /api/v3/verify").length === 3 && named("POST /api/v3/verify"));
  const { ERROR, UNSET } = SpanStatusCode;
  assert.deepEqual(
    spans.map(({ status, attributes }) => [status.code, attributes["error.type"]]),
    [
      [ERROR, "500"],
      [UNSET, undefined],
      [ERROR, "client_gone"],
    ],
  );
  assert.doesNotMatch(JSON.stringify(spans.map(({ events, status }) => [events, status])), /zq7mark/);
});
