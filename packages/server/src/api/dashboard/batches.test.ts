import assert from "node:assert/strict";
import { test } from "node:test";
import { callerOfKey } from "../../accounts/keys/callers.ts";
import { createBatch } from "../../features/batches/create-batch.ts";
import { onEachStore } from "../../../testing/store/each-store.ts";
import { startDashboard } from "../../../testing/dashboard-harness.ts";
import { lineTypes } from "../v3/batch-body.ts";

const item = (id: string) => ({ id, reference_urls: ["https://a.example/1"], selfie_url: "https://a.example/2" });

onEachStore("dashboard: batches", (kind) => {
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
    const list = await ask("GET /batches", undefined, cookie);
    assert.deepEqual(
      list.body.batches.map(({ id, keyName, total }: Record<string, unknown>) => [id, keyName, total]),
      [
        [second, "Nightly", 1],
        [first, "Nightly", 2],
      ],
    );
    assert.deepEqual([list.body.next, list.body.keptDays], [null, 30]);
    const one = await ask("GET /batches?limit=1", undefined, cookie);
    const rest = await ask(`GET /batches?limit=1&cursor=${one.body.next}`, undefined, cookie);
    assert.deepEqual([rest.body.batches[0].id, rest.body.next], [first, null]);

    const cancelled = await ask(`POST /batches/${first}/cancel`, undefined, cookie);
    const { status, cancelReason, endedAtMs } = cancelled.body.batch;
    assert.deepEqual([status, cancelReason, endedAtMs], ["cancelled", "asked", now()]);
    const twice = await ask(`POST /batches/${first}/cancel`, undefined, cookie);
    assert.deepEqual([twice.status, twice.body.error.code], [409, "batch_over"]);

    const csv = await ask(`GET /batches/${first}/results.csv`, undefined, cookie);
    assert.equal(csv.headers["content-disposition"], `attachment; filename="${first}.csv"`);
    assert.deepEqual(csv.text.split("\r\n").slice(1), ["'=1+1,pending,,,,,,,", '"two ""quoted""",pending,,,,,,,', ""]);
    assert.equal((await ask(`DELETE /batches/${first}`, undefined, cookie)).status, 204);
    assert.equal((await ask(`GET /batches/${first}/results.csv`, undefined, cookie)).status, 404);
    assert.equal((await ask("GET /batches", undefined, cookie)).body.batches.length, 1);
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
    for (const request of [`POST /batches/${id}/cancel`, `GET /batches/${id}/results.csv`, `DELETE /batches/${id}`]) {
      assert.equal((await ask(request, undefined, eve.cookie)).status, 404, request);
    }
    assert.deepEqual((await ask("GET /batches", undefined, eve.cookie)).body.batches, []);
    assert.equal((await ask("GET /batches", undefined, cookie)).body.batches[0].status, "queued");
  });

  test("a batch is made from lines with a key of the team; what is wrong names its line", async (t) => {
    const { ask, cookie, key, join, addMember } = await start(t);
    const lines = { "content-type": "application/x-ndjson" };
    const send = (text: string, as = cookie, keyId = key.id) =>
      ask(`POST /batches?keyId=${keyId}&threshold=0.8`, text, as, lines);
    const made = await send(`${JSON.stringify(item("a"))}\n${JSON.stringify(item("b"))}`);
    assert.deepEqual([made.status, made.body.batch.total, made.body.batch.keyName], [201, 2, "Nightly"]);
    const one = await ask(`GET /batches/${made.body.batch.id}`, undefined, cookie);
    assert.equal(one.body.batch.status, "queued");
    const wrong = await send(`${JSON.stringify(item("a"))}\n${JSON.stringify(item("a"))}`);
    assert.deepEqual(
      [wrong.status, wrong.body.error.code, wrong.body.error.field],
      [400, "invalid_batch", "line 2 id"],
    );
    for (const type of lineTypes) {
      const sent = await ask(`POST /batches?keyId=${key.id}`, JSON.stringify(item("a")), cookie, {
        "content-type": type,
      });
      assert.equal(sent.status, 201, type);
    }
    const none = await send("");
    assert.deepEqual([none.status, none.body.error.code], [400, "invalid_batch"]);
    assert.equal((await send(JSON.stringify(item("a")), cookie, "key_x")).status, 404);
    assert.equal((await ask(`POST /batches?keyId=${key.id}`, { items: [item("a")] }, cookie)).status, 400, "no lines");
    const ofTests = (await ask("POST /api/v3/keys", { name: "CI", kind: "test" }, cookie)).body.data;
    assert.equal((await send(JSON.stringify(item("a")), cookie, ofTests.id)).body.error.code, "key_not_for_batches");
    const viewer = await join(cookie, "viewer@example.com", "viewer");
    assert.equal((await send(JSON.stringify(item("a")), viewer.cookie)).body.error.code, "not_allowed");
    const eve = await addMember(cookie, "eve@example.com");
    assert.equal((await send(JSON.stringify(item("a")), eve.cookie)).status, 404, "a key of another team");
    const { entries } = (await ask("GET /audit?action=batch_created", undefined, cookie)).body;
    assert.equal(entries.length, 1 + lineTypes.length);
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
    const path = `GET /batches/${id}/items`;
    const list = async (query: string) => {
      const { body } = await ask(`${path}${query}`, undefined, cookie);
      return { names: body.items.map((one: { id: string }) => one.id).join(), next: body.next };
    };
    for (const [query, names] of [
      ["", "ann,bob,cid,dan"],
      ["?sort=-item", "dan,cid,bob,ann"],
      ["?sort=-similarity&limit=1", "ann"],
      ["?outcome=match", "ann"],
      ["?outcome=no_match", "cid"],
      ["?outcome=failed", "bob"],
      ["?outcome=pending", "dan"],
      ["?code=no_face", "bob"],
      ["?code=download_failed", ""],
      ["?item=c", "cid"],
    ] as const) {
      assert.equal((await list(query)).names, names, query);
    }
    const seen: string[] = [];
    for (let cursor = ""; ;) {
      const page = await list(`?sort=-similarity&limit=1${cursor}`);
      seen.push(page.names);
      if (page.next === null) break;
      cursor = `&cursor=${page.next}`;
    }
    assert.deepEqual([seen[0], seen.toSorted()], ["ann", ["ann", "bob", "cid", "dan"]]);
    const first = await list("?sort=item&limit=1");
    assert.equal(
      (await ask(`${path}?sort=-similarity&cursor=${first.next}`, undefined, cookie)).body.error.field,
      "cursor",
    );
    const viewer = await join(cookie, "viewer@example.com", "viewer");
    assert.equal((await ask(path, undefined, viewer.cookie)).status, 403);
    const eve = await addMember(cookie, "eve@example.com");
    assert.equal((await ask(path, undefined, eve.cookie)).status, 404);
  });
});
