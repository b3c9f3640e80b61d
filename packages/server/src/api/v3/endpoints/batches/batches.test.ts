import assert from "node:assert/strict";
import { test } from "node:test";
import type { TestContext } from "node:test";
import { makeAccount } from "../../../../../testing/make-account.ts";
import { commandLine } from "@selfsame/platform/audit/audit";
import { madeKey } from "../../../../../testing/made-key.ts";
import { groupJob } from "../../../../features/batches/create-batch.ts";
import { deadLetterName } from "@selfsame/platform/queue/kinds";
import { openApiCheck } from "../../../../../testing/service/openapi-check.ts";
import { downloadFromPhotoHosts, startPhotoHost } from "../../../../../testing/photo-host.ts";
import { portrait } from "@selfsame/photo/testing/photos/portraits";
import { startReceiver } from "@selfsame/platform/testing/receiver";
import { scriptedComparison, scriptedEngine } from "@selfsame/photo/testing/engine/scripted-engine";
import { type ServiceOptions, startService } from "../../../../../testing/service/service.ts";
import { until } from "@selfsame/platform/testing/until";
import { lineTypes } from "../../batch-body.ts";

const [amal, bea, wall] = await Promise.all([portrait("amal"), portrait("bea"), portrait("wall")]);
const photos: Readonly<Record<string, Uint8Array>> = { amal, bea, wall, text: Buffer.from("no photo") };

type Ask = { readonly key?: string; readonly headers?: Readonly<Record<string, string>> };

async function start(t: TestContext, options: Partial<ServiceOptions> = {}) {
  const service = await startService(t, {
    engine: scriptedEngine(),
    comparison: scriptedComparison,
    download: downloadFromPhotoHosts,
    ...options,
  });
  const check = await openApiCheck(service.url);
  const raw = (method: string, path: string, body?: string, { key = service.apiKey, headers = {} }: Ask = {}) =>
    fetch(`${service.url}/api/v3/batches${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, ...headers },
      ...(body === undefined ? {} : { body }),
    });
  const answerOf = async (response: Response, method: string, path: string) => {
    // oxlint-disable-next-line typescript/no-explicit-any
    const body: any = await response.json();
    const documented = (path.split("?", 1)[0] ?? "").replace(/\/bt_\w+/, "/{id}");
    check(`/api/v3/batches${documented}`, method, response.status, body);
    return { status: response.status, body };
  };
  const ask = async (method: string, path: string, json?: unknown, how: Ask = {}) => {
    const headers = { ...(json === undefined ? {} : { "content-type": "application/json" }), ...how.headers };
    const body = json === undefined ? undefined : JSON.stringify(json);
    return answerOf(await raw(method, path, body, { ...how, headers }), method, path);
  };
  const lines = async (body: string, path = "") =>
    answerOf(await raw("POST", path, body, { headers: { "content-type": "application/x-ndjson" } }), "POST", path);
  const ended = (id: string) =>
    until(async () => {
      const { data } = (await ask("GET", `/${id}`)).body;
      return data.ended_at !== null && data;
    });
  return { ...service, raw, ask, lines, ended };
}

const item = (id: string, url: (name: string) => string, references: readonly string[], selfie: string) => ({
  id,
  reference_urls: references.map(url),
  selfie_url: url(selfie),
});

test("a batch is accepted and completed: one result an item, in order, reported by event, each counted once", async (t) => {
  const service = await start(t);
  const { url } = await startPhotoHost(t, photos);
  const receiver = await startReceiver(t);
  const made = await service.ask("POST", "", {
    items: [
      item("same", url, ["amal"], "amal"),
      item("other", url, ["amal"], "bea"),
      item("several", url, ["amal", "wall", "amal"], "amal"),
      item("faceless", url, ["amal"], "wall"),
      item("text", url, ["text"], "amal"),
      item("missing", url, ["amal"], "nowhere"),
      item("elsewhere", (name) => `http://other.test/${name}`, ["amal"], "amal"),
    ],
    callback: receiver.url,
  });
  assert.deepEqual([made.status, made.body.data.status, made.body.data.total], [202, "queued", 7]);
  assert.match(made.body.data.callback_secret, /^whsec_/);
  const { id } = made.body.data;
  const batch = await service.ended(id);
  assert.deepEqual([batch.status, batch.done, batch.failed, batch.eta_s], ["completed", 3, 4, null]);

  assert.ok(Date.parse(batch.started_at) < Date.parse(batch.ended_at), "since its first item was begun");

  const { results } = (await service.ask("GET", `/${id}/results`)).body.data;
  assert.deepEqual(
    results.map(({ id: name, status, match, code, param, references_used }: Record<string, unknown>) => [
      name,
      status,
      match ?? code,
      param ?? references_used,
    ]),
    [
      ["same", "done", true, 1],
      ["other", "done", false, 1],
      ["several", "done", true, 2],
      ["faceless", "failed", "no_face", "selfie_url"],
      ["text", "failed", "unsupported_image_format", "reference_urls[0]"],
      ["missing", "failed", "download_failed", "selfie_url"],
      ["elsewhere", "failed", "url_not_allowed", "reference_urls[0]"],
    ],
  );
  await until(() => receiver.received.length === 1);
  const { type, data } = JSON.parse(receiver.received[0]?.body ?? "");
  assert.deepEqual([type, data], ["batch.completed", { id, status: "completed", total: 7, done: 3, failed: 4 }]);
  const usage = await service.store.db
    .selectFrom("usage")
    .select(["outcome", "count"])
    .where("endpoint", "=", "v3.batch_item")
    .execute();
  assert.equal(
    usage.reduce((sum, { count }) => sum + count, 0),
    7,
  );
  const stored = await service.store.db.selectFrom("batch_items").select(["reference_urls", "selfie_url"]).execute();
  assert.ok(stored.every(({ reference_urls, selfie_url }) => reference_urls === "[]" && selfie_url === ""));
  assert.deepEqual((await service.ask("GET", "")).body.data.batches.length, 1);
});

