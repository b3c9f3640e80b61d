import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { freshStore, noRedis } from "@selfsame/platform/testing/store/each-store";
import { until } from "@selfsame/platform/testing/until";
import { openRedis } from "@selfsame/platform/store/redis";
import type { Log } from "@selfsame/platform/store/log";
import { createAccess } from "../../create-access.ts";
import { prepareFirstStart } from "../people/first-start.ts";
import { startOwnRedis } from "@selfsame/platform/testing/store/own-redis";

test(
  "Redis gone: limits go on locally, and that is said; back: they are shared again",
  { skip: noRedis },
  async (t) => {
    const server = await startOwnRedis(t);
    const said: string[] = [];
    const say = (_detail: object, text: string) => void said.push(text);
    const log: Log = { info: say, warn: say, error: say };

    const store = await freshStore(t, "sqlite");
    const { apiKey = "" } = await prepareFirstStart(store);
    const plans = { unlimited: { requestsPerMinute: 10, requestsPerMonth: 1000, concurrentRequests: null } };
    const nodes = await Promise.all(
      [1, 2].map(async () => {
        const redis = openRedis(server, log, 0);
        // Long, so that only a stopped Redis counts as gone, and not a slow one on a busy machine.
        redis.options.commandTimeout = 60_000;
        t.after(() => redis.disconnect());
        await once(redis, "ready");
        const access = createAccess({ store, redis, plans, log });
        t.after(() => access.stop());
        return { redis, access };
      }),
    );
    const [a, b] = nodes;
    assert.ok(a && b);
    const remaining = async ({ access }: typeof a) => {
      const found = await access.identify(`Bearer ${apiKey}`);
      assert.ok(found.outcome === "known");
      const admission = await access.admit(found.caller);
      return [admission.outcome, admission.limits[0]?.remaining];
    };
    assert.deepEqual(await remaining(a), ["admitted", 9]);
    assert.deepEqual(await remaining(b), ["admitted", 8], "shared");
    assert.equal((await a.access.health()).limits, "shared");

    const gone = Promise.all(nodes.map(({ redis }) => once(redis, "close")));
    await server.stop();
    await gone;
    assert.deepEqual(await remaining(a), ["admitted", 9]);
    assert.deepEqual(await remaining(b), ["admitted", 9], "each for itself");
    for (let i = 0; i < 9; i++) await remaining(a);
    assert.deepEqual(await remaining(a), ["rate_limited", 0], "but limited all the same");
    assert.equal((await a.access.health()).limits, "local");
    await until(() => said.filter((text) => text.startsWith("Redis is gone")).length === 2);

    // Not `once` of node:events: it rejects if a node connects before the server listens.
    const back = Promise.all(nodes.map(({ redis }) => new Promise((resolve) => redis.once("ready", resolve))));
    await server.start();
    await back;
    assert.deepEqual(await remaining(a), ["admitted", 7]);
    assert.deepEqual(await remaining(b), ["admitted", 6], "shared again");
    assert.equal((await b.access.health()).limits, "shared");
    const all = (beginning: string) => said.filter((text) => text.startsWith(beginning)).length;
    assert.deepEqual([all("Redis is gone"), all("Redis is back")], [2, 2], "once a node");
  },
);

test(
  "a first connection that takes a while is no news, and neither is one that is soon back",
  { skip: noRedis },
  async (t) => {
    const server = await startOwnRedis(t);
    await server.stop();
    const said: string[] = [];
    const at = (level: string) => (detail: object, text: string) =>
      void said.push(`${level} ${text} ${JSON.stringify(detail)}`);
    const log: Log = { info: at("info"), warn: at("warn"), error: at("error") };
    const open = (graceMs: number) => {
      const redis = openRedis(server, log, graceMs);
      t.after(() => redis.disconnect());
      return redis;
    };
    const patient = open(600_000);
    // Not `once` of node:events: it rejects with the connection's error.
    await new Promise((resolve) => patient.once("reconnecting", resolve));
    await server.start();
    await new Promise((resolve) => patient.once("ready", resolve));
    const left = new Promise((resolve) => patient.once("close", resolve));
    await server.stop();
    await left;
    assert.deepEqual(said, []);

    // Without a grace period the outage is logged once, with its cause and without a stack.
    const hasty = open(0);
    await until(() => said.length > 0);
    assert.deepEqual(said, ['warn Redis is gone: limits are counted on this node alone {"reason":"ECONNREFUSED"}']);
    const back = new Promise((resolve) => hasty.once("ready", resolve));
    await server.start();
    await back;
    await until(() => said.length > 1);
    assert.deepEqual(said.slice(1), ["info Redis is back: limits are shared again {}"]);
  },
);
