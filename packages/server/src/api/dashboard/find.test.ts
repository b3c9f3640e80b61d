import assert from "node:assert/strict";
import { test } from "node:test";
import { callerOfKey } from "../../accounts/keys/callers.ts";
import { rowOf } from "../../features/request-log/row.ts";
import { startDashboard } from "../../../testing/dashboard-harness.ts";
import { onEachStore } from "@selfsame/platform/testing/store/each-store";
import { createBatch } from "../../features/batches/create-batch.ts";

onEachStore("dashboard: find", (kind) => {
  const furnish = async (t: Parameters<typeof startDashboard>[0]) => {
    const dashboard = await startDashboard(t, kind);
    const { ask, claim, store, now } = dashboard;
    const cookie = await claim();
    const { secret, ...key } = (await ask("POST /api/v3/keys", { name: "Nightly import", kind: "private" }, cookie))
      .body.data;
    const caller = await callerOfKey(store, key.id, now());
    assert.ok(caller);
    const logged = {
      holder: caller,
      requestId: "req-20261125-7",
      route: "POST /api/v3/verify",
      status: 422,
      outcome: "error",
      code: "no_face",
      issues: {},
      stagesMs: {},
      durationMs: 1,
    };
    await store.db
      .insertInto("requests")
      .values(rowOf(logged, "nd_1", now()))
      .execute();
    const session = (await ask("POST /api/v3/sessions?mode=test", { external_id: "customer_1207" }, cookie)).body.data;
    const hooks = "/api/v3/webhook_endpoints";
    const endpoint = (await ask(`POST ${hooks}`, { url: "https://shop.example/hook" }, cookie)).body.data;
    const delivery = (await ask(`POST ${hooks}/${endpoint.id}/test`, undefined, cookie)).body.data;
    const items = [{ id: "a", reference_urls: ["https://a.example/1"], selfie_url: "https://a.example/2" }];
    const asked = { items, threshold: undefined, callback: undefined };
    const { batch } = await createBatch(dashboard.batches, caller, asked, async () => {});
    return { ...dashboard, cookie, key, secret: secret as string, session, endpoint, delivery, batch };
  };

  test("ids, beginnings, addresses, a key's ends and codes lead to what they name", async (t) => {
    const { ask, cookie, key, secret, session, endpoint, delivery, batch, join } = await furnish(t);
    const viewer = await join(cookie, "viewer@example.com", "viewer");
    const { members } = (await ask("GET /members", undefined, cookie)).body;
    const find = async (text: string, as = viewer.cookie) => {
      const { status, body } = await ask(`GET /find?text=${encodeURIComponent(text)}`, undefined, as);
      assert.equal(status, 200, text);
      return body.hits.map(({ kind: what, id }: { kind: string; id: string }) => `${what} ${id}`);
    };
    for (const [text, ...hits] of [
      [session.id, `session ${session.id}`],
      ["customer_1", `session ${session.id}`],
      ["customerX1"],
      ["CUSTOMER"],
      [batch.id, `batch ${batch.id}`],
      [delivery.event_id, `event ${delivery.event_id}`],
      [delivery.id, `delivery ${endpoint.id}/${delivery.id}`],
      [endpoint.id, `endpoint ${endpoint.id}`],
      [key.id, `key ${key.id}`],
      ["nightly", `key ${key.id}`],
      [`ss_sk_...${secret.slice(-4)}`, `key ${key.id}`],
      [`ss_sk_…${secret.slice(-4)}`, `key ${key.id}`],
      ["ss_pk_"],
      ["req-2026", "request req-20261125-7"],
      ["rex"],
      ["viewer@", `member ${members.find((one: { email: string }) => one.email === "viewer@example.com").id}`],
      ["No face", "code no_face"],
      ["vs_0000000000000000000000"],
    ] as const) {
      assert.deepEqual(await find(text), hits, text);
    }
    for (const query of ["", "?text=a", `?text=${"a".repeat(255)}`, "?text=ab&limit=3"]) {
      assert.equal((await ask(`GET /find${query}`, undefined, cookie)).status, 400, query);
    }
    assert.equal((await ask("GET /find?text=abc")).status, 401);
  });

  test("nothing of another team is found, but people and accounts by operators", async (t) => {
    const { ask, cookie, key, secret, session, endpoint, delivery, batch, addMember } = await furnish(t);
    const eve = await addMember(cookie, "eve@example.com");
    const find = async (text: string, as: string) =>
      (await ask(`GET /find?text=${encodeURIComponent(text)}`, undefined, as)).body.hits;
    const { id: userId } = (await ask("GET /state", undefined, cookie)).body.me.user;
    for (const text of [
      session.id,
      "customer_1207",
      batch.id,
      delivery.id,
      delivery.event_id,
      endpoint.id,
      key.id,
      "Nightly",
      `ss_sk_...${secret.slice(-4)}`,
      "req-20261125-7",
      "owner@example.com",
      userId,
    ]) {
      assert.deepEqual(await find(text, eve.cookie), [], text);
    }
    const [person] = await find("eve@ex", cookie);
    assert.deepEqual([person.kind, person.title], ["person", "eve@example.com"]);
  });
});
