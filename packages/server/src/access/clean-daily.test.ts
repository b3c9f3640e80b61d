import assert from "node:assert/strict";
import { test } from "node:test";
import { freshStore, onEachStore } from "../store/each-store.ts";
import { note, commandLine } from "./audit.ts";
import { cleanStore } from "./clean-daily.ts";
import { prepareFirstStart } from "./first-start.ts";
import { startSession } from "./sessions.ts";

const dayMs = 24 * 3600_000;

onEachStore("cleaning", (kind) => {
  test("what has ended goes, the rest stays", async (t) => {
    const store = await freshStore(t, kind);
    const { db } = store;
    const nowMs = Date.UTC(2026, 10, 21);
    await prepareFirstStart(store, undefined, () => nowMs);
    const { id } = await db.selectFrom("accounts").select("id").executeTakeFirstOrThrow();
    for (const agoMs of [0, dayMs]) {
      await startSession(db, id, { address: "", userAgent: String(agoMs) }, nowMs - agoMs);
      await note(db, nowMs - agoMs * 400, commandLine, "sign_in", id);
      await db
        .insertInto("usage_batches")
        .values({ id: `${agoMs}`, written_at_ms: nowMs - agoMs * 40 })
        .execute();
    }
    const counts = async () =>
      Promise.all(
        (["links", "sessions", "audit", "usage_batches", "api_keys", "accounts"] as const).map(
          async (table) => (await db.selectFrom(table).selectAll().execute()).length,
        ),
      );
    assert.deepEqual(await counts(), [1, 2, 2, 2, 1, 1]);
    await cleanStore(store, nowMs);
    assert.deepEqual(await counts(), [1, 1, 1, 1, 1, 1]);
    await cleanStore(store, nowMs + dayMs);
    assert.deepEqual(await counts(), [0, 0, 1, 1, 1, 1], "the setup link has expired");
  });
});
