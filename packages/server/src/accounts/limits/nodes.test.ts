import assert from "node:assert/strict";
import { test } from "node:test";
import type { TestContext } from "node:test";
import { freshConfig, noPostgres, noRedis, redisUrl, tempDir } from "@selfsame/platform/testing/store/each-store";
import { openStore } from "@selfsame/platform/store/store";
import { prepareFirstStart } from "../people/first-start.ts";
import type { Plan } from "../access/plans.ts";
import { startNode } from "../../../testing/nodes/start-node.ts";
import type { TestNode } from "../../../testing/nodes/start-node.ts";

const skip = noPostgres || noRedis;

/** Two processes that share a PostgreSQL database and a Redis, as two machines would. */
async function twoNodes(t: TestContext, plan?: Plan) {
  const config = await freshConfig(t, "postgres");
  const store = await openStore(config);
  t.after(() => store.close());
  const { apiKey = "" } = await prepareFirstStart(store);
  const key = await store.db.selectFrom("api_keys").select(["id", "account_id"]).executeTakeFirstOrThrow();
  const more = { redisUrl, ...(plan && { plans: { unlimited: plan } }) };
  const [a, b] = await Promise.all([
    startNode(t, config, more),
    startNode(t, { ...config, dataDir: await tempDir(t) }, more),
  ]);
  return { store, apiKey, a, b, revokePath: `/revoke?account=${key.account_id}&key=${key.id}` };
}

/** Sends requests to both nodes at once. @returns how many were admitted */
async function admitted([a, b]: readonly [TestNode, TestNode], key: string, count: number): Promise<number> {
  const answers = await Promise.all(Array.from({ length: count }, (_, i) => (i % 2 ? a : b).ask("/verify", key)));
  const statuses = answers.map(({ status }) => status);
  assert.deepEqual(new Set(statuses), new Set([200, 429]));
  return statuses.filter((status) => status === 200).length;
}

test("a key revoked on one node is refused there at once, and on another within 10 seconds", { skip }, async (t) => {
  const { a, b, apiKey, revokePath } = await twoNodes(t);
  assert.equal((await a.ask("/verify", apiKey)).status, 200);
  assert.equal((await b.ask("/verify", apiKey)).status, 200);
  assert.equal((await a.ask(revokePath)).body.key.status, "revoked");
  assert.equal((await a.ask("/verify", apiKey)).status, 401);
  await b.ask("/clock?ms=10000");
  assert.equal((await b.ask("/verify", apiKey)).status, 401);
});

test("two nodes together let through exactly the plan's requests a minute", { skip }, async (t) => {
  const { a, b, apiKey } = await twoNodes(t, {
    requestsPerMinute: 25,
    requestsPerMonth: null,
    concurrentRequests: null,
  });
  assert.equal(await admitted([a, b], apiKey, 80), 25);
});

test("two nodes together let through exactly the plan's requests a month", { skip }, async (t) => {
  const { a, b, apiKey, store } = await twoNodes(t, {
    requestsPerMinute: null,
    requestsPerMonth: 30,
    concurrentRequests: null,
  });
  assert.equal(await admitted([a, b], apiKey, 80), 30);
  const rows = await store.db.selectFrom("usage").select(["outcome", "count"]).orderBy("outcome").execute();
  assert.deepEqual(
    rows.map(({ outcome, count }) => [outcome, count]),
    [
      ["match", 30],
      ["quota_exceeded", 50],
    ],
  );
});
