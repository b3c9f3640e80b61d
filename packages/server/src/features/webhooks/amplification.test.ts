/** How much a test key can make the service send to a host of somebody else, and store. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { TestContext } from "node:test";
import { sql } from "kysely";
import { scriptedComparison, scriptedEngine } from "@selfsame/photo/testing/engine/scripted-engine";
import { startReceiver } from "@selfsame/platform/testing/receiver";
import { startService } from "../../../testing/service/service.ts";
import { until } from "@selfsame/platform/testing/until";

/** Requests per minute of a free plan. */
const requests = 20;
const endpointsMax = 20;
/** A session emits one event when it begins and one when it ends. */
const eventsOfSession = 2;

/** Creates as many endpoints as one host may have, then a minute's limit of test sessions, which end by themselves. */
async function attack(t: TestContext, status: number) {
  const service = await startService(t, { engine: scriptedEngine(), comparison: scriptedComparison });
  const { secret } = await service.makeKey({ kind: "test" });
  const receiver = await startReceiver(t, (response) => void response.writeHead(status).end("x".repeat(1024)));
  const ask = async (path: string, json: unknown) => {
    const response = await fetch(`${service.url}/api/v3${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
      body: JSON.stringify(json),
    });
    await response.arrayBuffer();
    return response.status;
  };
  for (let made = 0; made < endpointsMax; made++) await ask("/webhook_endpoints", { url: `${receiver.url}/${made}` });
  const sizeBytes = async () => {
    const { rows } = await sql<{ bytes: number }>`
      SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()`.execute(service.store.db);
    return rows[0]?.bytes ?? 0;
  };
  const beforeBytes = await sizeBytes();
  const beganMs = performance.now();
  for (let sent = 0; sent < requests; sent++) {
    assert.equal(await ask("/sessions", { simulate: "verified" }), 201);
  }
  // Until every session has begun and ended, and only jobs that wait for a retry are left.
  await until(async () => {
    const { told } = await service.store.db
      .selectFrom("events")
      .select(({ fn }) => fn.countAll<number>().as("told"))
      .where("type", "like", "session.%")
      .executeTakeFirstOrThrow();
    const { due } = await service.store.db
      .selectFrom("jobs")
      .select(({ fn }) => fn.countAll<number>().as("due"))
      .where("run_at_ms", "<=", Date.now())
      .executeTakeFirstOrThrow();
    return told === requests * eventsOfSession && due === 0;
  });
  const { stored } = await service.store.db
    .selectFrom("webhook_deliveries")
    .select(({ fn }) => fn.countAll<number>().as("stored"))
    .executeTakeFirstOrThrow();
  const grownBytes = (await sizeBytes()) - beforeBytes;
  const posts = receiver.received.length;
  const minutes = Math.ceil((performance.now() - beganMs) / 60_000);
  t.diagnostic(`${posts} POSTs, ${stored} deliveries stored, ${(grownBytes / 1e6).toFixed(2)} MB`);
  return { posts, stored, grownBytes, minutes };
}

test("20 requests of a test key become 50 posts at most to one host that never answers 2xx", async (t) => {
  const { posts, stored } = await attack(t, 500);
  // Five endpoints, ten posts each; before that limit 1,493 in the first seconds, 6,400 in total. Endpoints whose turn comes late find the account's
  // minute used up.
  assert.ok(posts > 0 && posts <= 50, `${posts} posts`);
  assert.equal(stored, 200);
});

test("20 requests of a test key become 120 posts to one host that answers 200", async (t) => {
  const { posts, stored, minutes } = await attack(t, 200);
  // Before that limit 800. It takes a second; on a busy machine another minute may begin.
  assert.ok(posts >= 120 && posts <= 120 * minutes, `${posts} posts in ${minutes} minutes`);
  assert.equal(stored, 200);
});
