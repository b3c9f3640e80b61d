import assert from "node:assert/strict";
import { test } from "node:test";
import type { TestContext } from "node:test";
import { freshStore, onEachStore } from "@selfsame/platform/testing/store/each-store";
import type { StoreKind } from "@selfsame/platform/store/migrate";
import { createAccess } from "./create-access.ts";
import { prepareFirstStart } from "./accounts/people/first-start.ts";
import { isWellFormed } from "./accounts/keys/format.ts";

async function started(t: TestContext, kind: StoreKind, givenKey?: string) {
  const store = await freshStore(t, kind);
  const first = await prepareFirstStart(store, givenKey);
  const access = createAccess({ store });
  t.after(() => access.stop());
  return { store, access, ...first };
}

onEachStore("access", (kind) => {
  test("the first start makes a key that opens, and a setup link; the second makes no key", async (t) => {
    const { store, access, apiKey = "", setupPath } = await started(t, kind);
    assert.ok(isWellFormed(apiKey));
    assert.match(setupPath ?? "", /^\/#\/setup\/[\w-]{43}$/);
    const found = await access.identify(`Bearer ${apiKey}`);
    assert.equal(found.outcome, "known");
    assert.equal(found.outcome === "known" && found.caller.kind, "private");

    const second = await prepareFirstStart(store);
    assert.equal(second.apiKey, undefined);
    assert.notEqual(second.setupPath, undefined, "nobody has claimed the account yet");
  });

  test("processes that start together make one account and one key", async (t) => {
    const store = await freshStore(t, kind);
    const starts = await Promise.all([1, 2, 3].map(() => prepareFirstStart(store)));
    assert.equal(starts.filter(({ apiKey }) => apiKey).length, 1);
  });

  test("the key can be given", async (t) => {
    const { access, apiKey } = await started(t, kind, "given-key-of-a-test");
    assert.equal(apiKey, "given-key-of-a-test");
    assert.equal((await access.identify("bearer given-key-of-a-test")).outcome, "known");
  });

  test("a missing key and an unknown key are told apart, and nothing else is", async (t) => {
    const { access, apiKey } = await started(t, kind);
    for (const header of [undefined, "", "Basic abc", "Bearer", "Bearer "]) {
      assert.deepEqual(await access.identify(header), { outcome: "missing_key" }, header);
    }
    for (const key of [`${apiKey}x`, apiKey?.slice(0, -1), "x", "x".repeat(10_000), "a b", "'; DROP TABLE accounts"]) {
      assert.deepEqual(await access.identify(`Bearer ${key}`), { outcome: "invalid_key" }, key);
    }
  });

  test("usage is in the store once record has resolved", async (t) => {
    const { store, access, apiKey } = await started(t, kind);
    const found = await access.identify(`Bearer ${apiKey}`);
    assert.ok(found.outcome === "known");
    const usage = { caller: found.caller, endpoint: "v2.verify", outcome: "match", durationMs: 12.4 };
    await Promise.all(Array.from({ length: 50 }, () => access.record(usage)));
    const rows = await store.db.selectFrom("usage").select(["endpoint", "outcome", "count", "duration_ms"]).execute();
    assert.deepEqual(JSON.parse(JSON.stringify(rows)), [
      { endpoint: "v2.verify", outcome: "match", count: 50, duration_ms: 600 },
    ]);
    const key = await store.db.selectFrom("api_keys").select("last_used_day").executeTakeFirstOrThrow();
    assert.equal(key.last_used_day, new Date().toISOString().slice(0, 10));
  });
});
