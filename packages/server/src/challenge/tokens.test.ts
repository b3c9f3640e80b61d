import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import * as fc from "fast-check";
import { freshStore, onEachStore } from "../store/each-store.ts";
import type { StoreKind } from "../store/migrate.ts";
import { createSigningKeys, rotateSigningKey, tokenLifeMs } from "./signing-keys.ts";
import { createChallengeTokens } from "./tokens.ts";

const selfie = Buffer.from("a selfie");

async function start(t: TestContext, kind: StoreKind) {
  const store = await freshStore(t, kind);
  const clock = { nowMs: 1_000_000 };
  const node = () =>
    createChallengeTokens(
      createSigningKeys(store, () => clock.nowMs),
      () => clock.nowMs,
    );
  return { store, clock, tokens: node(), node };
}

onEachStore("challenge tokens", (kind) => {
  test("a token is good for its account and its selfie, for ten minutes, on every node", async (t) => {
    const { tokens, node, clock } = await start(t, kind);
    const token = await tokens.give("acc_1", selfie);
    assert.ok(await tokens.check(token, "acc_1", selfie));
    assert.ok(await node().check(token, "acc_1", selfie));
    assert.equal(await tokens.check(token, "acc_2", selfie), false);
    assert.equal(await tokens.check(token, "acc_1", Buffer.from("another selfie")), false);
    clock.nowMs += tokenLifeMs - 1;
    assert.ok(await tokens.check(token, "acc_1", selfie));
    clock.nowMs += 1;
    assert.equal(await tokens.check(token, "acc_1", selfie), false);
  });

  test("nodes that start together sign with one key", async (t) => {
    const { store, node } = await start(t, kind);
    await Promise.all(Array.from({ length: 5 }, () => node().give("acc_1", selfie)));
    assert.equal((await store.db.selectFrom("challenge_keys").select("id").execute()).length, 1);
  });

  test("after a rotation the new key signs, and tokens of the old one live on", async (t) => {
    const { store, tokens, clock } = await start(t, kind);
    const before = await tokens.give("acc_1", selfie);
    clock.nowMs += 1000;
    await rotateSigningKey(store, clock.nowMs);
    clock.nowMs += 11_000;
    assert.ok(await tokens.check(before, "acc_1", selfie));
    const after = await tokens.give("acc_1", selfie);
    const keyOf = (token: string) => JSON.parse(Buffer.from(token.split(".")[0] ?? "", "base64url").toString()).k;
    assert.notEqual(keyOf(after), keyOf(before));
    assert.ok(await tokens.check(after, "acc_1", selfie));
  });

  test("a token signed with a leaked key is refused", async (t) => {
    const { store, tokens, clock, node } = await start(t, kind);
    const token = await tokens.give("acc_1", selfie);
    await rotateSigningKey(store, clock.nowMs, true);
    assert.equal(await node().check(token, "acc_1", selfie), false);
    clock.nowMs += 10_000;
    assert.equal(await tokens.check(token, "acc_1", selfie), false);
  });
});

test("no token that was tampered with is good", async (t) => {
  const { tokens } = await start(t, "sqlite");
  const token = await tokens.give("acc_1", selfie);
  const changed = fc.tuple(fc.nat(token.length - 1), fc.constantFrom("A", "z", "0", "_", "."));
  await fc.assert(
    fc.asyncProperty(changed, async ([at, character]) => {
      // The last character of base64url holds bits that do not count.
      fc.pre(token[at] !== character && at !== token.length - 1 && at !== token.indexOf(".") - 1);
      assert.equal(await tokens.check(token.slice(0, at) + character + token.slice(at + 1), "acc_1", selfie), false);
    }),
  );
  for (const text of ["", ".", "..", "a.b", `${token}.`, `${token}a`, "x".repeat(5000)]) {
    assert.equal(await tokens.check(text, "acc_1", selfie), false, text.slice(0, 20));
  }
});
