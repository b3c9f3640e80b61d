import assert from "node:assert/strict";
import { test } from "node:test";
import type { TestContext } from "node:test";
import { Webhook } from "standardwebhooks";
import { makeAccount } from "../../../../../testing/make-account.ts";
import { commandLine } from "@selfsame/platform/audit/audit";
import { madeKey } from "../../../../../testing/made-key.ts";
import { openApiCheck } from "../../../../../testing/service/openapi-check.ts";
import { startReceiver } from "@selfsame/platform/testing/receiver";
import { scriptedComparison, scriptedEngine } from "@selfsame/photo/testing/engine/scripted-engine";
import { startService } from "../../../../../testing/service/service.ts";
import { until } from "@selfsame/platform/testing/until";

interface Answered {
  readonly status: number;
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any;
}

async function start(t: TestContext) {
  const service = await startService(t, { engine: scriptedEngine(), comparison: scriptedComparison });
  const check = await openApiCheck(service.url);
  const ask = async (
    method: string,
    path: string,
    json?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answered> => {
    const response = await fetch(`${service.url}/api/v3${path}`, {
      method,
      headers: {
        authorization: `Bearer ${service.apiKey}`,
        ...(json === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
    const body = await response.json();
    check(`/api/v3${documented(path)}`, method, response.status, body);
    return { status: response.status, body };
  };
  const stranger = async () => {
    const account = { email: "eve@example.com", plan: "unlimited" };
    const made = await makeAccount(service.store, commandLine, account, Date.now());
    const keys = { store: service.store, now: Date.now, changed: () => {} };
    const key = await madeKey(keys, commandLine, made.account.id, { name: "Eve", kind: "private" });
    return { authorization: `Bearer ${key.secret}` };
  };
  return { ...service, ask, stranger };
}

const documented = (path: string): string =>
  (path.split("?", 1)[0] ?? "").replace(/\/we_\w+/, "/{id}").replace(/\/wd_\w+/, "/{delivery}");

test("an endpoint is made, shows its secret once, is tested, listed, rotated and deleted", async (t) => {
  const { ask } = await start(t);
  const receiver = await startReceiver(t);
  const made = await ask("POST", "/webhook_endpoints", { url: receiver.url, types: ["batch.completed"] });
  assert.equal(made.status, 201);
  const { id, secret } = made.body.data;
  assert.match(secret, /^whsec_/);
  const shown = await ask("GET", `/webhook_endpoints/${id}`);
  assert.deepEqual([shown.body.data.status, shown.body.data.secret], ["active", undefined]);

  const sent = await ask("POST", `/webhook_endpoints/${id}/test`);
  assert.deepEqual([sent.status, sent.body.data.status], [202, "pending"]);
  const list = () => ask("GET", `/webhook_endpoints/${id}/deliveries`);
  const delivered = await until(async () => {
    const { deliveries } = (await list()).body.data;
    return deliveries[0].status === "delivered" && deliveries[0];
  });
  assert.deepEqual([delivered.type, delivered.response], ["ping", { status: 200, body: "" }]);
  const again = await ask("POST", `/webhook_endpoints/${id}/deliveries/${delivered.id}/resend`);
  assert.equal(again.body.data.event_id, delivered.event_id);
  await until(() => receiver.received.length === 2);
  const nowhere = await ask("POST", `/webhook_endpoints/${id}/deliveries/wd_0000000000000000/resend`);
  assert.deepEqual([nowhere.status, nowhere.body.error.code], [404, "delivery_not_found"]);

  const unknown = await ask("POST", `/webhook_endpoints/${id}/deliveries/wd_unknown/resend`);
  assert.equal(unknown.body.error.code, "delivery_not_found");

  const rotated = await ask("POST", `/webhook_endpoints/${id}/rotate`, { overlap_s: 60 });
  assert.notEqual(rotated.body.data.secret, secret);
  assert.equal((await ask("GET", "/webhook_endpoints")).body.data.endpoints.length, 1);
  const events = (await ask("GET", "/events?type=ping")).body.data;
  assert.deepEqual([events.events.length, events.next_cursor], [1, null]);
  assert.equal((await ask("DELETE", `/webhook_endpoints/${id}`)).status, 200);
  assert.equal((await ask("GET", `/webhook_endpoints/${id}`)).body.error.code, "webhook_endpoint_not_found");
});

test("an endpoint is changed as in the dashboard: a new address is verified again, and a disabled one gets nothing", async (t) => {
  const { ask, store } = await start(t);
  const receiver = await startReceiver(t);
  const { id, secret } = (await ask("POST", "/webhook_endpoints", { url: receiver.url })).body.data;
  const change = async (json: object) => (await ask("PATCH", `/webhook_endpoints/${id}`, json)).body;
  await ask("POST", `/webhook_endpoints/${id}/test`);
  const isVerified = async () => (await ask("GET", `/webhook_endpoints/${id}`)).body.data.verified_at !== null;
  await until(isVerified);
  const narrowed = (await change({ types: ["batch.completed"] })).data;
  assert.deepEqual([narrowed.types, narrowed.secret, narrowed.status], [["batch.completed"], undefined, "active"]);
  assert.ok(await isVerified(), "the address has not changed");
  const moved = (await change({ url: `${receiver.url}?again`, disabled: true, types: [] })).data;
  assert.deepEqual(
    [moved.url, moved.verified_at, moved.status, moved.disabled_reason, moved.types],
    [`${receiver.url}?again`, null, "disabled", null, []],
  );
  assert.deepEqual((await change({})).data, moved);
  assert.equal((await change({ disabled: false })).data.status, "active");
  await ask("POST", `/webhook_endpoints/${id}/test`);
  const { headers, body } = await until(() => receiver.received[1]);
  new Webhook(secret).verify(body, headers as Record<string, string>);
  const actions = await store.db.selectFrom("audit").select("action").where("target", "=", id).orderBy("id").execute();
  assert.deepEqual(
    actions.map(({ action }) => action.replace("webhook_endpoint_", "")),
    ["created", "changed", "changed", "disabled", "enabled"],
  );
  for (const [json, param] of [
    [{ url: "http://shop.example/" }, "url"],
    [{ types: ["nothing"] }, "types"],
    [{ disabled: "yes" }, "disabled"],
    [{ secret: "whsec_mine" }, "secret"],
  ] as const) {
    const { error } = await change(json);
    assert.deepEqual([error.code, error.param], ["invalid_parameter", param]);
  }
  for (let more = 0; more < 5; more++) await ask("POST", "/webhook_endpoints", { url: "https://shop.example/" });
  assert.equal((await change({ url: "https://shop.example/hook" })).error.code, "too_many_endpoints");
});

test("another account sees nothing of it", async (t) => {
  const { ask, stranger } = await start(t);
  const receiver = await startReceiver(t);
  const { id } = (await ask("POST", "/webhook_endpoints", { url: receiver.url })).body.data;
  const sent = (await ask("POST", `/webhook_endpoints/${id}/test`)).body.data;
  const eve = await stranger();
  for (const [method, path] of [
    ["GET", ""],
    ["DELETE", ""],
    ["PATCH", ""],
    ["GET", "/deliveries"],
    ["POST", "/rotate"],
    ["POST", "/test"],
    ["POST", `/deliveries/${sent.id}/resend`],
  ] as const) {
    assert.equal((await ask(method, `/webhook_endpoints/${id}${path}`, undefined, eve)).status, 404, path);
  }
  assert.deepEqual((await ask("GET", "/webhook_endpoints", undefined, eve)).body.data.endpoints, []);
  assert.deepEqual((await ask("GET", "/events", undefined, eve)).body.data.events, []);
});

test("what is not allowed names the parameter", async (t) => {
  const { ask } = await start(t);
  for (const [json, param] of [
    [undefined, "url"],
    [{}, "url"],
    [{ url: "http://shop.example/" }, "url"],
    [{ url: `https://shop.example/${"x".repeat(3000)}` }, "url"],
    [{ url: "https://shop.example/", types: ["nothing"] }, "types"],
    [{ url: "https://shop.example/", secret: "whsec_mine" }, "secret"],
  ] as const) {
    const { status, body } = await ask("POST", "/webhook_endpoints", json);
    assert.deepEqual([status, body.error.code, body.error.param], [400, "invalid_parameter", param]);
  }
  const { id } = (await ask("POST", "/webhook_endpoints", { url: "https://shop.example/" })).body.data;
  for (const [path, param] of [
    ["?limit=0", "limit"],
    ["?limit=101", "limit"],
    ["?cursor=nonsense", "cursor"],
    ["?sort=up", "sort"],
  ] as const) {
    const { body } = await ask("GET", `/webhook_endpoints/${id}/deliveries${path}`);
    assert.deepEqual([body.error.code, body.error.param], ["invalid_parameter", param]);
  }
  assert.equal(
    (await ask("POST", `/webhook_endpoints/${id}/rotate`, { overlap_s: 604_801 })).body.error.param,
    "overlap_s",
  );
  const on = (host: string) => ask("POST", "/webhook_endpoints", { url: `https://${host}.example/` });
  for (let more = 1; more < 5; more++) assert.equal((await on("shop")).status, 201);
  assert.equal((await on("shop")).body.error.code, "too_many_endpoints", "five on one host");
  for (let more = 5; more < 20; more++) assert.equal((await on(`shop${more % 3}`)).status, 201);
  assert.equal((await on("another")).body.error.code, "too_many_endpoints", "twenty in all");
});

test("a secret that is rotated without a body goes on signing for a day, beside the new one", async (t) => {
  const { ask } = await start(t);
  const receiver = await startReceiver(t);
  const { id, secret } = (await ask("POST", "/webhook_endpoints", { url: receiver.url })).body.data;
  const rotated = (await ask("POST", `/webhook_endpoints/${id}/rotate`)).body.data;
  await ask("POST", `/webhook_endpoints/${id}/test`);
  const { headers, body } = await until(() => receiver.received[0]);
  for (const good of [secret, rotated.secret]) new Webhook(good).verify(body, headers as Record<string, string>);
});

test("pages go on where the last one ended", async (t) => {
  const { ask } = await start(t);
  const { id } = (await ask("POST", "/webhook_endpoints", { url: "https://shop.example/" })).body.data;
  for (let ping = 0; ping < 5; ping++) await ask("POST", `/webhook_endpoints/${id}/test`);
  const seen: string[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const path: string = `/events?limit=2${cursor && `&cursor=${cursor}`}`;
    const { events, next_cursor } = (await ask("GET", path)).body.data;
    seen.push(...events.map((event: { id: string }) => event.id));
    cursor = next_cursor;
  }
  assert.equal(new Set(seen).size, 5);
  assert.equal(seen.length, 5);
});

test("the same Idempotency-Key makes one endpoint and answers the same; with another body it is a conflict", async (t) => {
  const { ask, store } = await start(t);
  const key = { "idempotency-key": "order-7" };
  const url = "https://shop.example/hook";
  const first = await ask("POST", "/webhook_endpoints", { url }, key);
  const second = await ask("POST", "/webhook_endpoints", { url }, key);
  assert.deepEqual([second.status, second.body.data], [first.status, first.body.data], "its secret, too");
  assert.equal((await ask("GET", "/webhook_endpoints")).body.data.endpoints.length, 1);
  const other = await ask("POST", "/webhook_endpoints", { url: "https://shop.example/other" }, key);
  assert.deepEqual([other.status, other.body.error.code], [409, "idempotency_conflict"]);
  const rows = await store.db.selectFrom("idempotency_keys").select("answer").execute();
  assert.ok(!JSON.stringify(rows).includes("whsec_"), "no secret is stored with it");

  const failed = await ask("POST", "/webhook_endpoints", { url: "http://no" }, { "idempotency-key": "b" });
  assert.equal(failed.status, 400);
  assert.equal((await ask("POST", "/webhook_endpoints", { url }, { "idempotency-key": "b" })).status, 201);
  const long = await ask("POST", "/webhook_endpoints", { url }, { "idempotency-key": "x".repeat(256) });
  assert.deepEqual([long.body.error.code, long.body.error.param], ["invalid_parameter", "Idempotency-Key"]);
});

test("of the same request sent ten times at once, one makes it", async (t) => {
  const { ask } = await start(t);
  const send = () => ask("POST", "/webhook_endpoints", { url: "https://shop.example/" }, { "idempotency-key": "once" });
  const answers = await Promise.all(Array.from({ length: 10 }, send));
  for (const { status, body } of answers) {
    assert.ok(status === 201 || body.error.code === "idempotency_in_progress", body.error?.code);
  }
  assert.equal((await ask("GET", "/webhook_endpoints")).body.data.endpoints.length, 1);
});
