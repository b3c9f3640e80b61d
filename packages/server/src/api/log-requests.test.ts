import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import type { TestContext } from "node:test";
import sharp from "sharp";
import { listRequests } from "../features/request-log/list-requests.ts";
import { scriptedComparison, scriptedEngine } from "@selfsame/photo/testing/engine/scripted-engine";
import { bodyOf, send } from "../../testing/service/request.ts";
import { pageOrigin, startService } from "../../testing/service/service.ts";
import { until } from "@selfsame/platform/testing/until";
import type { ServiceOptions } from "../../testing/service/service.ts";

const photo = async (format: "png" | "jpeg", width = 300) =>
  sharp({ create: { width, height: 300, channels: 3, background: "grey" } })
    .toFormat(format)
    .toBuffer();

/** The scripted engine, which also reports one stage. */
const clockedEngine = scriptedEngine({
  analyze: (bytes, wants, options) => {
    options?.observe?.("decode", 1.5);
    return scriptedEngine().analyze(bytes, wants, options);
  },
});

async function start(t: TestContext, { engine = clockedEngine }: Partial<ServiceOptions> = {}) {
  const service = await startService(t, { engine, comparison: scriptedComparison });
  const { id: accountId } = await service.store.db.selectFrom("accounts").select("id").executeTakeFirstOrThrow();
  /** The log entry of a request that was just answered. */
  const logged = async (response: Response, key = service.apiKey) => {
    const id = response.headers.get("x-request-id") ?? "";
    const init = { headers: { authorization: `Bearer ${key}` } };
    const answer = await send(service, { path: `/api/v3/requests/${id}`, init });
    assert.equal(answer.status, 200);
    return (await bodyOf<Record<string, unknown>>(answer)).data;
  };
  return { service, accountId, logged };
}

test("what became of each request, of either version", async (t) => {
  const { service, logged } = await start(t);
  const [png, jpeg, wall] = await Promise.all([photo("png"), photo("jpeg"), photo("png", 640)]);
  const verify = (reference: Uint8Array, selfie: Uint8Array) => send(service, { photos: { reference, selfie } });

  const match = await logged(await verify(png, png));
  assert.deepEqual(
    [match["route"], match["status"], match["outcome"], match["code"], match["quality_issues"], match["node"]],
    ["POST /api/v3/verify", 200, "match", null, {}, "nd_test"],
  );
  const { decode, ...stages } = match["stages_ms"] as Record<string, number>;
  assert.deepEqual([decode, Object.keys(stages)], [3, ["upload"]], "two photos together");

  const other = await logged(await verify(png, jpeg));
  assert.deepEqual([other["outcome"], other["quality_issues"]], ["no_match", { selfie: ["several_faces"] }]);
  const { stages_ms: _stages, duration_ms: _duration, ...stored } = other;
  assert.doesNotMatch(JSON.stringify(stored), /similarity|score|0\.5/);

  const faceless = await logged(await verify(wall, png));
  assert.deepEqual([faceless["status"], faceless["outcome"], faceless["code"]], [422, "error", "no_face"]);

  const analyzed = await logged(await send(service, { path: "/api/v3/analyze", photos: { photo: jpeg } }));
  assert.deepEqual([analyzed["outcome"], analyzed["quality_issues"]], ["analyzed", { photo: ["several_faces"] }]);

  const second = await logged(await send(service, { path: "/api/v2/verify", photos: { reference: png, selfie: png } }));
  assert.deepEqual([second["route"], second["outcome"]], ["POST /api/v2/verify", "match"]);

  const listed = await logged(await send(service, { path: "/api/v3/models" }));
  assert.deepEqual([listed["route"], listed["outcome"]], ["GET /api/v3/models", "listed"]);
});

test("rejections of a known key are logged; those of unknown keys, pages and a session page's reads are not", async (t) => {
  const { service, accountId, logged } = await start(t);
  const png = await photo("png");
  const asPage = { authorization: `Bearer ${service.publicKey}`, origin: pageOrigin };
  const wrongKind = await send(service, { photos: { reference: png, selfie: png }, init: { headers: asPage } });
  assert.equal(wrongKind.status, 403);
  assert.equal((await logged(wrongKind))["code"], "private_key_required");

  for (const [path, key] of [
    ["/api/v3/models", "ss_sk_nobody"],
    ["/api/v3/nothing", service.apiKey],
    ["/health/live", service.apiKey],
  ] as const) {
    await send(service, { path, init: { headers: { authorization: `Bearer ${key}` } } });
  }
  const { requests } = await listRequests(service.store.db, accountId, { limit: 10 });
  assert.deepEqual(
    requests.map(({ route }) => route),
    ["POST /api/v3/verify"],
  );
});

test("a client that disconnected is logged as such", async (t) => {
  const begun = Promise.withResolvers<void>();
  const engine = scriptedEngine({
    analyze: async (_photo, _wants, { signal } = {}) => {
      if (!signal) throw new Error("no signal was passed");
      begun.resolve();
      await once(signal, "abort");
      throw signal.reason;
    },
  });
  const { service, accountId } = await start(t, { engine });
  const leaving = new AbortController();
  const photos = { photo: await photo("png") };
  const left = send(service, { path: "/api/v3/analyze", photos, init: { signal: leaving.signal } });
  await begun.promise;
  leaving.abort();
  await assert.rejects(left);
  const [request] = await until(async () => {
    const { requests } = await listRequests(service.store.db, accountId, { limit: 10 });
    return requests.length > 0 && requests;
  });
  assert.deepEqual([request?.outcome, request?.status, request?.code], ["client_gone", null, null]);
});

test("a fault is logged as such", async (t) => {
  const engine = scriptedEngine({ analyze: () => Promise.reject(new Error("broken")) });
  const { service, logged } = await start(t, { engine });
  const fault = await send(service, { path: "/api/v3/analyze", photos: { photo: await photo("png") } });
  assert.deepEqual([fault.status, (await logged(fault))["code"]], [500, "internal_error"]);
});
