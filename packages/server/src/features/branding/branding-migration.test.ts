import assert from "node:assert/strict";
import { test } from "node:test";
import { isBrandingComplete } from "./required.ts";
import { beforeMigration } from "@selfsame/platform/testing/store/before-migration";
import { onEachStore } from "@selfsame/platform/testing/store/each-store";
import { brandingDetails } from "@selfsame/platform/store/migrations/branding";

onEachStore("a database from before live sessions needed branding", (kind) => {
  test("accounts that had live sessions are exempt, as their sessions or their usage say", async (t) => {
    const { db, write, upgrade } = await beforeMigration(t, kind, brandingDetails);
    for (const id of ["live", "long_ago", "tests", "tests_long_ago", "none"]) {
      await write(`INSERT INTO accounts (id, plan, created_at_ms) VALUES ('${id}', 'free', 0)`);
    }
    for (const [account, isTest] of [
      ["live", 0],
      ["tests", 1],
    ] as const) {
      await write(
        `INSERT INTO verification_sessions (id, account_id, status, version, test, metadata, challenge, attempts, attempts_allowed, has_reference, model, created_at_ms, expires_at_ms)
          VALUES ('vs_${account}', '${account}', 'verified', 1, ${isTest}, '{}', 'off', 0, 1, 0, '', 0, 0)`,
      );
    }
    for (const [account, isTest] of [
      ["long_ago", 0],
      ["tests_long_ago", 1],
    ] as const) {
      await write(
        `INSERT INTO api_keys (id, account_id, kind, name, hash, prefix, last_four, allowed_origins, test, created_at_ms)
          VALUES ('key_${account}', '${account}', 'private', '', '${account}', '', '', '[]', ${isTest}, 0)`,
      );
      await write(
        `INSERT INTO usage (hour_ms, key_id, account_id, endpoint, outcome, count, duration_ms) VALUES (0, 'key_${account}', '${account}', 'v3.create_session', 'open', 1, 1)`,
      );
    }
    await upgrade();
    const exempt = async (id: string) => [id, await isBrandingComplete(db, id)];
    const found = await Promise.all(["live", "long_ago", "tests", "tests_long_ago", "none"].map(exempt));
    assert.deepEqual(Object.fromEntries(found), {
      live: true,
      long_ago: true,
      tests: false,
      tests_long_ago: false,
      none: false,
    });
  });
});
