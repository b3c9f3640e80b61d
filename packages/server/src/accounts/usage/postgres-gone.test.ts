import assert from "node:assert/strict";
import { test } from "node:test";
import type { TestContext } from "node:test";
import { fastify } from "fastify";
import { decorateRequests } from "../../api/request-state.ts";
import { dashboardApi } from "../../api/dashboard/dashboard-api.ts";
import { idleJobs, quickPasswords, unmeasured } from "../../../testing/dashboard-harness.ts";
import { startCuttableProxy } from "@selfsame/platform/testing/store/cuttable-proxy";
import { freshConfig, noPostgres } from "@selfsame/platform/testing/store/each-store";
import { StoreUnavailable } from "@selfsame/platform/store/outage";
import { openStore } from "@selfsame/platform/store/store";
import type { Log } from "@selfsame/platform/store/log";
import { createAccess } from "../../create-access.ts";
import { createAttempts } from "../people/accounts/attempts.ts";
import { createCounters } from "../limits/counters.ts";
import { prepareFirstStart } from "../people/first-start.ts";
import { makeKey } from "../keys/format.ts";
import { defaultPlans } from "../access/plans.ts";
import { startSignIn } from "../people/accounts/sign-in-sessions.ts";
import { linkSecret } from "../../features/sessions/link.ts";
import { newSessionId } from "@selfsame/platform/ids/ids";
import { openApiCheck } from "../../../testing/service/openapi-check.ts";
import { pageOrigin, startService } from "../../../testing/service/service.ts";
import { scriptedComparison, scriptedEngine } from "@selfsame/photo/testing/engine/scripted-engine";
import { until } from "@selfsame/platform/testing/until";

/** Access on a PostgreSQL whose connections the test can cut, with its own clock and its log. */
async function start(t: TestContext) {
  const config = await freshConfig(t, "postgres");
  const proxy = await startCuttableProxy(t, config.databaseUrl);

  let nowMs = Date.now();
  const now = () => nowMs;
  const said: string[] = [];
  const say = (_detail: object, text: string) => void said.push(text);
  const log: Log = { info: say, warn: say, error: say };
  const ways = { ...config, databaseUrl: proxy.databaseUrl };
  const store = await openStore(ways, log, now);
  const { apiKey = "" } = await prepareFirstStart(store, undefined, now);
  const access = createAccess({ store, log, now });
  t.after(async () => {
    await access.stop();
    await store.close();
  });
  return { ways, proxy, store, access, apiKey, said, now, advance: (ms: number) => (nowMs += ms) };
}

const skip = noPostgres;

test("PostgreSQL gone: known keys open for 60 seconds more, others are not judged", { skip }, async (t) => {
  const { proxy, access, apiKey, advance } = await start(t);
  const identify = async (key: string) => (await access.identify(`Bearer ${key}`)).outcome;
  assert.equal(await identify(apiKey), "known");
  await proxy.cut();

  for (const seconds of [0, 5, 20, 34]) {
    advance(seconds * 1000);
    assert.equal(await identify(apiKey), "known");
  }
  // Not "invalid_key": that would report a valid key as invalid.
  await assert.rejects(identify(makeKey("private")), StoreUnavailable);
  advance(1000);
  await assert.rejects(identify(apiKey), StoreUnavailable, "60 seconds after it was last found");

  await proxy.mend();
  await assert.rejects(identify(apiKey), StoreUnavailable, "left alone for a second");
  advance(1000);
  assert.equal(await identify(apiKey), "known");
  assert.equal(await identify(makeKey("private")), "invalid_key");
});

test("PostgreSQL gone: usage waits on the disk and is written once when it is back", { skip }, async (t) => {
  const { proxy, store, access, apiKey, advance, said } = await start(t);
  const found = await access.identify(`Bearer ${apiKey}`);
  assert.ok(found.outcome === "known");
  const call = async () => {
    const admission = await access.admit(found.caller);
    await access.record({ caller: found.caller, endpoint: "test", outcome: "match", durationMs: 1 });
    if (admission.outcome === "admitted") admission.release();
  };
  await Promise.all([call(), call()]);
  // Cut during requests, so that some commits arrive whose responses do not.
  const underWay = Promise.all(Array.from({ length: 50 }, call));
  await proxy.cut();
  await underWay;
  await Promise.all(Array.from({ length: 50 }, call));
  assert.equal((await access.health()).store, "unavailable");

  await proxy.mend();
  advance(1000);
  await access.usage.replay();
  assert.equal((await access.health()).store, "ok");
  const { counted } = await store.db
    .selectFrom("usage")
    .select((eb) => eb.fn.sum<number>("count").as("counted"))
    .executeTakeFirstOrThrow();
  assert.equal(counted, 102);
  assert.ok(said.includes("the database cannot be reached") && said.includes("the database is back"));
});

