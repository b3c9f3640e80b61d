import assert from "node:assert/strict";
import { test } from "node:test";
import { noteAttempt } from "../../webhooks/note-attempt.ts";
import { onEachStore } from "../../testing/store/each-store.ts";
import { startDashboard } from "../../testing/dashboard-harness.ts";
import { silent } from "../../store/log.ts";

const url = "https://shop.example/hook";

onEachStore("dashboard: webhooks", (kind) => {
  test("an endpoint is made, shows its secret once, is tested, sent to again, rotated and removed", async (t) => {
    const { ask, claim } = await startDashboard(t, kind);
    const cookie = await claim();
    const made = await ask("POST /webhooks", { url, types: ["batch.completed"] }, cookie);
    assert.equal(made.status, 201);
    const { endpoint, secret } = made.body;
    assert.match(secret, /^whsec_/);
    const list = await ask("GET /webhooks", undefined, cookie);
    assert.deepEqual(list.body.endpoints, [endpoint]);
    assert.ok(!list.text.includes(secret) && list.body.types.includes("key.limit_reached"));

    const sent = await ask(`POST /webhooks/${endpoint.id}/test`, undefined, cookie);
    assert.deepEqual([sent.status, sent.body.delivery.type, sent.body.delivery.status], [202, "ping", "pending"]);
    const again = await ask(
      `POST /webhooks/${endpoint.id}/deliveries/${sent.body.delivery.id}/resend`,
      undefined,
      cookie,
    );
    assert.equal(again.body.delivery.eventId, sent.body.delivery.eventId);
    const deliveries = await ask(`GET /webhooks/${endpoint.id}/deliveries?limit=1`, undefined, cookie);
    assert.deepEqual([deliveries.body.deliveries.length, deliveries.body.more], [1, true]);
    assert.equal(JSON.parse(deliveries.body.deliveries[0].body).type, "ping");

    const rotated = await ask(`POST /webhooks/${endpoint.id}/rotate`, { overlapSeconds: 0 }, cookie);
    assert.deepEqual([rotated.status, rotated.body.secret === secret], [201, false]);
    assert.equal((await ask(`DELETE /webhooks/${endpoint.id}`, undefined, cookie)).status, 204);
    assert.deepEqual((await ask("GET /webhooks", undefined, cookie)).body.endpoints, []);
    const { entries } = (await ask("GET /audit", undefined, cookie)).body;
    assert.deepEqual(
      entries.slice(0, 3).map(({ action, target }: { action: string; target: string }) => [action, target]),
      ["removed", "rotated", "created"].map((what) => [`webhook_endpoint_${what}`, endpoint.id]),
    );
  });

  test("an endpoint that was switched off is told of, and switched on again", async (t) => {
    const { ask, claim, webhooks, store, now } = await startDashboard(t, kind);
    const cookie = await claim();
    const { endpoint } = (await ask("POST /webhooks", { url }, cookie)).body;
    const { delivery } = (await ask(`POST /webhooks/${endpoint.id}/test`, undefined, cookie)).body;
    const { account_id } = await store.db
      .selectFrom("webhook_endpoints")
      .select("account_id")
      .executeTakeFirstOrThrow();
    const attempt = {
      delivery: { id: delivery.id, attempts: 0, endpoint_id: endpoint.id, account_id, failing_since_ms: null },
      posted: { outcome: "answered", status: 410, head: "gone" },
      atMs: webhooks.now(),
      durationMs: 5,
    } as const;
    await store.db.transaction().execute((db) => noteAttempt(db, attempt, silent, Math.random));
    const attention = async (query = "") => (await ask(`GET /overview${query}`, undefined, cookie)).body.attention;
    const off410 = { kind: "webhook_disabled", id: endpoint.id, url: endpoint.url, sinceMs: now() };
    assert.deepEqual(await attention(), [off410]);
    assert.deepEqual(await attention("?kind=test"), []);
    const [off] = (await ask("GET /webhooks", undefined, cookie)).body.endpoints;
    assert.deepEqual([off.status, off.disabledReason, off.failingSinceMs], ["disabled", "gone", now()]);

    const on = await ask(`POST /webhooks/${endpoint.id}/enable`, undefined, cookie);
    assert.deepEqual(on.body.endpoint, endpoint);
    assert.deepEqual(await attention(), []);
    await ask(`POST /webhooks/${endpoint.id}/enable`, undefined, cookie);
    const { entries } = (await ask("GET /audit", undefined, cookie)).body;
    assert.equal(entries.filter(({ action }: { action: string }) => action === "webhook_endpoint_enabled").length, 1);
  });

  test("what is wrong names its field; what is another's is not there", async (t) => {
    const { ask, claim, addMember } = await startDashboard(t, kind);
    const cookie = await claim();
    for (const [body, field] of [
      [{ url: "http://shop.example/" }, "url"],
      [{ url: "https://me:secret@shop.example/" }, "url"],
      [{ url: "" }, "url"],
      [{ url, types: ["nothing"] }, "types"],
    ] as const) {
      const { status, body: answer } = await ask("POST /webhooks", body, cookie);
      assert.deepEqual([status, answer.error.field], [400, field]);
    }
    const { endpoint } = (await ask("POST /webhooks", { url }, cookie)).body;
    const { delivery } = (await ask(`POST /webhooks/${endpoint.id}/test`, undefined, cookie)).body;
    assert.equal((await ask(`GET /webhooks/${endpoint.id}/deliveries?limit=501`, undefined, cookie)).status, 400);
    const unknown = await ask(`POST /webhooks/${endpoint.id}/deliveries/wd_unknown/resend`, undefined, cookie);
    assert.equal(unknown.status, 404);

    const eve = await addMember(cookie, "eve@example.com");
    for (const request of [
      `DELETE /webhooks/${endpoint.id}`,
      `POST /webhooks/${endpoint.id}/enable`,
      `POST /webhooks/${endpoint.id}/test`,
      `GET /webhooks/${endpoint.id}/deliveries`,
      `POST /webhooks/${endpoint.id}/deliveries/${delivery.id}/resend`,
    ]) {
      assert.equal((await ask(request, undefined, eve.cookie)).status, 404, request);
    }
    const rotated = await ask(`POST /webhooks/${endpoint.id}/rotate`, { overlapSeconds: 0 }, eve.cookie);
    assert.equal(rotated.status, 404);
    assert.deepEqual((await ask("GET /webhooks", undefined, eve.cookie)).body.endpoints, []);
    const on = (host: number) => ask("POST /webhooks", { url: `https://shop${host}.example/` }, cookie);
    for (let more = 1; more < 20; more++) assert.equal((await on(more % 5)).status, 201);
    assert.equal((await on(5)).body.error.code, "too_many");
  });
});
