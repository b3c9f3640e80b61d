import assert from "node:assert/strict";
import { test } from "node:test";
import type { TestContext } from "node:test";
import { freshStore, noPostgres, onEachStore } from "@selfsame/platform/testing/store/each-store";
import type { StoreKind } from "@selfsame/platform/store/migrate";
import type { Store } from "@selfsame/platform/store/store";
import { commandLine } from "@selfsame/platform/audit/audit";
import { createCallers } from "./callers.ts";
import { prepareFirstStart } from "../people/first-start.ts";
import { makeKey } from "./format.ts";
import { revokeKey } from "./changes.ts";
import { insertKey, listKeys } from "./keys.ts";

async function start(t: TestContext, kind: StoreKind) {
  const store = await freshStore(t, kind);
  let nowMs = Date.UTC(2026, 10, 21);
  const now = () => nowMs;
  const { apiKey = "" } = await prepareFirstStart(store, undefined, now);
  const { id: accountId } = await store.db.selectFrom("accounts").select("id").executeTakeFirstOrThrow();
  return { store, now, apiKey, accountId, advance: (ms: number) => (nowMs += ms) };
}

onEachStore("callers", (kind) => {
  test("guessing reveals nothing: near misses, expired, revoked and closed keys are all just unknown", async (t) => {
    const { store, now, apiKey, accountId, advance } = await start(t, kind);
    const callers = createCallers(store, now);
    const keys = { store, now, changed: () => callers.forget() };
    const expiring = await insertKey(
      store.db,
      accountId,
      { name: "x", kind: "private", expiresAtMs: now() + 1 },
      now(),
    );
    const revoked = await insertKey(store.db, accountId, { name: "x", kind: "private" }, now());
    await revokeKey(keys, commandLine, accountId, revoked.key.id);
    advance(1);
    const guesses = [
      makeKey("private"),
      makeKey("public"),
      `${apiKey.slice(0, -1)}${apiKey.endsWith("0") ? "1" : "0"}`,
      apiKey.slice(0, -1),
      `${apiKey}0`,
      apiKey.toLowerCase(),
      apiKey.replace("ss_sk_", "ss_pk_"),
      "%",
      "' OR 1=1 --",
      "\u0000",
      "x".repeat(100_000),
    ];
    for (const guess of guesses) assert.equal(await callers.find(guess), undefined, guess.slice(0, 60));
    assert.notEqual(await callers.find(apiKey), undefined);
    const why = async (key: string) => {
      const found = await callers.find(key);
      return found && "why" in found ? found.why : found;
    };
    assert.deepEqual([await why(expiring.secret), await why(revoked.secret)], ["expired", "revoked"]);

    await store.db.updateTable("accounts").set({ closed_at_ms: now() }).execute();
    callers.forget();
    assert.equal(await why(apiKey), "closed");
  });

  test("neither the key nor a part that would help is in the store", async (t) => {
    const { store, now, apiKey, accountId } = await start(t, kind);
    const row = await store.db.selectFrom("api_keys").selectAll().executeTakeFirstOrThrow();
    const [listed] = await listKeys({ store, now, changed: () => {} }, accountId);
    const random = apiKey.slice(6, -4);
    assert.ok(!JSON.stringify([row, listed]).includes(random.slice(0, 8)));
    assert.equal(listed?.display, `ss_sk_...${apiKey.slice(-4)}`);
  });
});

test("a lookup during which the key is revoked is not cached", { skip: noPostgres }, async (t) => {
  const { store, now, apiKey, accountId } = await start(t, "postgres");
  // Delays the result of the lookup until the key is revoked, as a slow network would.
  const answered = Promise.withResolvers<void>();
  const revoked = Promise.withResolvers<void>();
  const slow: Store = {
    ...store,
    run: async (work) => {
      const answer = await work();
      answered.resolve();
      await revoked.promise;
      return answer;
    },
  };
  const callers = createCallers(slow, now);
  const early = callers.find(apiKey);
  await answered.promise;
  const [key] = await listKeys({ store, now, changed: () => {} }, accountId);
  await revokeKey({ store, now, changed: () => callers.forget() }, commandLine, accountId, key?.id ?? "");
  revoked.resolve();
  assert.ok("caller" in ((await early) ?? {}), "this one came before");
  assert.ok("why" in ((await callers.find(apiKey)) ?? {}));
});

test("made-up keys cost one question in 5 seconds, and a key that was given opens", { skip: noPostgres }, async (t) => {
  const { store, now, accountId, advance } = await start(t, "postgres");
  await insertKey(store.db, accountId, { name: "given", kind: "private" }, now(), "a key of the operator's");
  let lookups = 0;
  const counted: Store = { ...store, run: (work) => (lookups++, work()) };
  const callers = createCallers(counted, now);
  for (let i = 0; i < 50; i++) assert.equal(await callers.find(`ss_sk_${"0".repeat(32)}${100_000 + i}`), undefined);
  assert.equal(lookups, 1);
  assert.notEqual(await callers.find("a key of the operator's"), undefined);
  assert.equal(lookups, 2);

  const unknown = makeKey("private");
  for (let i = 0; i < 50; i++) assert.equal(await callers.find(unknown), undefined);
  assert.equal(lookups, 3, "a key that was not found is not looked up again");
  advance(5000);
  await callers.find(unknown);
  assert.equal(lookups, 4);
});

test(
  "a key revoked elsewhere is refused even where the clock was set back by an hour",
  { skip: noPostgres },
  async (t) => {
    const { store, now, apiKey, accountId, advance } = await start(t, "postgres");
    const callers = createCallers(store, now);
    assert.ok(await callers.find(apiKey));
    const [key] = await listKeys({ store, now, changed: () => {} }, accountId);
    advance(-3600_000);
    await revokeKey({ store, now, changed: () => {} }, commandLine, accountId, key?.id ?? "");
    assert.ok("why" in ((await callers.find(apiKey)) ?? {}));
  },
);

test("many requests with one key are one look-up, and none for 5 seconds after", { skip: noPostgres }, async (t) => {
  const { store, now, apiKey, advance } = await start(t, "postgres");
  let lookups = 0;
  const counted: Store = { ...store, run: (work) => (lookups++, work()) };
  const callers = createCallers(counted, now);
  await Promise.all(Array.from({ length: 50 }, () => callers.find(apiKey)));
  advance(4999);
  await callers.find(apiKey);
  assert.equal(lookups, 1);
  advance(1);
  await callers.find(apiKey);
  assert.equal(lookups, 2);
});