test("results as lines and as a table", async (t) => {
  const service = await start(t);
  const { url } = await startPhotoHost(t, photos);
  const body = [item('a,"b"', url, ["amal"], "amal"), item("=1+1", url, ["amal"], "wall")];
  const made = await service.lines(`\n${body.map((one) => JSON.stringify(one)).join("\n")}`, "?threshold=0.5");
  const { id, threshold } = made.body.data;
  assert.equal(threshold, 0.5);
  await service.ended(id);
  const ndjson = await service.raw("GET", `/${id}/results`, undefined, { headers: { accept: "application/x-ndjson" } });
  const parsed = (await ndjson.text())
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  assert.deepEqual(
    parsed.map(({ id: name, match, code }) => [name, match, code]),
    [
      ['a,"b"', true, null],
      ["=1+1", null, "no_face"],
    ],
  );
  for (const type of lineTypes) {
    const headers = { "content-type": `${type}; charset=utf-8`, accept: type };
    const again = await service.raw("POST", "", body.map((one) => JSON.stringify(one)).join("\r\n"), { headers });
    assert.equal(again.status, 202, type);
    const lines = await service.raw("GET", `/${id}/results`, undefined, { headers });
    assert.equal(lines.headers.get("content-type"), `${type}; charset=utf-8`);
    assert.equal((await lines.text()).trimEnd().split("\n").length, 2, type);
  }
  const csv = await service.raw("GET", `/${id}/results`, undefined, { headers: { accept: "text/csv" } });
  assert.equal(csv.headers.get("content-type"), "text/csv; charset=utf-8");
  const weighed = { headers: { accept: "text/csv;q=0.1, application/json" } };
  assert.equal((await service.ask("GET", `/${id}/results`, undefined, weighed)).body.data.results.length, 2);
  assert.deepEqual((await csv.text()).split("\r\n"), [
    "id,status,match,similarity,threshold,false_match_rate,references_used,code,param",
    '"a,""b""",done,true,1,0.5,1e-7,1,,',
    "'=1+1,failed,,,,,,no_face,selfie_url",
    "",
  ]);
});

test("an empty threshold in the query means none; as 0 it would match everyone", async (t) => {
  const service = await start(t);
  const { url } = await startPhotoHost(t, photos);
  const body = JSON.stringify(item("other", url, ["amal"], "bea"));
  for (const query of ["?threshold=", "?threshold=%20"]) {
    const made = await service.lines(body, query);
    assert.deepEqual([made.status, made.body.data.threshold], [202, null]);
  }
  assert.equal((await service.lines(body, "?threshold=0")).body.data.threshold, 0);
  for (const text of ["x", "0x1", "0b0", "%200.7", "1e0", "-0", "Infinity"]) {
    assert.equal((await service.lines(body, `?threshold=${text}`)).body.error?.param, "threshold", text);
  }
});

