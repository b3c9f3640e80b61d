import assert from "node:assert/strict";
import { test } from "node:test";
import { beforeMigration } from "../../../testing/store/before-migration.ts";
import { onEachStore } from "../../../testing/store/each-store.ts";
import { webhookTrust } from "./webhooks.ts";

onEachStore("a database from before endpoints were verified", (kind) => {
  test("those that took a delivery are verified, and requests of test keys get their mark", async (t) => {
    const { db, write, upgrade } = await beforeMigration(t, kind, webhookTrust);
    await write(`INSERT INTO accounts (id, plan, created_at_ms) VALUES ('acc', 'free', 0)`);
    await write(
      `INSERT INTO events (id, account_id, type, data, created_at_ms) VALUES ('evt', 'acc', 'ping', '{}', 0)`,
    );
    for (const [id, status] of [
      ["heard", "delivered"],
      ["failed", "failed"],
      ["waits", "pending"],
    ] as const) {
      await write(
        `INSERT INTO webhook_endpoints (id, account_id, url, types, secret, created_at_ms) VALUES ('${id}', 'acc', '', '[]', '', 7)`,
      );
      await write(
        `INSERT INTO webhook_deliveries (id, endpoint_id, event_id, status, attempts, created_at_ms) VALUES ('wd_${id}', '${id}', 'evt', '${status}', 1, 0)`,
      );
    }
    for (const isTest of [0, 1]) {
      await write(
        `INSERT INTO api_keys (id, account_id, kind, name, hash, prefix, last_four, allowed_origins, test, created_at_ms)
          VALUES ('key_${isTest}', 'acc', 'private', '', '${isTest}', '', '', '[]', ${isTest}, 0)`,
      );
      await write(
        `INSERT INTO requests (id, account_id, key_id, request_id, route, outcome, issues, stages, duration_ms, node, created_at_ms)
          VALUES ('r_${isTest}', 'acc', 'key_${isTest}', '', '', '', '{}', '{}', 0, '', 0)`,
      );
    }
    await upgrade();
    const endpoints = await db
      .selectFrom("webhook_endpoints")
      .select(["id", "verified_at_ms", "posts_unverified"])
      .orderBy("id")
      .execute();
    const found = endpoints.map(({ id, verified_at_ms, posts_unverified }) => [id, verified_at_ms, posts_unverified]);
    assert.deepEqual(found, [
      ["failed", null, 0],
      ["heard", 7, 0],
      ["waits", null, 0],
    ]);
    const requests = await db.selectFrom("requests").select(["id", "test"]).orderBy("id").execute();
    assert.deepEqual(
      requests.map(({ test: isTest }) => isTest),
      [0, 1],
    );
  });
});
