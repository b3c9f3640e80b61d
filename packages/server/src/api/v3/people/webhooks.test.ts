import assert from "node:assert/strict";
import { test } from "node:test";
import { noteAttempt } from "../../../features/webhooks/note-attempt.ts";
import { onEachStore } from "@selfsame/platform/testing/store/each-store";
import { startDashboard } from "../../../../testing/dashboard-harness.ts";
import { silent } from "@selfsame/platform/store/log";

const url = "https://shop.example/hook";
const base = "/api/v3/webhook_endpoints";

onEachStore("a user of the dashboard: webhooks", (kind) => {
  test("an endpoint is made, shows its secret once, is tested, sent to again, rotated and removed", async (t) => {
    const { ask, claim } = await startDashboard(t, kind);
    const cookie = await claim();
    const made = await ask(`POST ${base}`, { url, types: ["batch.completed"] }, cookie);
    assert.equal(made.status, 201);
    const { secret, ...endpoint } = made.body.data;
    assert.match(secret, /^whsec_/);
    const list = await ask(`GET ${base}?recent=true`, undefined, cookie);
    const recent = { delivered: 0, failed: 0, last_failure_at: null };
    assert.deepEqual(list.body.data.endpoints, [{ ...endpoint, recent }]);
    assert.ok(!list.text.includes(secret));
    assert.deepEqual((await ask(`GET ${base}`, undefined, cookie)).body.data.endpoints, [endpoint]);

    const sent = await ask(`POST ${base}/${endpoint.id}/test`, undefined, cookie);
    assert.deepEqual([sent.status, sent.body.data.type, sent.body.data.status], [202, "ping", "pending"]);
    const delivery = `${base}/${endpoint.id}/deliveries/${sent.body.data.id}`;
    const again = await ask(`POST ${delivery}/resend`, undefined, cookie);
    assert.equal(again.body.data.event_id, sent.body.data.event_id);
    assert.deepEqual((await ask(`GET ${delivery}`, undefined, cookie)).body.data, sent.body.data);
    const first = (await ask(`GET ${base}/${endpoint.id}/deliveries?limit=1`, undefined, cookie)).body.data;
    assert.deepEqual([first.deliveries.length, typeof first.next_cursor], [1, "string"]);
    const { headers, body } = first.deliveries[0].request;
    assert.deepEqual([headers, JSON.parse(body).type], [null, "ping"]);

    const rotated = await ask(`POST ${base}/${endpoint.id}/rotate`, { overlap_s: 0 }, cookie);
    assert.deepEqual([rotated.status, rotated.body.data.secret === secret], [200, false]);
    assert.equal((await ask(`DELETE ${base}/${endpoint.id}`, undefined, cookie)).status, 200);
    assert.deepEqual((await ask(`GET ${base}`, undefined, cookie)).body.data.endpoints, []);
    const { entries } = (await ask("GET /audit", undefined, cookie)).body;
    assert.deepEqual(
      entries.slice(0, 3).map(({ action, target, actorEmail }: Record<string, string>) => [action, target, actorEmail]),
      ["removed", "rotated", "created"].map((what) => [`webhook_endpoint_${what}`, endpoint.id, "owner@example.com"]),
    );
  });

  test("a disabled endpoint is reported, and can be enabled again", async (t) => {
    const { ask, claim, webhooks, store, now } = await startDashboard(t, kind);
    const cookie = await claim();
    const { secret: _secret, ...endpoint } = (await ask(`POST ${base}`, { url }, cookie)).body.data;
    const delivery = (await ask(`POST ${base}/${endpoint.id}/test`, undefined, cookie)).body.data;
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
    const [off] = (await ask(`GET ${base}`, undefined, cookie)).body.data.endpoints;
    assert.deepEqual(
      [off.status, off.disabled_reason, off.failing_since],
      ["disabled", "gone", new Date(now()).toISOString()],
    );
    const gone = (await ask(`GET ${base}/${endpoint.id}/deliveries/${delivery.id}`, undefined, cookie)).body.data;
    assert.deepEqual([gone.request.headers, gone.response], [{ "webhook-id": "evt_1" }, { status: 410, body: "gone" }]);

    const on = await ask(`POST ${base}/${endpoint.id}/enable`, undefined, cookie);
    assert.deepEqual(on.body.data, endpoint);
    assert.deepEqual(await attention(), []);
    await ask(`POST ${base}/${endpoint.id}/enable`, undefined, cookie);
    const { entries } = (await ask("GET /audit", undefined, cookie)).body;
    assert.equal(entries.filter(({ action }: { action: string }) => action === "webhook_endpoint_enabled").length, 1);
  });

  test("an endpoint's address and types are changed, and another address has to prove itself", async (t) => {
    const { ask, claim, store, now } = await startDashboard(t, kind);
    const cookie = await claim();
    const { id } = (await ask(`POST ${base}`, { url }, cookie)).body.data;
    await store.db.updateTable("webhook_endpoints").set({ verified_at_ms: now(), failing_since_ms: now() }).execute();
    const change = (body: object) => ask(`PATCH ${base}/${id}`, body, cookie);
    const at = new Date(now()).toISOString();
    const { types, verified_at, failing_since } = (await change({ types: ["ping"] })).body.data;
    assert.deepEqual([types, verified_at, failing_since], [["ping"], at, at]);
    const moved = (await change({ url: `${url}/2` })).body.data;
    assert.deepEqual(
      [moved.url, moved.types, moved.verified_at, moved.failing_since],
      [`${url}/2`, ["ping"], null, null],
    );
    const row = await store.db.selectFrom("webhook_endpoints").select("url").executeTakeFirstOrThrow();
    assert.ok(!row.url.includes("shop.example"), "the address is sealed");
    for (const [body, param] of [
      [{ url: "http://shop.example/" }, "url"],
      [{ types: ["nothing"] }, "types"],
      [{ test: true }, "test"],
    ] as const) {
      const { status, body: answer } = await change(body);
      assert.deepEqual([status, answer.error.param], [400, param]);
    }
    for (let more = 0; more < 4; more++) await ask(`POST ${base}`, { url: `https://other.example/${more}` }, cookie);
    await ask(`POST ${base}`, { url: "https://other.example/5" }, cookie);
    assert.equal((await change({ url: "https://other.example/6" })).body.error.code, "too_many_endpoints");
    const { entries } = (await ask("GET /audit?action=webhook_endpoint_changed", undefined, cookie)).body;
    assert.equal(entries.length, 2);
  });

  test("a disabled endpoint is sent nothing; its failed deliveries are replayed once it is enabled, each event once", async (t) => {
    const { ask, claim, store, now, advance } = await startDashboard(t, kind);
    const cookie = await claim();
    const { id: endpointId } = (await ask(`POST ${base}`, { url }, cookie)).body.data;
    const path = `${base}/${endpointId}`;
    const sent = async () => (await ask(`POST ${path}/test`, undefined, cookie)).body.data;
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
    const again = (await ask(`POST ${path}/deliveries/${second.id}/resend`, undefined, cookie)).body.data;
    await settle(again.id, "delivered");
    const [{ recent }] = (await ask(`GET ${base}?recent=true`, undefined, cookie)).body.data.endpoints;
    assert.deepEqual(recent, { delivered: 2, failed: 2, last_failure_at: new Date(now()).toISOString() });

    const off = (await ask(`PATCH ${path}`, { disabled: true }, cookie)).body.data;
    assert.deepEqual([off.status, off.disabled_reason], ["disabled", null]);
    const replay = async () => (await ask(`POST ${path}/replay_failed`, undefined, cookie)).body;
    assert.equal((await replay()).error.code, "webhook_endpoint_disabled");
    await ask(`POST ${path}/enable`, undefined, cookie);
    advance(1000);
    assert.deepEqual((await replay()).data, { replayed: 1, more: false });
    const list = async (query: string) =>
      (await ask(`GET ${path}/deliveries?${query}`, undefined, cookie)).body.data.deliveries.map(
        ({ id, event_id }: { id: string; event_id: string }) => [id, event_id],
      );
    const [[replayed]] = await list("status=pending");
    assert.deepEqual(await list(`id_prefix=${first.event_id}`), [
      [replayed, first.event_id],
      [first.id, first.event_id],
    ]);
    assert.deepEqual((await replay()).data, { replayed: 0, more: false });
    assert.deepEqual(await list("status=failed&type=batch.completed"), []);
    const { entries } = (await ask("GET /audit", undefined, cookie)).body;
    assert.deepEqual(
      entries.slice(0, 3).map(({ action }: { action: string }) => action),
      ["webhook_deliveries_replayed", "webhook_endpoint_enabled", "webhook_endpoint_disabled"],
    );
    const { data: byAttempts } = (await ask(`GET ${path}/deliveries?sort=attempts&limit=2`, undefined, cookie)).body;
    assert.equal(byAttempts.deliveries.length, 2);
    const rest = await list(`sort=attempts&cursor=${byAttempts.next_cursor}`);
    const ids = [...byAttempts.deliveries.map(({ id }: { id: string }) => id), ...rest.map(([id]: string[]) => id)];
    assert.deepEqual([ids.length, new Set(ids).size], [5, 5], "each once, on two pages");
    const other = await ask(`GET ${path}/deliveries?cursor=${byAttempts.next_cursor}`, undefined, cookie);
    assert.deepEqual([other.status, other.body.error.param], [400, "cursor"], "of another order");
  });

  test("events are listed by type and time, and read with where they went", async (t) => {
    const { ask, claim, addMember, now, advance } = await startDashboard(t, kind);
    const cookie = await claim();
    const { id: endpointId } = (await ask(`POST ${base}`, { url }, cookie)).body.data;
    const delivery = (await ask(`POST ${base}/${endpointId}/test`, undefined, cookie)).body.data;
    advance(1000);
    await ask(`POST ${base}/${endpointId}/test`, undefined, cookie);
    const list = async (query: string) =>
      (await ask(`GET /api/v3/events${query}`, undefined, cookie)).body.data.events.map(({ id }: { id: string }) => id);
    const all = await list("");
    assert.deepEqual([all.length, all[1]], [2, delivery.event_id]);
    assert.deepEqual(await list("?sort=timestamp"), all.toReversed());
    assert.deepEqual(await list(`?to=${new Date(now()).toISOString()}`), [delivery.event_id]);
    assert.deepEqual(await list(`?from=${new Date(now()).toISOString()}`), [all[0]]);
    assert.deepEqual(await list(`?id_prefix=${delivery.event_id.slice(0, 9)}`), [delivery.event_id]);
    assert.deepEqual(await list("?type=batch.completed"), []);
    assert.deepEqual(await list("?mode=test"), []);
    const { data } = (await ask(`GET /api/v3/events/${delivery.event_id}`, undefined, cookie)).body;
    assert.deepEqual([data.type, data.test, data.data], ["ping", false, { endpoint: endpointId }]);
    assert.deepEqual(data.deliveries, [
      { id: delivery.id, endpoint_id: endpointId, url, status: "pending", attempts: 0 },
    ]);
    const eve = await addMember(cookie, "eve@example.com");
    const hidden = await ask(`GET /api/v3/events/${delivery.event_id}`, undefined, eve.cookie);
    assert.deepEqual([hidden.status, hidden.body.error.code], [404, "event_not_found"]);
  });

  test("an endpoint is of live keys or of test keys as the mode says; lists and addresses without a mode have both", async (t) => {
    const { ask, claim } = await startDashboard(t, kind);
    const cookie = await claim();
    const make = async (query: string) => (await ask(`POST ${base}${query}`, { url }, cookie)).body.data;
    const [live, test] = [await make(""), await make("?mode=test")];
    assert.deepEqual([live.test, test.test], [false, true]);
    const list = async (query: string) =>
      (await ask(`GET ${base}${query}`, undefined, cookie)).body.data.endpoints.map(({ id }: { id: string }) => id);
    assert.deepEqual(await list("?mode=live"), [live.id]);
    assert.deepEqual(await list("?mode=test"), [test.id]);
    assert.deepEqual(new Set(await list("")), new Set([live.id, test.id]));
    const read = async (query: string) => (await ask(`GET ${base}/${test.id}${query}`, undefined, cookie)).status;
    assert.deepEqual([await read(""), await read("?mode=test"), await read("?mode=live")], [200, 200, 404]);
    const wrong = await ask(`GET ${base}?mode=all`, undefined, cookie);
    assert.deepEqual([wrong.status, wrong.body.error.param], [400, "mode"]);
    assert.equal((await ask(`GET ${base}?mode=live&mode=test`, undefined, cookie)).status, 400);
  });

  test("what is wrong names its field; what is another's is not there", async (t) => {
    const { ask, claim, addMember } = await startDashboard(t, kind);
    const cookie = await claim();
    for (const [body, param] of [
      [{ url: "http://shop.example/" }, "url"],
      [{ url: "https://me:secret@shop.example/" }, "url"],
      [{ url: "" }, "url"],
      [{ url, types: ["nothing"] }, "types"],
    ] as const) {
      const { status, body: answer } = await ask(`POST ${base}`, body, cookie);
      assert.deepEqual([status, answer.error.param], [400, param]);
    }
    const { id } = (await ask(`POST ${base}`, { url }, cookie)).body.data;
    const delivery = (await ask(`POST ${base}/${id}/test`, undefined, cookie)).body.data;
    assert.equal((await ask(`GET ${base}/${id}/deliveries?limit=101`, undefined, cookie)).status, 400);
    const unknown = await ask(`POST ${base}/${id}/deliveries/wd_unknown/resend`, undefined, cookie);
    assert.equal(unknown.status, 404);

    const eve = await addMember(cookie, "eve@example.com");
    for (const request of [
      `GET ${base}/${id}`,
      `DELETE ${base}/${id}`,
      `POST ${base}/${id}/enable`,
      `POST ${base}/${id}/replay_failed`,
      `PATCH ${base}/${id}`,
      `POST ${base}/${id}/test`,
      `GET ${base}/${id}/deliveries/${delivery.id}`,
      `GET ${base}/${id}/deliveries`,
      `POST ${base}/${id}/deliveries/${delivery.id}/resend`,
    ]) {
      assert.equal((await ask(request, undefined, eve.cookie)).status, 404, request);
    }
    const rotated = await ask(`POST ${base}/${id}/rotate`, { overlap_s: 0 }, eve.cookie);
    assert.equal(rotated.status, 404);
    assert.deepEqual((await ask(`GET ${base}`, undefined, eve.cookie)).body.data.endpoints, []);
    const on = (host: number) => ask(`POST ${base}`, { url: `https://shop${host}.example/` }, cookie);
    for (let more = 1; more < 20; more++) assert.equal((await on(more % 5)).status, 201);
    assert.equal((await on(5)).body.error.code, "too_many_endpoints");
  });
});
