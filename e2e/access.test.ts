/** Keys, limits and usage on real nodes, as a caller and an operator use them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { makeKey } from "../packages/server/src/accounts/keys/format.ts";
import { portrait } from "../packages/photo/testing/photos/portraits.ts";
import { startCuttableProxy } from "../packages/platform/testing/store/cuttable-proxy.ts";
import { bareConfig, noPostgres, noRedis, redisUrl, tempDir } from "../packages/platform/testing/store/each-store.ts";
import { until } from "../packages/platform/testing/until.ts";
import { openStore } from "../packages/platform/src/store/store.ts";
import { startServer, type RunningServer } from "../testing/server.ts";

/** How many times the node is killed. The tests of access kill it 20 times, without photos. */
const kills = Number(process.env["SELFSAME_TEST_KILLS"] ?? 3);

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const callModels = ({ url }: RunningServer, key: string) => fetch(`${url}/api/v3/models`, { headers: bearer(key) });

/** Signs in to one node's dashboard as its owner. */
async function openDashboard({ url, output }: RunningServer) {
  const secret = /\/#\/setup\/(\S+)/.exec(output())?.[1];
  let cookie = "";
  const ask = async (method: "POST" | "DELETE", path: string, body?: object) => {
    const response = await fetch(url + path, {
      method,
      headers: { origin: url, cookie, ...(body && { "content-type": "application/json" }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    assert.ok(response.ok, `${path}: ${response.status}`);
    cookie = response.headers.get("set-cookie")?.split(";")[0] ?? cookie;
    return (await response.json()) as { data: { secret: string; id: string } };
  };
  await ask("POST", "/api/dashboard/setup", { secret, email: "owner@example.com", password: "correct horse battery" });
  return ask;
}

test(
  "two nodes: limits are shared, and a key revoked on one ends on the other",
  { skip: noPostgres || noRedis },
  async (t) => {
    const config = await bareConfig(t, "postgres");
    const plans = { unlimited: { requestsPerMinute: 15, requestsPerMonth: null, concurrentRequests: null } };
    const start = async () =>
      startServer({
        DATABASE_URL: config.databaseUrl ?? "",
        REDIS_URL: redisUrl,
        SELFSAME_PLANS: JSON.stringify(plans),
        SELFSAME_DATA_DIR: await tempDir(t),
        SELFSAME_WORKERS: "1",
      });
    const a = await start();
    t.after(() => a.stop());
    const b = await start();
    t.after(() => b.stop());

    const ask = await openDashboard(a);
    const { secret, id } = (await ask("POST", "/api/v3/keys", { name: "shop", kind: "private" })).data;
    const answers = await Promise.all(Array.from({ length: 40 }, (_, i) => callModels(i % 2 ? a : b, secret)));
    const statuses = answers.map(({ status }) => status);
    assert.deepEqual(
      [statuses.filter((status) => status === 200).length, new Set(statuses)],
      [15, new Set([200, 429])],
    );

    await ask("DELETE", `/api/v3/keys/${id}`);
    const revokedAtMs = performance.now();
    assert.equal((await callModels(a, secret)).status, 401);
    await until(async () => (await callModels(b, secret)).status === 401);
    const tookMs = performance.now() - revokedAtMs;
    t.diagnostic(`the other node refused it after ${Math.round(tookMs)} ms`);
  },
);

test(
  "PostgreSQL gone: known keys are served, others told to come again; back: all as before",
  { skip: noPostgres },
  async (t) => {
    const config = await bareConfig(t, "postgres");
    const proxy = await startCuttableProxy(t, config.databaseUrl);
    const server = await startServer({
      DATABASE_URL: proxy.databaseUrl,
      SELFSAME_DATA_DIR: await tempDir(t),
      SELFSAME_WORKERS: "1",
      LOG_LEVEL: "silent",
    });
    t.after(() => server.stop());
    const { privateKey } = server;
    const unknown = makeKey("private");
    const readiness = async () =>
      ((await (await fetch(`${server.url}/health/ready`)).json()) as { status: string }).status;
    await until(async () => (await callModels(server, privateKey)).status === 200 && (await readiness()) === "ready");

    await proxy.cut();
    assert.deepEqual([(await callModels(server, privateKey)).status, await readiness()], [200, "degraded"]);
    const v3 = await callModels(server, unknown);
    const { error } = (await v3.json()) as { error: { code: string; retryable: boolean } };
    assert.deepEqual([v3.status, error.code, error.retryable], [503, "engine_busy", true]);
    const v2 = await fetch(`${server.url}/api/v2/verify`, { method: "POST", headers: bearer(unknown) });
    assert.deepEqual(
      [v2.status, await v2.json(), v2.headers.get("retry-after")],
      [503, { error: "Service busy" }, "1"],
    );
    assert.equal((await fetch(`${server.url}/api/dashboard/state`)).status, 503);

    await proxy.mend();
    await until(async () => (await readiness()) === "ready");
    assert.deepEqual(
      [(await callModels(server, privateKey)).status, (await callModels(server, unknown)).status],
      [200, 401],
    );
  },
);

/** Requests models and verifications, and kills the node after that many responses. @returns the number of complete responses */
async function loadUntilKilled(server: RunningServer, responses: number): Promise<number> {
  const [reference, selfie] = [await portrait("amal"), await portrait("bea")];
  const verify = () => {
    const body = new FormData();
    body.set("reference", new Blob([new Uint8Array(reference)]), "a.png");
    body.set("selfie", new Blob([new Uint8Array(selfie)]), "b.png");
    return fetch(`${server.url}/api/v2/verify`, { method: "POST", headers: bearer(server.privateKey), body });
  };
  let received = 0;
  const call = async (send: () => Promise<Response>) => {
    for (;;) {
      const whole = await send()
        .then((response) => response.json())
        .catch(() => undefined);
      if (!whole) return;
      received++;
      if (received === responses) process.kill(server.pid, "SIGKILL");
    }
  };
  const models = () => callModels(server, server.privateKey);
  await Promise.all([models, models, verify, verify, verify].map(call));
  return received;
}

test(`kill -9 under load, ${kills} times: every response received is counted, and the next start needs no repair`, async (t) => {
  const dataDir = await tempDir(t);
  let received = 0;
  for (let kill = 0; kill < kills; kill++) {
    const server = await startServer({ SELFSAME_DATA_DIR: dataDir, SELFSAME_WORKERS: "1" });
    received += await loadUntilKilled(server, 20 + kill * 5);
  }
  const { db, close } = await openStore({ dataDir });
  t.after(close);
  const { counted } = await db
    .selectFrom("usage")
    .select((eb) => eb.fn.sum<number>("count").as("counted"))
    .executeTakeFirstOrThrow();
  t.diagnostic(`responses received: ${received}, usage counted: ${counted}`);
  assert.ok(counted >= received && counted <= received + kills * 5, `${counted} counted, ${received} received`);
});
