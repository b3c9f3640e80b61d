/** What a test key can make the service send to a host that is not its own, and keep. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { TestContext } from "node:test";
import { sql } from "kysely";
import { scriptedComparison, scriptedEngine } from "../../../testing/engine/scripted-engine.ts";
import { startReceiver } from "../../../testing/receiver.ts";
import { startService } from "../../../testing/service/service.ts";
import { until } from "../../../testing/until.ts";

/** A free plan's minute. */
const requests = 20;
const endpointsMax = 20;
/** It begins, and it ends. */
const eventsOfSession = 2;

/** Makes as many endpoints as there may be on one host, then a minute of test sessions that end by themselves. */
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
  // Every session has begun and ended, and nothing is due any more but what waits for its next attempt.
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
  // Five endpoints, ten posts each; before it was 1,493 in the first seconds, 6,400 in all. One whose turns come late finds the account's minute used up.
  assert.ok(posts > 0 && posts <= 50, `${posts} posts`);
  assert.equal(stored, 200);
});

test("20 requests of a test key become 120 posts to one host that answers 200", async (t) => {
  const { posts, stored, minutes } = await attack(t, 200);
  // Before it was 800. It takes a second; on a machine that is busy with other things another minute may begin.
  assert.ok(posts >= 120 && posts <= 120 * minutes, `${posts} posts in ${minutes} minutes`);
  assert.equal(stored, 200);
});