test("what is wrong is named, and nothing of it is taken on", async (t) => {
  const service = await start(t);
  const good = (id: string) => ({ id, reference_urls: ["http://photos.test/a"], selfie_url: "http://photos.test/b" });
  const many = Array.from({ length: 10_001 }, (_, index) => good(String(index)));
  const refusals = [
    [{ items: [] }, "invalid_parameter", "items"],
    [{}, "invalid_parameter", "items"],
    [{ items: [good("a"), good("a")] }, "invalid_parameter", "items[1].id"],
    [{ items: [good("a"), { ...good("b"), selfie_url: "ftp://x" }] }, "invalid_parameter", "items[1].selfie_url"],
    [{ items: [{ ...good("a"), photo: "x" }] }, "invalid_parameter", "items[0].photo"],
    [{ items: [{ ...good("a"), reference_urls: [] }] }, "invalid_parameter", "items[0].reference_urls"],
    [{ items: [good("a")], threshold: 2 }, "invalid_parameter", "threshold"],
    [{ items: [good("a")], callback: "http://shop.example/" }, "invalid_parameter", "callback"],
    [{ items: many }, "too_many_items", "items"],
  ] as const;
  for (const [json, code, param] of refusals) {
    const { body } = await service.ask("POST", "", json);
    assert.deepEqual([body.error?.code, body.error?.param], [code, param]);
  }
  const lines = many.slice(0, 10_000).map((one) => JSON.stringify(one));
  lines[5041] = '{"id":';
  const bad = await service.lines(lines.join("\n"));
  assert.deepEqual([bad.body.error.code, bad.body.error.param], ["invalid_parameter", "line 5042"]);
  const long = await service.lines(`{"id":"${"x".repeat(70_000)}`);
  assert.equal(long.body.error.param, "line 1");
  const form = await service.raw("POST", "", "x", { headers: { "content-type": "text/plain" } });
  assert.equal(form.status, 415);
  assert.deepEqual((await service.ask("GET", "")).body.data.batches, []);
});

test("millions of values or lines are rejected by their number: parsing them would block the service for seconds", async (t) => {
  const service = await start(t);
  const full = Array.from({ length: 10_000 }, (_, index) => ({
    id: `"[{,\\${index}`,
    reference_urls: Array.from({ length: 5 }, () => "http://photos.test/,a"),
    selfie_url: "http://photos.test/b",
  }));
  for (const values of ["{},", "[],", "0,"]) {
    const items = `{"items":[${values.repeat(1_000_000)}0]}`;
    const headers = { "content-type": "application/json" };
    const answer = await service.raw("POST", "", items, { headers });
    const { error } = (await answer.json()) as { readonly error: Record<string, unknown> };
    assert.deepEqual([answer.status, error["code"], error["limit"]], [413, "too_many_items", 10_000], values);
  }
  const blank = await service.lines("\n".repeat(1_000_000));
  assert.deepEqual([blank.body.error.code, blank.body.error.param], ["invalid_parameter", "line 10001"]);
  const made = await service.ask("POST", "", { items: full });
  assert.deepEqual([made.status, made.body.data?.total], [202, 10_000], "a full batch is none of these");
});

test("a body of 100 MB is refused without being read to its end", async (t) => {
  const service = await start(t);
  let sent = 0;
  const line = `${JSON.stringify({ id: "x", reference_urls: ["http://a/"], selfie_url: "http://a/" })}\n`;
  const chunk = Buffer.from(" ".repeat(65_536 - line.length).concat("\n"));
  const body = new ReadableStream({
    pull: (controller) => {
      sent += chunk.length;
      if (sent > 100 * 1024 * 1024) controller.close();
      else controller.enqueue(chunk);
    },
  });
  const headers = { authorization: `Bearer ${service.apiKey}`, "content-type": "application/x-ndjson" };
  const request: RequestInit & { duplex: "half" } = { method: "POST", headers, body, duplex: "half" };
  const response = await fetch(`${service.url}/api/v3/batches`, request).catch(() => undefined);
  // The connection may close before everything is sent: the test checks only that it ends soon.
  if (response) {
    const { error } = (await response.json()) as { readonly error: { readonly code: string } };
    assert.deepEqual([response.status, error.code], [413, "body_too_large"]);
  }
  assert.deepEqual((await service.ask("GET", "")).body.data.batches, []);
});

