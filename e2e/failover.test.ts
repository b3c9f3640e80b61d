/** Three nodes under load whose PostgreSQL is killed and whose replica becomes the primary: `npm run test:fuzz`. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { startCuttableProxy } from "../packages/platform/testing/store/cuttable-proxy.ts";
import { noOwnPostgres, startOwnPostgres } from "../packages/platform/testing/store/own-postgres.ts";
import { until } from "../packages/platform/testing/until.ts";
import { brandLive } from "../testing/brand-live.ts";
import { isFuzzRun } from "../testing/fuzz-runs.ts";
import { startServer, testKey } from "../testing/server.ts";

const everyMs = 50;

interface Write {
  readonly id: string;
  readonly sentMs: number;
  status?: number;
}

test("a replica becomes the writer", { skip: noOwnPostgres || (!isFuzzRun && "npm run test:fuzz") }, async (t) => {
  // Each write is answered only after the replica has it, so that none is lost with the primary.
  const primary = await startOwnPostgres(t, { settings: { synchronous_standby_names: "*" } });
  const replica = await startOwnPostgres(t, { replicaOf: primary });
  const way = await startCuttableProxy(t, primary.url);
  const settings = {
    DATABASE_URL: way.databaseUrl,
    SELFSAME_WORKERS: "1",
    SELFSAME_SECRET_KEY: "the-same-for-all-of-these-three-nodes",
    LOG_LEVEL: "silent",
    SELFSAME_PLANS: JSON.stringify({
      unlimited: { requestsPerMinute: null, requestsPerMonth: null, concurrentRequests: null },
    }),
  };
  const nodes = [await startServer(settings)];
  t.after(() => Promise.all(nodes.map((node) => node.stop())));
  nodes.push(...(await Promise.all([startServer(settings), startServer(settings)])));

  await brandLive(nodes[0] ?? assert.fail());

  const writes: Write[] = [];
  const sent: Promise<void>[] = [];
  const load = { on: true };
  t.after(() => (load.on = false));
  const write = async (): Promise<void> => {
    const one: Write = { id: `order-${writes.length}`, sentMs: performance.now() };
    const { url } = nodes[writes.length % nodes.length] ?? assert.fail();
    writes.push(one);
    const response = await fetch(`${url}/api/v3/sessions`, {
      method: "POST",
      headers: { authorization: `Bearer ${testKey}`, "content-type": "application/json" },
      body: JSON.stringify({ external_id: one.id, challenge: "required" }),
    });
    await response.arrayBuffer();
    one.status = response.status;
  };
  const loading = (async () => {
    for (; load.on; await pause(everyMs)) sent.push(write());
  })();
  const ready = async () =>
    Promise.all(nodes.map(async ({ url }) => (await fetch(`${url}/health/ready`)).status === 200));
  const all = (is: boolean) => until(async () => (await ready()).every((one) => one === is));

  await until(() => writes.filter(({ status }) => status === 201).length >= 60);
  assert.deepEqual(await ready(), [true, true, true]);
  await primary.kill();
  // Like a host name that moves before the replica accepts writes.
  way.pointTo(replica.url);
  await all(false);
  const promotedMs = performance.now();
  await replica.promote();
  await all(true);
  const wellMs = performance.now();
  const before = writes.length;
  await until(() => writes.length >= before + 100);
  load.on = false;
  await loading;
  await Promise.all(sent);

  const after = writes.filter(({ sentMs }) => sentMs >= promotedMs);
  const first = after.find(({ status }) => status === 201) ?? assert.fail("no write succeeded");
  const failed = after.filter(({ status }) => status !== 201);
  const lastFailedMs = Math.max(promotedMs, ...failed.map(({ sentMs }) => sentMs));
  const seconds = (ms: number) => ((ms - promotedMs) / 1000).toFixed(1);
  t.diagnostic(
    `after the promotion: first success ${seconds(first.sentMs)} s, last failure ${seconds(lastFailedMs)} s, ready ${seconds(wellMs)} s`,
  );
  assert.deepEqual(new Set(writes.map(({ status }) => status)), new Set([201, 503]));
  // At most five seconds of failed writes, 20 per second; a slow machine makes fewer writes, later.
  assert.ok(failed.length < 5 * (1000 / everyMs), `${failed.length} writes failed after the promotion`);
  assert.deepEqual(
    writes.slice(before).filter(({ status }) => status !== 201),
    [],
    "once they are ready, none fails",
  );

  const rows = await replica.ask<{ external_id: string; n: number }>(
    "SELECT external_id, count(*)::int AS n FROM verification_sessions GROUP BY external_id",
  );
  const stored = new Map(rows.map(({ external_id, n }) => [external_id, n]));
  assert.ok(
    rows.every(({ n }) => n === 1),
    "nothing is written twice",
  );
  const lost = writes.filter(({ id, status }) => status === 201 && !stored.has(id));
  assert.deepEqual(lost, [], "nothing that was answered is lost");
});
