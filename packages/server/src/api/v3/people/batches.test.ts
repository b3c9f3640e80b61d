import assert from "node:assert/strict";
import { test } from "node:test";
import { callerOfKey } from "../../../accounts/keys/callers.ts";
import { createBatch } from "../../../features/batches/create-batch.ts";
import { onEachStore } from "@selfsame/platform/testing/store/each-store";
import { startDashboard } from "../../../../testing/dashboard-harness.ts";
import { lineTypes } from "../batch-body.ts";

const item = (id: string) => ({ id, reference_urls: ["https://a.example/1"], selfie_url: "https://a.example/2" });

const base = "/api/v3/batches";

onEachStore("a user of the dashboard: batches", (kind) => {
  const start = async (t: Parameters<typeof startDashboard>[0]) => {
    const dashboard = await startDashboard(t, kind);
    const cookie = await dashboard.claim();
    const { body } = await dashboard.ask("POST /api/v3/keys", { name: "Nightly", kind: "private" }, cookie);
    const caller = await callerOfKey(dashboard.store, body.data.id, dashboard.now());
    assert.ok(caller);
    const make = async (...ids: string[]) => {
      const asked = { items: ids.map(item), threshold: undefined, callback: undefined };
      return (await createBatch(dashboard.batches, caller, asked, async () => {})).batch.id;
    };
    return { ...dashboard, cookie, make, key: body.data };
  };

  test("batches are listed with their key, cancelled, read as a table and deleted", async (t) => {
    const { ask, cookie, make, advance, now } = await start(t);
    const first = await make("=1+1", 'two "quoted"');
    advance(1000);
    const second = await make("x");
    const list = await ask(`GET ${base}`, undefined, cookie);
    assert.deepEqual(
      list.body.data.batches.map(({ id, key_name, total }: Record<string, unknown>) => [id, key_name, total]),
      [
        [second, "Nightly", 1],
        [first, "Nightly", 2],
      ],
    );
    assert.deepEqual([list.body.data.next_cursor, list.body.data.batches[0].kept_days], [null, 30]);
    const one = await ask(`GET ${base}?limit=1`, undefined, cookie);
    const rest = await ask(`GET ${base}?limit=1&cursor=${one.body.data.next_cursor}`, undefined, cookie);
    assert.deepEqual([rest.body.data.batches[0].id, rest.body.data.next_cursor], [first, null]);

    const cancelled = await ask(`POST ${base}/${first}/cancel`, undefined, cookie);
    const { status, cancel_reason, ended_at } = cancelled.body.data;
    assert.deepEqual([status, cancel_reason, Date.parse(ended_at)], ["cancelled", "asked", now()]);
    const twice = await ask(`POST ${base}/${first}/cancel`, undefined, cookie);
    assert.deepEqual([twice.status, twice.body.error.code], [409, "batch_over"]);

    const exported = (id: string, accept = "text/csv, */*;q=0.1", who = cookie) =>
      ask(`GET ${base}/${id}/results`, undefined, who, { accept });
    const csv = await exported(first);
    assert.equal(csv.headers["content-type"], "text/csv; charset=utf-8");
    assert.deepEqual(csv.text.split("\r\n").slice(1), ["'=1+1,pending,,,,,,,", '"two ""quoted""",pending,,,,,,,', ""]);
    assert.equal((await ask(`DELETE ${base}/${first}`, undefined, cookie)).status, 200);
    assert.equal((await exported(first)).status, 404);
    assert.equal((await ask(`GET ${base}`, undefined, cookie)).body.data.batches.length, 1);
    const { entries } = (await ask(`GET /audit?target=${first}`, undefined, cookie)).body;
    const actions = entries.map(({ action }: Record<string, unknown>) => action);
    assert.deepEqual(
      actions,
      ["batch_deleted", "batch_exported", "batch_cancelled"],
      "each once, though requested twice",
    );
  });

  test("what is another account's is not there", async (t) => {
    const { ask, cookie, make, addMember } = await start(t);
    const id = await make("x");
    const eve = await addMember(cookie, "eve@example.com");
    for (const request of [`POST ${base}/${id}/cancel`, `GET ${base}/${id}/results`, `DELETE ${base}/${id}`]) {
      assert.equal((await ask(request, undefined, eve.cookie)).status, 404, request);
    }
    assert.deepEqual((await ask(`GET ${base}`, undefined, eve.cookie)).body.data.batches, []);
    assert.equal((await ask(`GET ${base}`, undefined, cookie)).body.data.batches[0].status, "queued");
  });

  test("a batch is made from lines with a key of the team; what is wrong names its line", async (t) => {
    const { ask, cookie, key, join, addMember } = await start(t);
    const lines = { "content-type": "application/x-ndjson" };
    const send = (text: string, as = cookie, keyId = key.id) =>
      ask(`POST ${base}?key_id=${keyId}&threshold=0.8`, text, as, lines);
    const made = await send(`${JSON.stringify(item("a"))}\n${JSON.stringify(item("b"))}`);
    const { total, key_name, threshold } = made.body.data;
    assert.deepEqual([made.status, total, key_name, threshold], [202, 2, "Nightly", 0.8]);
    const one = await ask(`GET ${base}/${made.body.data.id}`, undefined, cookie);
    assert.equal(one.body.data.status, "queued");
    const wrong = await send(`${JSON.stringify(item("a"))}\n${JSON.stringify(item("a"))}`);
    assert.deepEqual(
      [wrong.status, wrong.body.error.code, wrong.body.error.param],
      [400, "invalid_parameter", "line 2 id"],
    );
    for (const type of lineTypes) {
      const sent = await ask(`POST ${base}?key_id=${key.id}`, JSON.stringify(item("a")), cookie, {
        "content-type": type,
      });
      assert.equal(sent.status, 202, type);
    }
    const none = await send("");
    assert.deepEqual([none.status, none.body.error.code], [400, "invalid_parameter"]);
    assert.equal((await ask(`POST ${base}?key_id=${key.id}`, { items: [item("a")] }, cookie)).status, 202, "JSON");
    const ofTests = (await ask("POST /api/v3/keys", { name: "CI", kind: "test" }, cookie)).body.data;
    const sessions = { name: "Sessions", kind: "private", scopes: ["sessions"] };
    const unscoped = (await ask("POST /api/v3/keys", sessions, cookie)).body.data;
    const ended = (await ask("POST /api/v3/keys", { name: "Ended", kind: "private" }, cookie)).body.data;
    await ask(`DELETE /api/v3/keys/${ended.id}`, undefined, cookie);
    for (const id of ["key_x", "", key.display, ofTests.id, unscoped.id, ended.id]) {
      const { status, body } = await send(JSON.stringify(item("a")), cookie, id);
      assert.deepEqual([status, body.error.code, body.error.param], [409, "key_not_for_batches", "key_id"], id);
    }
    const unnamed = await ask(`POST ${base}`, JSON.stringify(item("a")), cookie, lines);
    assert.deepEqual([unnamed.status, unnamed.body.error.code], [409, "key_not_for_batches"]);
    const viewer = await join(cookie, "viewer@example.com", "viewer");
    assert.equal((await send(JSON.stringify(item("a")), viewer.cookie)).body.error.code, "not_allowed");
    const eve = await addMember(cookie, "eve@example.com");
    assert.equal((await send(JSON.stringify(item("a")), eve.cookie)).status, 409, "a key of another team");
    const { entries } = (await ask("GET /audit?action=batch_created", undefined, cookie)).body;
    assert.deepEqual(
      entries.map(({ actorEmail }: { actorEmail: string }) => actorEmail),
      Array.from({ length: 2 + lineTypes.length }, () => "owner@example.com"),
    );
  });

  test("items are sorted, filtered and paged", async (t) => {
    const { ask, cookie, make, store, join, addMember } = await start(t);
    const id = await make("ann", "bob", "cid", "dan");
    const results = [
      { status: "done", match: true, similarity: 0.9, threshold: 0.6, false_match_rate: 0.001, references_used: 1 },
      { status: "failed", code: "no_face", param: "selfie_url" },
      { status: "done", match: false, similarity: null, threshold: 0.6, false_match_rate: null, references_used: 1 },
    ];
    for (const [position, result] of results.entries()) {
      await store.db
        .updateTable("batch_items")
        .set({ result: JSON.stringify(result) })
        .where("position", "=", position)
        .execute();
    }
    const path = `GET ${base}/${id}/results`;
    const list = async (query: string) => {
      const { body } = await ask(`${path}${query}`, undefined, cookie);
      return { names: body.data.results.map((one: { id: string }) => one.id).join(), next: body.data.next_cursor };
    };
    for (const [query, names] of [
      ["", "ann,bob,cid,dan"],
      ["?sort=-id", "dan,cid,bob,ann"],
      ["?sort=-position", "dan,cid,bob,ann"],
      ["?sort=-similarity&limit=1", "ann"],
      ["?outcome=match", "ann"],
      ["?outcome=no_match", "cid"],
      ["?outcome=failed", "bob"],
      ["?outcome=pending", "dan"],
      ["?code=no_face", "bob"],
      ["?code=download_failed", ""],
      ["?id_prefix=c", "cid"],
    ] as const) {
      assert.equal((await list(query)).names, names, query);
    }
    const paged = async (query: string) => {
      const seen: string[] = [];
      for (let cursor = ""; ;) {
        const page = await list(`?${query}&limit=1${cursor}`);
        seen.push(page.names);
        if (page.next === null) return seen;
        cursor = `&cursor=${page.next}`;
      }
    };
    const bySimilarity = await paged("sort=-similarity");
    assert.deepEqual([bySimilarity[0], bySimilarity.toSorted()], ["ann", ["ann", "bob", "cid", "dan"]]);
    assert.deepEqual(await paged("sort=position"), ["ann", "bob", "cid", "dan"]);
    assert.deepEqual(await paged("sort=-position"), ["dan", "cid", "bob", "ann"]);
    assert.deepEqual((await list("?limit=2&cursor=1")).names, "bob,cid", "as cursors of version 0.1 were");
    const csv = await ask(`${path}?outcome=failed`, undefined, cookie, { accept: "text/csv" });
    assert.deepEqual(csv.text.split("\r\n").slice(1), ["bob,failed,,,,,,no_face,selfie_url", ""]);
    const first = await list("?sort=id&limit=1");
    assert.equal(
      (await ask(`${path}?sort=-similarity&cursor=${first.next}`, undefined, cookie)).body.error.param,
      "cursor",
    );
    const viewer = await join(cookie, "viewer@example.com", "viewer");
    assert.equal((await ask(path, undefined, viewer.cookie)).status, 403);
    const eve = await addMember(cookie, "eve@example.com");
    assert.equal((await ask(path, undefined, eve.cookie)).status, 404);
  });

  test("ids of 128 characters can be paged in every order", async (t) => {
    const { ask, cookie, make } = await start(t);
    const ids = ["a", "b"].map((end) => `${"é".repeat(127)}${end}`);
    const id = await make(...ids);
    for (const sort of ["id", "similarity", "position"]) {
      const page = async (query: string) =>
        (await ask(`GET ${base}/${id}/results?sort=${sort}&limit=1${query}`, undefined, cookie)).body.data;
      const { results, next_cursor } = await page("");
      const rest = await page(`&cursor=${next_cursor}`);
      assert.deepEqual([results[0].id, rest.results[0].id], ids, sort);
    }
  });

  test("a file and a deletion need a recent confirmation; reading and cancelling do not", async (t) => {
    const { ask, cookie, key, make, advance, join } = await start(t);
    const id = await make("x");
    const viewer = await join(cookie, "viewer@example.com", "viewer");
    advance(11 * 60_000);
    for (const accept of ["text/csv", "application/x-ndjson"]) {
      const { body } = await ask(`GET ${base}/${id}/results`, undefined, cookie, { accept });
      assert.equal(body.error.code, "confirmation_needed", accept);
    }
    assert.equal((await ask(`DELETE ${base}/${id}`, undefined, cookie)).body.error.code, "confirmation_needed");
    assert.equal((await ask(`GET ${base}/${id}/results`, undefined, cookie)).status, 200);
    const sent = (query: string) => ask(`POST ${base}?key_id=${key.id}${query}`, { items: [item("a")] }, cookie);
    const telling = await sent("&callback=https://shop.example/batches");
    assert.equal(telling.body.error.code, "confirmation_needed", "a batch that reports to another host");
    assert.equal((await sent("")).status, 202);
    for (const route of [`POST ${base}/${id}/cancel`, `DELETE ${base}/${id}`]) {
      assert.equal((await ask(route, undefined, viewer.cookie)).body.error.code, "not_allowed", route);
    }
    const elsewhere = { origin: "https://evil.example" };
    assert.equal((await ask(`POST ${base}/${id}/cancel`, {}, cookie, elsewhere)).body.error.code, "wrong_origin");
    assert.equal((await ask(`GET ${base}/${id}`, undefined, viewer.cookie)).body.data.status, "queued");
    assert.equal((await ask(`POST ${base}/${id}/cancel`, undefined, cookie)).body.data.status, "cancelled");
    const { entries } = (await ask(`GET /audit?target=${id}`, undefined, cookie)).body;
    assert.equal(entries.length, 1, "what was rejected is not noted");
  });

  test("batches are filtered and sorted", async (t) => {
    const { ask, cookie, make, advance, now, key } = await start(t);
    const small = await make("a");
    advance(1000);
    const large = await make("a", "b");
    await ask(`POST ${base}/${small}/cancel`, undefined, cookie);
    for (const [query, ids] of [
      ["", `${large},${small}`],
      ["?sort=total", `${small},${large}`],
      ["?status=queued", large],
      [`?id_prefix=${small}`, small],
      [`?key_id=${key.id}`, `${large},${small}`],
      ["?key_id=key_other", ""],
      [`?from=${new Date(now()).toISOString()}`, large],
      [`?to=${new Date(now()).toISOString()}`, small],
    ] as const) {
      const { batches } = (await ask(`GET ${base}${query}`, undefined, cookie)).body.data;
      assert.equal(batches.map((one: { id: string }) => one.id).join(), ids, query);
    }
  });
});
