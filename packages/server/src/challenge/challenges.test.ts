import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { readManifest } from "../models/manifest.ts";
import { createSeal } from "../secrets/seal.ts";
import { freshStore } from "../testing/store/each-store.ts";
import { scriptedComparison, scriptedEngine } from "../testing/engine/scripted-engine.ts";
import { createChallenges } from "./challenges.ts";
import { heldMs } from "./draw.ts";

test("drawing again gives the same steps, on whatever node, and others to others and later", async (t) => {
  const store = await freshStore(t, "sqlite");
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
  };
  const nodes = [createChallenges(deps), createChallenges(deps)];
  const drawn = async (drawer: string) => {
    const asked = await Promise.all(nodes.map((node) => node.start({ accountId: account.id, drawer })));
    const [one, other] = asked.map(({ steps }) => steps.join());
    assert.equal(one, other);
    return one;
  };
  const first = await drawn("network:198.51.100.7");
  clock.nowMs += heldMs - 1;
  assert.equal(await drawn("network:198.51.100.7"), first);
  const others = new Set<string | undefined>();
  for (let i = 0; i < 20; i++) others.add(await drawn(`session:${i}`));
  assert.ok(others.size > 5);
  const later = new Set<string | undefined>();
  for (let i = 0; i < 20; i++) {
    clock.nowMs += heldMs;
    later.add(await drawn("network:198.51.100.7"));
  }
  assert.ok(later.size > 5);
});