/** A photo host that responds when the test allows it. */
async function startSlowHost(t: TestContext) {
  const letGo = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const host = await startPhotoHost(t, photos, async () => {
    asked.resolve();
    await letGo.promise;
    return false;
  });
  return { ...host, asked: asked.promise, release: letGo.resolve };
}

test("cancelled or deleted while it runs: nothing more comes of it, and it is over", async (t) => {
  const service = await start(t);
  const { url, asked, release } = await startSlowHost(t);
  const items = Array.from({ length: 25 }, (_, index) => item(String(index), url, ["amal"], "amal"));
  const first = (await service.ask("POST", "", { items })).body.data.id;
  const second = (await service.ask("POST", "", { items })).body.data.id;
  await asked;
  const cancelled = await service.ask("POST", `/${first}/cancel`);
  assert.deepEqual([cancelled.body.data.status, cancelled.body.data.cancel_reason], ["cancelled", "asked"]);
  assert.equal((await service.ask("POST", `/${first}/cancel`)).body.error.code, "batch_over");
  assert.equal((await service.ask("DELETE", `/${second}`)).status, 200);
  assert.equal((await service.ask("GET", `/${second}`)).body.error.code, "batch_not_found");
  release();
  await until(async () => (await service.store.db.selectFrom("jobs").select("id").execute()).length === 0);
  const usage = await service.store.db
    .selectFrom("usage")
    .select("count")
    .where("endpoint", "=", "v3.batch_item")
    .execute();
  assert.deepEqual(usage, [], "nothing is counted");
  assert.equal((await service.ask("GET", `/${first}`)).body.data.done, 0);
});

test("cancelled at any moment: what is reported, stored and counted agrees, and nothing follows", async (t) => {
  const service = await start(t);
  const { db } = service.store;
  const counted = async () => {
    const rows = await db.selectFrom("usage").select("count").where("endpoint", "=", "v3.batch_item").execute();
    return rows.reduce((sum, { count }) => sum + count, 0);
  };
  let [asked, moment, cancel] = [0, 0, async (): Promise<unknown> => undefined];
  const { url } = await startPhotoHost(t, photos, async () => {
    if (++asked === moment) await cancel();
    return false;
  });
  const items = Array.from({ length: 25 }, (_, index) => item(String(index), url, ["amal"], "amal"));
  // Cancelled before the first photo, at the first, in the middle, at the last, and after the end.
  for (moment of [0, 1, 26, 50, 51]) {
    const before = await counted();
    asked = 0;
    const made = Promise.withResolvers<string>();
    cancel = async () => service.ask("POST", `/${await made.promise}/cancel`);
    const { id } = (await service.ask("POST", "", { items })).body.data;
    made.resolve(id);
    if (moment === 0) await cancel();
    const batch = await service.ended(id);
    await until(async () => (await db.selectFrom("jobs").select("id").execute()).length === 0);
    if (moment === 51) assert.equal((await service.ask("POST", `/${id}/cancel`)).body.error.code, "batch_over");
    assert.deepEqual((await service.ask("GET", `/${id}`)).body.data, batch, `${moment}`);
    const rows = db
      .selectFrom("batch_items")
      .select("result")
      .where("batch_id", "=", id)
      .where("result", "is not", null);
    const stored = (await rows.execute()).length;
    assert.deepEqual([stored, (await counted()) - before], [batch.done + batch.failed, batch.done], `${moment}`);
    assert.equal(batch.status, moment === 51 ? "completed" : "cancelled");
    const events = await db.selectFrom("events").select("data").where("data", "like", `%${id}%`).execute();
    assert.deepEqual(
      events.map(({ data }) => JSON.parse(data)),
      [{ id, status: batch.status, total: 25, done: batch.done, failed: batch.failed }],
    );
  }
});

test("hosts get four requests at once, and the time they ask for", async (t) => {
  const service = await start(t);
  let refused = 0;
  const host = await startPhotoHost(t, photos, (name, response) => {
    if (name !== "bea" || refused++ > 0) return false;
    response.writeHead(429, { "retry-after": "1" }).end();
    return true;
  });
  const items = Array.from({ length: 20 }, (_, index) => item(String(index), host.url, ["amal"], "amal"));
  const made = await service.ask("POST", "", { items: [...items, item("late", host.url, ["amal"], "bea")] });
  const batch = await service.ended(made.body.data.id);
  assert.deepEqual([batch.done, batch.failed], [21, 0]);
  assert.ok(host.most() <= 4, String(host.most()));
});

