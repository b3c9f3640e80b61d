import assert from "node:assert/strict";
import { test } from "node:test";
import { freshStore, onEachStore } from "../testing/store/each-store.ts";
import { prepareFirstStart } from "./first-start.ts";
import { claimKey, fingerprintOf, giveKeyBack, keepAnswer } from "./idempotency.ts";

test("what is asked is told apart, also where the parts put together are the same", () => {
  assert.equal(fingerprintOf("a", "bc"), fingerprintOf("a", Buffer.from("bc")));
  assert.notEqual(fingerprintOf("a", "bc"), fingerprintOf("ab", "c"));
  assert.notEqual(fingerprintOf("abc"), fingerprintOf("abc", ""));
});

onEachStore("idempotency keys", (kind) => {
  test("one request gets the key; it answers the same for a day, and a dead one is taken over", async (t) => {
    const store = await freshStore(t, kind);
    await prepareFirstStart(store);
    const { id } = await store.db.selectFrom("accounts").select("id").executeTakeFirstOrThrow();
    const claim = (nowMs: number, fingerprint = "f") => claimKey(store, id, "k", fingerprint, nowMs);
    assert.deepEqual(await claim(0), { outcome: "new" });
    assert.deepEqual(await claim(1000), { outcome: "in_progress" });
    assert.deepEqual(await claim(1000, "other"), { outcome: "conflict" });
    assert.deepEqual(await claim(121_000), { outcome: "new" }, "its node died");
    await giveKeyBack(store, id, "k");
    assert.deepEqual(await claim(122_000), { outcome: "new" });
    await keepAnswer(store.db, id, "k", { made: 1 });
    await giveKeyBack(store, id, "k");
    assert.deepEqual(await claim(3600_000), { outcome: "again", answer: { made: 1 } });
    assert.deepEqual(await claim(25 * 3600_000, "other"), { outcome: "new" }, "after a day the key is free");
  });
});
