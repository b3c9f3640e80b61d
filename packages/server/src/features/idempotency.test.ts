import assert from "node:assert/strict";
import { test } from "node:test";
import type { TestContext } from "node:test";
import { freshStore, onEachStore } from "@selfsame/platform/testing/store/each-store";
import { prepareFirstStart } from "../accounts/people/first-start.ts";
import { claimKey, fingerprintOf, releaseKey, storeAnswer, KeyTakenOver } from "./idempotency.ts";

test("what is asked is told apart, also where the parts put together are the same", () => {
  assert.equal(fingerprintOf("a", "bc"), fingerprintOf("a", Buffer.from("bc")));
  assert.notEqual(fingerprintOf("a", "bc"), fingerprintOf("ab", "c"));
  assert.notEqual(fingerprintOf("abc"), fingerprintOf("abc", ""));
});

onEachStore("idempotency keys", (kind) => {
  const start = async (t: TestContext) => {
    const store = await freshStore(t, kind);
    await prepareFirstStart(store);
    const { id } = await store.db.selectFrom("accounts").select("id").executeTakeFirstOrThrow();
    const claim = (nowMs: number, fingerprint = "f") => claimKey(store, id, "k", fingerprint, nowMs);
    const hold = async (nowMs: number, fingerprint = "f") => {
      const claimed = await claim(nowMs, fingerprint);
      assert.ok(claimed.outcome === "new", claimed.outcome);
      return claimed.held;
    };
    return { store, claim, hold };
  };

  test("one request gets the key; it answers the same for a day, and a dead one is taken over", async (t) => {
    const { store, claim, hold } = await start(t);
    await hold(0);
    assert.deepEqual(await claim(1000), { outcome: "in_progress" });
    assert.deepEqual(await claim(1000, "other"), { outcome: "conflict" });
    await releaseKey(store, await hold(121_000));
    const held = await hold(122_000);
    await storeAnswer(store.db, held, { made: 1 });
    await releaseKey(store, held);
    assert.deepEqual(await claim(3600_000), { outcome: "again", answer: { made: 1 } });
    await hold(25 * 3600_000, "other");
  });

  test("of a request that is alive after all and the one that took its key over, only the latter makes something", async (t) => {
    const { store, claim, hold } = await start(t);
    const slow = await hold(0);
    // On another node, whose clock is three minutes ahead.
    const other = await hold(180_000);
    await assert.rejects(storeAnswer(store.db, slow, { made: 1 }), KeyTakenOver);
    await releaseKey(store, slow);
    assert.deepEqual(await claim(181_000), { outcome: "in_progress" });
    await storeAnswer(store.db, other, { made: 2 });
    assert.deepEqual(await claim(182_000), { outcome: "again", answer: { made: 2 } });
  });

  test("who kept its answer at the last moment is not taken over", async (t) => {
    const { store, claim, hold } = await start(t);
    const held = await hold(0);
    // Stores the answer after the row is read and before the key is taken over.
    const db = store.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        if (result.rows.length > 0) await storeAnswer(store.db, held, { made: 1 });
        return result;
      },
    });
    assert.deepEqual(await claimKey({ ...store, db }, held.accountId, "k", "f", 121_000), { outcome: "in_progress" });
    assert.deepEqual(await claim(122_000), { outcome: "again", answer: { made: 1 } });
  });
});
