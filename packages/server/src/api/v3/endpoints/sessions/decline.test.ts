import assert from "node:assert/strict";
import { test } from "node:test";
import { onEachStore } from "@selfsame/platform/testing/store/each-store";
import { startSessionService } from "../../../../../testing/sessions/sessions.ts";

onEachStore("not now", (kind) => {
  test("is reported once, and the session stays open for a later return", async (t) => {
    const { create, read, visit, eventTypes } = await startSessionService(t, { kind });
    const { session, secret } = await create();
    assert.equal(session.declined_at, null);
    const page = visit(secret);
    const declined = await page.decline();
    assert.deepEqual([declined.status, declined.body.data.status], [200, "open"]);
    const first = (await read(session.id)).declined_at;
    assert.ok(Date.parse(first) <= Date.now());
    assert.equal((await page.decline()).status, 200, "again");
    const now = await read(session.id);
    assert.deepEqual([now.status, now.declined_at], ["open", first]);
    assert.equal((await page.start()).status, 200);
    assert.equal((await read(session.id)).status, "started");
    assert.deepEqual(await eventTypes(), ["session.declined", "session.started"]);
  });

  test("comes too late for a session that has ended, and no event is sent", async (t) => {
    const { ask, create, read, visit, eventTypes } = await startSessionService(t, { kind });
    const { session, secret } = await create();
    await ask("POST", `/sessions/${session.id}/cancel`);
    assert.equal((await visit(secret).decline()).body.error.code, "session_ended");
    assert.equal((await read(session.id)).declined_at, null);
    assert.deepEqual(await eventTypes(), ["session.cancelled"]);
  });
});
