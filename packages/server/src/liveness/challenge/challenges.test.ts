import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test, type TestContext } from "node:test";
import { type Step, steps } from "@selfsame/face/assess/gestures";
import { readManifest } from "@selfsame/photo/models/manifest";
import { createSeal } from "@selfsame/platform/secrets/seal";
import type { StoreKind } from "@selfsame/platform/store/migrate";
import { freshStore, onEachStore } from "@selfsame/platform/testing/store/each-store";
import { scriptedComparison, scriptedEngine } from "@selfsame/photo/testing/engine/scripted-engine";
import { createChallenges } from "./challenges.ts";
import { heldMs, unpassedMax } from "./draw.ts";
import { challengeLifeMs } from "./ledger.ts";

async function start(t: TestContext, kind: StoreKind, openMax?: number) {
  const store = await freshStore(t, kind);
  const account = { id: "acc_1", plan: "unlimited", created_at_ms: 1 } as const;
  await store.db.insertInto("accounts").values(account).execute();
  const clock = { nowMs: 7 * heldMs };
  const deps = {
    store,
    seal: createSeal(randomBytes(32)),
    engine: scriptedEngine(),
    comparison: scriptedComparison,
    manifest: readManifest(),
    now: () => clock.nowMs,
    ...(openMax && { openMax }),
  };
  const nodes = [createChallenges(deps), createChallenges(deps)] as const;
  const ask = (requester: string, keyId?: string, node = nodes[0]) =>
    node.start({ accountId: account.id, requester, keyId });
  const draw = async (requester: string, avoid: readonly Step[] = [], node = nodes[0]) => {
    const started = await node.start({ accountId: account.id, requester, avoid });
    return started.outcome === "opened" ? started.challenge : undefined;
  };
  return { store, account, clock, nodes, ask, draw };
}

onEachStore("draws of challenges", (kind) => {
  test("drawing again gives the same steps, on whatever node, and others to others and later", async (t) => {
    const { clock, nodes, draw } = await start(t, kind);
    const drawn = async (requester: string) => {
      const [one, other] = await Promise.all(nodes.map((node) => draw(requester, [], node)));
      assert.deepEqual(one?.steps, other?.steps);
      return JSON.stringify(one?.steps);
    };
    const first = await drawn("network:198.51.100.7");
    clock.nowMs += heldMs - 1;
    assert.equal(await drawn("network:198.51.100.7"), first);
    const others = new Set<string | undefined>();
    for (let i = 0; i < 20; i++) others.add(await drawn(`session:${i}`));
    assert.ok(others.size > 5);
    const later = new Set<string | undefined>();
    for (let i = 0; i < 20; i++) {
      // Long enough for challenges left before to be forgotten.
      clock.nowMs += 6 * heldMs;
      later.add(await drawn("network:198.51.100.7"));
    }
    assert.ok(later.size > 5);
  });

  test("leaving challenges adds steps and in the end a pause for that requester only; passing does not", async (t) => {
    const { store, clock, draw } = await start(t, kind);
    const countFor = async (requester: string, avoid: readonly Step[] = []) =>
      (await draw(requester, avoid))?.steps.length;
    const counts: (number | undefined)[] = [];
    for (let i = 0; i < 12; i++) counts.push(await countFor("network:198.51.100.7"));
    assert.deepEqual(counts, [3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 5, 5]);
    assert.equal(
      await countFor("network:198.51.100.7", ["blink", "smile"]),
      Math.min(5, steps.length - 2),
      "there are no more",
    );
    assert.equal(await countFor("network:198.51.100.8"), 3);

    for (let left = 13; left < unpassedMax; left++) assert.ok(await draw("network:198.51.100.7"));
    assert.equal(await draw("network:198.51.100.7"), undefined);
    assert.equal(await countFor("network:198.51.100.8"), 3);

    await store.db.updateTable("challenges").set({ completed_at_ms: clock.nowMs }).execute();
    assert.equal(await countFor("network:198.51.100.7"), 3);
  });

  test("a key has a limited number of open challenges for all requesters; a passed, used or expired one makes room", async (t) => {
    const { store, clock, nodes, ask } = await start(t, kind, 3);
    let asked = 0;
    const outcome = async (keyId?: string) => (await ask(`network:${asked++}`, keyId, nodes[asked % 2])).outcome;
    const first = await ask("network:first", "key_1");
    assert.ok(first.outcome === "opened");
    assert.deepEqual([await outcome("key_1"), await outcome("key_1")], ["opened", "opened"]);
    assert.equal(await outcome("key_1"), "too_many_open");
    assert.deepEqual([await outcome("key_2"), await outcome()], ["opened", "opened"], "another key, and a session");

    const change = (to: { readonly attempts: number } | { readonly completed_at_ms: number }) =>
      store.db.updateTable("challenges").set(to).where("id", "=", first.challenge.id).execute();
    await change({ attempts: 3 });
    assert.deepEqual([await outcome("key_1"), await outcome("key_1")], ["opened", "too_many_open"]);
    await change({ attempts: 0 });
    await change({ completed_at_ms: clock.nowMs });
    assert.equal(await outcome("key_1"), "too_many_open");
    clock.nowMs += challengeLifeMs - 1;
    assert.equal(await outcome("key_1"), "too_many_open");
    clock.nowMs += 1;
    assert.equal(await outcome("key_1"), "opened");
  });

  test("no address lies in the database", async (t) => {
    const { store, draw } = await start(t, kind);
    await draw("network:198.51.100.7");
    const rows = await store.db.selectFrom("challenges").selectAll().execute();
    assert.doesNotMatch(JSON.stringify(rows), /198\.51/);
  });
});
