import assert from "node:assert/strict";
import { test } from "node:test";
import { callerOfKey } from "../../keys/callers.ts";
import { createBatch } from "../../batches/create-batch.ts";
import { onEachStore } from "../../testing/store/each-store.ts";
import { startDashboard } from "../../testing/dashboard-harness.ts";

const item = (id: string) => ({ id, reference_urls: ["https://a.example/1"], selfie_url: "https://a.example/2" });

onEachStore("dashboard: batches", (kind) => {
  const start = async (t: Parameters<typeof startDashboard>[0]) => {
    const dashboard = await startDashboard(t, kind);
    const cookie = await dashboard.claim();
    const { body } = await dashboard.ask("POST /keys", { name: "Nightly", kind: "private" }, cookie);
    const caller = await callerOfKey(dashboard.store, body.key.id, dashboard.now());
    assert.ok(caller);
    const make = async (...ids: string[]) => {
      const asked = { items: ids.map(item), threshold: undefined, callback: undefined };
      return (await createBatch(dashboard.batches, caller, asked, async () => {})).batch.id;
    };
    return { ...dashboard, cookie, make, key: body.key };
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
    assert.deepEqual([list.body.more, list.body.keptDays], [false, 30]);
    assert.equal((await ask("GET /batches?limit=1", undefined, cookie)).body.more, true);

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
    assert.deepEqual(actions, ["batch_deleted", "batch_exported", "batch_cancelled"], "each once, whoever asked twice");
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
});
