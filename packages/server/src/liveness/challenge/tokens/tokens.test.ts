import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test, type TestContext } from "node:test";
import * as fc from "fast-check";
import { createSeal } from "@selfsame/platform/secrets/seal";
import type { StoreKind } from "@selfsame/platform/store/migrate";
import { freshStore, onEachStore } from "@selfsame/platform/testing/store/each-store";
import { average } from "@selfsame/photo/verify/frames-face";
import { createSigningKeys, rotateSigningKey, tokenLifeMs } from "./signing-keys.ts";
import { type ChallengeTokens, createChallengeTokens } from "./tokens.ts";
import { createUsedTokens } from "./used-tokens.ts";

const selfie = Buffer.from("a selfie");
const face = average([Float32Array.from([0.6, -0.8, 0]), Float32Array.from([0, -1, 0])]);

async function start(t: TestContext, kind: StoreKind) {
  const store = await freshStore(t, kind);
  const clock = { nowMs: 1_000_000 };
  const now = () => clock.nowMs;
  const seal = createSeal(randomBytes(32));
  const node = (its = seal, model = "a model") =>
    createChallengeTokens({ keys: createSigningKeys(store, its, now), used: createUsedTokens(store), model, now });
  return { store, seal, clock, tokens: node(), node };
}

const give = (tokens: ChallengeTokens, nonce?: string) =>
  tokens.give({ accountId: "acc_1", selfie, face, nonce, mode: "stepwise" });
const find = (
  tokens: ChallengeTokens,
  token: string,
  of: { accountId?: string; selfie?: Buffer; nonce?: string } = {},
) => tokens.check(token, { accountId: "acc_1", selfie, ...of });

onEachStore("challenge tokens", (kind) => {
  test("a token is good for its account and its selfie, for ten minutes, on every node", async (t) => {
    const { tokens, node, clock } = await start(t, kind);
    const token = await give(tokens);
    assert.ok(await find(tokens, token));
    assert.ok(await find(node(), token));
    assert.equal(await find(tokens, token, { accountId: "acc_2" }), undefined);
    assert.equal(await find(tokens, token, { selfie: Buffer.from("another selfie") }), undefined);
    clock.nowMs += tokenLifeMs - 1;
    assert.ok(await find(tokens, token));
    clock.nowMs += 1;
    assert.equal(await find(tokens, token), undefined);
  });

  test("a token says how its challenge was performed", async (t) => {
    const { tokens } = await start(t, kind);
    for (const mode of ["stepwise", "all_at_once"] as const) {
      const token = await tokens.give({ accountId: "acc_1", selfie, face, mode });
      assert.deepEqual((await find(tokens, token))?.details, { mode, frames: face.frames });
    }
  });

  test("a token is taken once, on whatever node, however many try at once", async (t) => {
    const { tokens, node } = await start(t, kind);
    const token = await give(tokens);
    const good = await Promise.all([tokens, node(), node(), node()].map((each) => find(each, token)));
    const taken = await Promise.all(good.map(async (each) => each?.take()));
    assert.equal(taken.filter((mine) => mine === true).length, 1);
    for (const each of [tokens, node()]) assert.equal(await find(each, token), undefined);
  });

  test("nodes that start together sign with one key", async (t) => {
    const { store, node } = await start(t, kind);
    await Promise.all(Array.from({ length: 5 }, () => give(node())));
    assert.equal((await store.db.selectFrom("challenge_keys").select("id").execute()).length, 1);
  });

  test("the signing key is sealed in the database: a copy of it signs nothing", async (t) => {
    const { store, tokens, node } = await start(t, kind);
    const token = await give(tokens);
    const { secret } = await store.db.selectFrom("challenge_keys").select("secret").executeTakeFirstOrThrow();
    assert.match(secret, /^v1\./);
    const thief = node(createSeal(randomBytes(32)));
    assert.equal(await find(thief, token), undefined);
    // With another secret key, a new signing key is made.
    const after = await give(thief);
    assert.ok(await find(thief, after));
    assert.equal(await find(node(), after), undefined);
  });

  test("after a rotation the new key signs, and tokens of the old one live on", async (t) => {
    const { store, seal, tokens, clock } = await start(t, kind);
    const before = await give(tokens);
    clock.nowMs += 1000;
    await rotateSigningKey(store, seal, clock.nowMs);
    clock.nowMs += 11_000;
    assert.ok(await find(tokens, before));
    const after = await give(tokens);
    const keyOf = (token: string) => JSON.parse(Buffer.from(token.split(".")[0] ?? "", "base64url").toString()).k;
    assert.notEqual(keyOf(after), keyOf(before));
    assert.ok(await find(tokens, after));
  });

  test("a token signed with a leaked key is refused", async (t) => {
    const { store, seal, tokens, clock, node } = await start(t, kind);
    const token = await give(tokens);
    await rotateSigningKey(store, seal, clock.nowMs, true);
    assert.equal(await find(node(), token), undefined);
    clock.nowMs += 10_000;
    assert.equal(await find(tokens, token), undefined);
  });
});

test("a token bound to a nonce is good with it alone, and one without is good for none", async (t) => {
  const { tokens } = await start(t, "sqlite");
  const bound = await give(tokens, "visit-7");
  assert.ok(await find(tokens, bound, { nonce: "visit-7" }));
  assert.equal(await find(tokens, bound, { nonce: "visit-8" }), undefined);
  assert.equal(await find(tokens, bound), undefined);
  assert.equal(await find(tokens, await give(tokens), { nonce: "visit-7" }), undefined);
});

test("the face of the frames comes through, and is of one model", async (t) => {
  const { tokens, node, seal } = await start(t, "sqlite");
  const token = await give(tokens);
  const good = await find(tokens, token);
  assert.equal(good?.face.frames, 2);
  for (const [i, value] of face.sum.entries()) assert.ok(Math.abs(value - (good?.face.sum[i] ?? 9)) < 0.01);
  assert.equal(await find(node(seal, "another model"), token), undefined);
});

test("no other spelling of a token is good", async (t) => {
  const { tokens } = await start(t, "sqlite");
  const token = await give(tokens);
  const [claims = "", version = "", sealed = "", signature = ""] = token.split(".");
  for (const other of ["=", " ", "!", "\n", "A", ".", "%3D"]) {
    assert.equal(await find(tokens, token + other), undefined, JSON.stringify(other));
    assert.equal(await find(tokens, other + token), undefined, JSON.stringify(other));
    assert.equal(await find(tokens, `${claims}${other}.${version}.${sealed}.${signature}`), undefined);
    assert.equal(await find(tokens, `${claims}.${version}.${sealed}${other}.${signature}`), undefined);
  }
  // Replaces any character, including those whose last bits decode to nothing.
  const changed = fc.tuple(fc.nat(token.length - 1), fc.constantFrom(...Array.from("AQgwz09_-.+/=")));
  await fc.assert(
    fc.asyncProperty(changed, async ([at, character]) => {
      fc.pre(token[at] !== character);
      assert.equal(await find(tokens, token.slice(0, at) + character + token.slice(at + 1)), undefined);
    }),
  );
  for (const character of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_") {
    if (!token.endsWith(character)) assert.equal(await find(tokens, token.slice(0, -1) + character), undefined);
  }
  for (const text of ["", ".", "..", "a.b", "x".repeat(5000)]) assert.equal(await find(tokens, text), undefined);
});