test("a revoked key's batch stops, and a plan's month ends it item by item", async (t) => {
  const service = await start(t);
  const { url, asked, release } = await startSlowHost(t);
  const key = await service.makeKey();
  const items = Array.from({ length: 60 }, (_, index) => item(String(index), url, ["amal"], "amal"));
  const { id } = (await service.ask("POST", "", { items }, { key: key.secret })).body.data;
  await asked;
  await key.revoke();
  release();
  const batch = await service.ended(id);
  assert.deepEqual([batch.status, batch.cancel_reason], ["cancelled", "key_revoked"]);
  assert.ok(batch.done < 60);
});

test("a revoked key's batch stops, too, where all that is left of it is a group that took its nodes down", async (t) => {
  const service = await start(t);
  const { url } = await startPhotoHost(t, photos, (_name, response) => {
    response.writeHead(429, { "retry-after": "3600" }).end();
    return true;
  });
  const key = await service.makeKey();
  const items = [item("a", url, ["amal"], "amal")];
  const { id } = (await service.ask("POST", "", { items }, { key: key.secret })).body.data;
  await until(async () => (await service.ask("GET", `/${id}`)).body.data.status === "running");
  await key.revoke();
  const { queue, store } = service.webhooks;
  await queue.enqueue(store.db, [{ name: deadLetterName(groupJob), data: { batch: id, from: 0, to: 1 } }]);
  const { status, cancel_reason } = await service.ended(id);
  assert.deepEqual([status, cancel_reason], ["cancelled", "key_revoked"]);
});

test("items beyond the month's quota fail, and are not counted", async (t) => {
  const plan = { requestsPerMinute: null, requestsPerMonth: 12, concurrentRequests: null };
  const service = await start(t, { plan });
  const { url } = await startPhotoHost(t, photos);
  const items = Array.from({ length: 20 }, (_, index) => item(String(index), url, ["amal"], "amal"));
  const made = await service.ask("POST", "", { items });
  const { id } = made.body.data;
  await until(async () => {
    const { ended_at_ms } = await service.store.db
      .selectFrom("batches")
      .select("ended_at_ms")
      .executeTakeFirstOrThrow();
    return ended_at_ms !== null;
  });
  const rows = await service.store.db.selectFrom("batch_items").select("result").where("batch_id", "=", id).execute();
  const over = rows.filter(({ result }) => (result ?? "").includes("quota_exceeded"));
  assert.ok(over.length >= 8, String(over.length));
  const events = await service.store.db
    .selectFrom("events")
    .select("type")
    .where("type", "!=", "batch.completed")
    .execute();
  assert.deepEqual(
    events.map(({ type }) => type),
    ["key.limit_reached"],
  );
});

test("another account sees nothing of it", async (t) => {
  const service = await start(t);
  const { url } = await startPhotoHost(t, photos);
  const { id } = (await service.ask("POST", "", { items: [item("a", url, ["amal"], "amal")] })).body.data;
  const account = { email: "eve@example.com", plan: "unlimited" };
  const eve = await makeAccount(service.store, commandLine, account, Date.now());
  const keys = { store: service.store, now: Date.now, changed: () => {} };
  const made = await madeKey(keys, commandLine, eve.account.id, { name: "Eve", kind: "private" });
  const key = made.secret;
  for (const [method, path] of [
    ["GET", `/${id}`],
    ["GET", `/${id}/results`],
    ["POST", `/${id}/cancel`],
    ["DELETE", `/${id}`],
  ] as const) {
    assert.equal((await service.ask(method, path, undefined, { key })).status, 404, path);
  }
  assert.deepEqual((await service.ask("GET", "", undefined, { key })).body.data.batches, []);
});

test("the same request again makes no second batch and answers the same", async (t) => {
  const service = await start(t);
  const { url } = await startPhotoHost(t, photos);
  const json = { items: [item("a", url, ["amal"], "amal")], callback: "https://shop.example/hook" };
  const how = { headers: { "idempotency-key": "night-1" } };
  const first = await service.ask("POST", "", json, how);
  const again = await service.ask("POST", "", json, how);
  assert.deepEqual([again.status, again.body.data], [202, first.body.data]);
  assert.equal((await service.ask("GET", "")).body.data.batches.length, 1);
});