test("PostgreSQL gone: a process that ends before it is back leaves its usage to the next", { skip }, async (t) => {
  const { ways, proxy, access, apiKey } = await start(t);
  const found = await access.identify(`Bearer ${apiKey}`);
  assert.ok(found.outcome === "known");
  await proxy.cut();
  await access.record({ caller: found.caller, endpoint: "test", outcome: "match", durationMs: 1 });
  await access.stop();
  await proxy.mend();

  const store = await openStore(ways);
  const next = createAccess({ store });
  t.after(async () => {
    await next.stop();
    await store.close();
  });
  await next.usage.replay();
  const row = await store.db.selectFrom("usage").select("count").executeTakeFirst();
  assert.equal(row?.count, 1);
});

test("PostgreSQL gone: a change in the dashboard answers 503, and works again when it is back", { skip }, async (t) => {
  const { proxy, store, access, now, advance } = await start(t);
  const { id } = await store.db.selectFrom("accounts").select("id").executeTakeFirstOrThrow();
  const { id: userId } = await store.db.selectFrom("users").select("id").executeTakeFirstOrThrow();
  const session = await startSignIn(
    store.db,
    { userId, accountId: id, signedInBy: "password" },
    { address: "", userAgent: "" },
    now(),
  );
  const app = fastify();
  decorateRequests(app);
  t.after(() => app.close());
  const origin = "https://faces.example";
  await app.register(
    dashboardApi({
      ...idleJobs(store, now),
      store,
      access,
      now,
      passwords: quickPasswords(),
      attempts: createAttempts(createCounters("test"), async () => {}),
      counters: createCounters("test"),
      plans: defaultPlans,
      models: () => [],
      thresholds: unmeasured,
      publicUrl: () => origin,
      hasPublicUrl: true,
    }),
  );
  const renameThere = () =>
    app.inject({
      method: "PATCH",
      url: "/account/settings",
      headers: { origin, cookie: `__Host-selfsame_session=${session.secret}` },
      payload: { name: "Shop" },
    });
  await proxy.cut();
  const gone = await renameThere();
  assert.deepEqual([gone.statusCode, gone.json().error.code], [503, "store_unavailable"]);
  assert.equal(gone.headers["retry-after"], "2");
  await proxy.mend();
  // The pool may still contain a connection whose end it has not noticed: the first query then fails.
  const made = await until(async () => {
    advance(1000);
    const answer = await renameThere();
    return answer.statusCode !== 503 && answer;
  });
  assert.equal(made.statusCode, 200);
});

test("PostgreSQL gone: a browser that asks whether it may send must retry", { skip }, async (t) => {
  const { proxy, access, advance } = await start(t);
  const service = await startService(t, { engine: scriptedEngine(), comparison: scriptedComparison });
  t.mock.method(service.access, "isAllowedOrigin", (origin: string) => access.isAllowedOrigin(origin));
  const preflight = () =>
    fetch(`${service.url}/api/v3/challenges`, {
      method: "OPTIONS",
      headers: { origin: pageOrigin, "access-control-request-method": "POST" },
    });
  assert.equal((await preflight()).status, 204);
  await proxy.cut();
  const gone = await preflight();
  const body = (await gone.json()) as { readonly error: { readonly code: string } };
  assert.deepEqual([gone.status, body.error.code, gone.headers.get("retry-after")], [503, "engine_busy", "1"]);
  assert.equal(gone.headers.get("access-control-allow-origin"), null);
  await proxy.mend();
  await until(async () => {
    advance(1000);
    return (await preflight()).status === 204;
  });
});

test(
  "PostgreSQL gone: sessions and webhooks must retry, as other keys must; it counts as no internal error",
  { skip },
  async (t) => {
    const { proxy, store } = await start(t);
    const service = await startService(t, { engine: scriptedEngine(), comparison: scriptedComparison });
    // Sessions and webhooks alone use the cut database: the key is still known, as in the first 60 seconds of an outage.
    for (const there of [service.sessions, service.webhooks]) Object.assign(there, { store });
    const check = await openApiCheck(service.url);
    const link = linkSecret(service.sessions.seal, { id: newSessionId(), link: 1 });
    await proxy.cut();
    for (const [method, path, secret = service.apiKey] of [
      ["GET", "session", link],
      ["GET", "sessions"],
      ["POST", "sessions"],
      ["GET", "webhook_endpoints"],
      ["GET", "events"],
    ] as const) {
      const headers = { authorization: `Bearer ${secret}` };
      const gone = await fetch(`${service.url}/api/v3/${path}`, { method, headers });
      const body = (await gone.json()) as { readonly error: { readonly code: string } };
      assert.deepEqual(
        [gone.status, body.error.code, gone.headers.get("retry-after")],
        [503, "engine_busy", "1"],
        path,
      );
      check(`/api/v3/${path}`, method, gone.status, body);
    }
  },
);
