import assert from "node:assert/strict";
import { test } from "node:test";
import { openApiCheck } from "../../../../testing/service/openapi-check.ts";
import { scriptedComparison, scriptedEngine } from "@selfsame/photo/testing/engine/scripted-engine";
import { portrait } from "@selfsame/photo/testing/photos/portraits";
import { send } from "../../../../testing/service/request.ts";
import { startService } from "../../../../testing/service/service.ts";

const amal = await portrait("amal");

test("usage is read by day, key, endpoint and outcome; what test keys did is apart", async (t) => {
  const service = await startService(t, { engine: scriptedEngine(), comparison: scriptedComparison });
  const check = await openApiCheck(service.url);
  const read = async (query: string, key = service.apiKey) => {
    const headers = { authorization: `Bearer ${key}` };
    const response = await send(service, { path: `/api/v3/usage${query}`, init: { headers } });
    const body = await response.json();
    check("/api/v3/usage", "GET", response.status, body);
    return body;
  };
  for (let i = 0; i < 3; i++) await send(service, { photos: { reference: amal, selfie: amal } });
  await send(service, { path: "/api/v3/models" });
  const testKey = await service.makeKey({ kind: "test" });
  const asTest = { headers: { authorization: `Bearer ${testKey.secret}` } };
  await send(service, { photos: { reference: amal, selfie: amal }, init: asTest });

  const { data } = await read("?by=endpoint");
  assert.deepEqual(
    data.rows.map(({ group, requests }: { group: string; requests: number }) => [group, requests]),
    [
      ["v3.verify", 3],
      ["v3.models", 1],
    ],
  );
  assert.ok(data.rows[0].p50_ms >= 0 && data.rows[0].p95_ms >= data.rows[0].p50_ms);
  const today = new Date().toISOString().slice(0, 10);
  assert.equal(data.to, today);
  const byDay = (await read(`?from=${today}&to=${today}`)).data;
  assert.deepEqual([byDay.by, byDay.rows.length, byDay.rows[0].group], ["day", 1, today]);
  const outcomes = (await read("?by=outcome")).data.rows.map(({ group }: { group: string }) => group);
  assert.ok(outcomes.includes("match"));
  assert.equal((await read("?by=key")).data.rows.length, 1);

  const ofTests = (await read("?by=key", testKey.secret)).data;
  assert.deepEqual([ofTests.rows.length, ofTests.rows[0].group, ofTests.total.requests], [1, testKey.id, 1]);
});

test("a range that is too long, or ends before it begins, and what is no day are refused by name", async (t) => {
  const service = await startService(t, { engine: scriptedEngine(), comparison: scriptedComparison });
  const { secret } = await service.makeKey({ kind: "private", scopes: ["verify"] });
  const refused = async (query: string, key = service.apiKey) => {
    const headers = { authorization: `Bearer ${key}` };
    const response = await send(service, { path: `/api/v3/usage${query}`, init: { headers } });
    const { error } = (await response.json()) as { error: { code: string; param: string | null } };
    return [error.code, error.param];
  };
  assert.deepEqual(await refused("?from=2024-01-01&to=2026-06-01"), ["invalid_parameter", "from"]);
  assert.deepEqual(await refused("?from=2026-06-02&to=2026-06-01"), ["invalid_parameter", "from"]);
  assert.deepEqual(await refused("?to=2026-02-30"), ["invalid_parameter", "to"]);
  assert.deepEqual(await refused("?by=hour&from=2026-01-01&to=2026-03-01"), ["invalid_parameter", "from"]);
  assert.deepEqual(await refused("?by=month&from=2010-01-01"), ["invalid_parameter", "from"]);
  assert.deepEqual(await refused("?by=key&split=outcome"), ["invalid_parameter", "split"]);
  assert.deepEqual(await refused("?by=color"), ["invalid_parameter", "by"]);
  assert.deepEqual(await refused("", secret), ["scope_missing", null]);
});
