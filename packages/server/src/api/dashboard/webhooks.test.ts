import assert from "node:assert/strict";
import { test } from "node:test";
import { noteAttempt } from "../../features/webhooks/note-attempt.ts";
import { onEachStore } from "../../testing/store/each-store.ts";
import { startDashboard } from "../../testing/dashboard-harness.ts";
import { silent } from "../../platform/store/log.ts";

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
    assert.deepEqual(list.body.endpoints, [{ ...endpoint, delivered: 0, failed: 0, lastFailureAtMs: null }]);
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
    assert.deepEqual([deliveries.body.deliveries.length, typeof deliveries.body.next], [1, "string"]);
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

  test("a disabled endpoint is reported, and can be enabled again", async (t) => {
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
      sent: { "webhook-id": "evt_1" },
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

  test("an endpoint's address and types are changed, and another address has to prove itself", async (t) => {
    const { ask, claim, store, now } = await startDashboard(t, kind);
    const cookie = await claim();
    const { endpoint } = (await ask("POST /webhooks", { url }, cookie)).body;
    await store.db.updateTable("webhook_endpoints").set({ verified_at_ms: now(), failing_since_ms: now() }).execute();
    const change = (body: object) => ask(`PATCH /webhooks/${endpoint.id}`, body, cookie);
    const { types, verifiedAtMs, failingSinceMs } = (await change({ types: ["ping"] })).body.endpoint;
    assert.deepEqual([types, verifiedAtMs, failingSinceMs], [["ping"], now(), now()]);
    const moved = (await change({ url: `${url}/2` })).body.endpoint;
    assert.deepEqual(
      [moved.url, moved.types, moved.verifiedAtMs, moved.failingSinceMs],
      [`${url}/2`, ["ping"], null, null],
    );
    const row = await store.db.selectFrom("webhook_endpoints").select("url").executeTakeFirstOrThrow();
    assert.ok(!row.url.includes("shop.example"), "the address is sealed");
    for (const [body, field] of [
      [{ url: "http://shop.example/" }, "url"],
      [{ types: ["nothing"] }, "types"],
      [{ test: true }, "test"],
    ] as const) {
      const { status, body: answer } = await change(body);
      assert.deepEqual([status, answer.error.field], [400, field]);
    }
    for (let more = 0; more < 4; more++) await ask("POST /webhooks", { url: `https://other.example/${more}` }, cookie);
    await ask("POST /webhooks", { url: "https://other.example/5" }, cookie);
    assert.equal((await change({ url: "https://other.example/6" })).body.error.code, "too_many");
    const { entries } = (await ask("GET /audit?action=webhook_endpoint_changed", undefined, cookie)).body;
    assert.equal(entries.length, 2);
  });

  test("a disabled endpoint is sent nothing; its failed deliveries are replayed once it is enabled, each event once", async (t) => {
    const { ask, claim, store, now, advance } = await startDashboard(t, kind);
    const cookie = await claim();
    const { endpoint } = (await ask("POST /webhooks", { url }, cookie)).body;
    const path = `/webhooks/${endpoint.id}`;
    const sent = async () => (await ask(`POST ${path}/test`, undefined, cookie)).body.delivery;
    const [first, second, third] = [await sent(), await sent(), await sent()];
    const settle = (id: string, status: "delivered" | "failed") =>
      store.db
        .updateTable("webhook_deliveries")
        .set({ status, attempts: 1, attempted_at_ms: now() })
        .where("id", "=", id)
        .execute();
    await settle(first.id, "failed");
    await settle(second.id, "failed");
    await settle(third.id, "delivered");
    const again = (await ask(`POST ${path}/deliveries/${second.id}/resend`, undefined, cookie)).body.delivery;
    await settle(again.id, "delivered");
    const [{ delivered, failed, lastFailureAtMs }] = (await ask("GET /webhooks", undefined, cookie)).body.endpoints;
    assert.deepEqual([delivered, failed, lastFailureAtMs], [2, 2, now()]);

    const off = (await ask(`POST ${path}/disable`, undefined, cookie)).body.endpoint;
    assert.deepEqual([off.status, off.disabledReason], ["disabled", null]);
    assert.equal((await ask(`POST ${path}/replay-failed`, undefined, cookie)).body.error.code, "endpoint_disabled");
    await ask(`POST ${path}/enable`, undefined, cookie);
    advance(1000);
    assert.deepEqual((await ask(`POST ${path}/replay-failed`, undefined, cookie)).body, { replayed: 1, more: false });
    const list = async (query: string) =>
      (await ask(`GET ${path}/deliveries?${query}`, undefined, cookie)).body.deliveries.map(
        ({ id, eventId }: { id: string; eventId: string }) => [id, eventId],
      );
    const [[replayed]] = await list("status=pending");
    assert.deepEqual(await list(`id=${first.eventId}`), [
      [replayed, first.eventId],
      [first.id, first.eventId],
    ]);
    assert.deepEqual((await ask(`POST ${path}/replay-failed`, undefined, cookie)).body, { replayed: 0, more: false });
    assert.deepEqual(await list("status=failed&type=batch.completed"), []);
    assert.equal((await list("sort=attempts&limit=2")).length, 2);
    const { entries } = (await ask("GET /audit", undefined, cookie)).body;
    assert.deepEqual(
      entries.slice(0, 3).map(({ action }: { action: string }) => action),
      ["webhook_deliveries_replayed", "webhook_endpoint_enabled", "webhook_endpoint_disabled"],
    );
  });

  test("events are listed by type and time, and read with where they went", async (t) => {
    const { ask, claim, addMember, now, advance } = await startDashboard(t, kind);
    const cookie = await claim();
    const { endpoint } = (await ask("POST /webhooks", { url }, cookie)).body;
    const { delivery } = (await ask(`POST /webhooks/${endpoint.id}/test`, undefined, cookie)).body;
    advance(1000);
    await ask(`POST /webhooks/${endpoint.id}/test`, undefined, cookie);
    const list = async (query: string) => (await ask(`GET /events${query}`, undefined, cookie)).body;
    const { events, types } = await list("");
    assert.deepEqual([events.length, events[1].id, types.includes("ping")], [2, delivery.eventId, true]);
    const ids = ({ events: found }: { events: { id: string }[] }) => found.map(({ id }) => id);
    assert.deepEqual(ids(await list("?sort=time")), ids({ events }).toReversed());
    assert.deepEqual(ids(await list(`?toMs=${now()}`)), [delivery.eventId]);
    assert.deepEqual(ids(await list(`?id=${delivery.eventId.slice(0, 9)}`)), [delivery.eventId]);
    assert.deepEqual(ids(await list("?type=batch.completed")), []);
    assert.deepEqual(ids(await list("?kind=test")), []);
    const { body } = await ask(`GET /events/${delivery.eventId}`, undefined, cookie);
    assert.deepEqual(body.deliveries, [
      { id: delivery.id, endpointId: endpoint.id, url, status: "pending", attempts: 0 },
    ]);
    const eve = await addMember(cookie, "eve@example.com");
    assert.equal((await ask(`GET /events/${delivery.eventId}`, undefined, eve.cookie)).status, 404);
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
      `POST /webhooks/${endpoint.id}/disable`,
      `POST /webhooks/${endpoint.id}/replay-failed`,
      `PATCH /webhooks/${endpoint.id}`,
      `POST /webhooks/${endpoint.id}/test`,
      `GET /webhooks/${endpoint.id}/deliveries/${delivery.id}`,
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
