import { testReceipts } from "../../../testing/test-receipts.ts";
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import type { TestContext } from "node:test";
import { setTimeout } from "node:timers/promises";
import { isFuzzRun } from "../../../../../testing/fuzz-runs.ts";
import { commandLine } from "@selfsame/platform/audit/audit";
import { createAccess } from "../../create-access.ts";
import { callerOfKey } from "../../accounts/keys/callers.ts";
import { madeKey } from "../../../testing/made-key.ts";
import { defaultPlans, planNamed } from "../../accounts/access/plans.ts";
import { createEvents } from "@selfsame/platform/events/events";
import { photoBytesMax } from "@selfsame/photo/images/limits";
import { MemoryBudget } from "@selfsame/photo/images/memory-budget";
import { jobKinds } from "@selfsame/platform/queue/kinds";
import { openQueue } from "@selfsame/platform/queue/open-queue";
import { createShares } from "@selfsame/platform/queue/shares";
import { type Workers, startWorkers } from "@selfsame/platform/queue/workers";
import { createSeal } from "@selfsame/platform/secrets/seal";
import { silent } from "@selfsame/platform/store/log";
import type { StoreKind } from "@selfsame/platform/store/migrate";
import { openStore } from "@selfsame/platform/store/store";
import { scriptedComparison as comparison, scriptedEngine } from "@selfsame/photo/testing/engine/scripted-engine";
import { downloadFromPhotoHosts as download, startPhotoHost } from "../../../testing/photo-host.ts";
import { portrait } from "@selfsame/photo/testing/photos/portraits";
import { freshConfig, onEachStore } from "@selfsame/platform/testing/store/each-store";
import { makeAccount } from "../../../testing/make-account.ts";
import { until } from "@selfsame/platform/testing/until";
import { createPost } from "../webhooks/post.ts";
import { createBatch, groupJob } from "./create-batch.ts";
import { createHostPlaces } from "./host-places.ts";
import { batchHandlers } from "./run-group.ts";

/** Nodes that process batches: two on PostgreSQL, one on SQLite. */
async function startNodes(t: TestContext, kind: StoreKind) {
  const config = await freshConfig(t, kind);
  const seal = createSeal(randomBytes(32));
  const post = createPost({ allowedDomains: [], allowPrivate: false });
  const plan = planNamed(defaultPlans, "unlimited");
  const nodes = await Promise.all(
    Array.from({ length: kind === "postgres" ? 2 : 1 }, async () => {
      const store = await openStore(config);
      const queue = openQueue(store, jobKinds);
      const access = createAccess({ store });
      const webhooks = { seal, post, now: Date.now };
      const deps = { store, queue, events: createEvents(queue), webhooks, now: Date.now };
      const budget = new MemoryBudget(16 * photoBytesMax, 60_000);
      const handlers = batchHandlers({
        ...deps,
        receipts: testReceipts(seal, Date.now),
        compare: { engine: scriptedEngine(), comparison, download, hosts: createHostPlaces(8), budget },
        limits: access.callerLimits,
        planOf: () => plan,
        monthReached: async () => {},
        concurrency: 8,
      });
      return { ...deps, access, handlers };
    }),
  );
  const [node] = nodes;
  assert.ok(node);
  const { store } = node;
  /** Creates an account. @returns a function that creates a batch of it */
  const join = async (name: string) => {
    const given = { email: `${name}@example.com`, plan: "unlimited" };
    const { account } = await makeAccount(store, commandLine, given, Date.now());
    const keys = { store, now: Date.now, changed: () => {} };
    const key = await madeKey(keys, commandLine, account.id, { name: "Batches", kind: "private" });
    const caller = await callerOfKey(store, key.key.id, Date.now());
    assert.ok(caller);
    return async (count: number, photo: string) => {
      const items = Array.from({ length: count }, (_, id) => ({
        id: String(id),
        reference_urls: [photo],
        selfie_url: photo,
      }));
      const wanted = { items, threshold: undefined, callback: undefined };
      const { batch } = await createBatch(node, caller, wanted, async () => {});
      return batch.id;
    };
  };
  const working: Workers[] = [];
  const start = () => {
    for (const { queue, handlers, store: own } of nodes) {
      working.push(startWorkers({ store: own, queue, log: silent }, handlers));
    }
  };
  t.after(async () => {
    await Promise.all(working.map((each) => each.stop()));
    for (const { access, store: own } of nodes) {
      await access.stop();
      await own.close();
    }
  });
  const batch = (id: string) => store.db.selectFrom("batches").selectAll().where("id", "=", id).executeTakeFirst();
  return { ...node, join, start, batch };
}

onEachStore("batches beside", (kind) => {
  test("many small ones do not go before the later groups of another account's large one", async (t) => {
    const { join, queue, store } = await startNodes(t, kind);
    const large = await (await join("large"))(50, "https://photos.test/a");
    const many = await join("many");
    for (let made = 0; made < 20; made++) await many(1, "https://photos.test/a");
    const shares = createShares({ places: 1 });
    const order: boolean[] = [];
    for (let turn = 0; turn < 10; turn++) {
      const [job] = await queue.claim(groupJob, 1, shares);
      assert.ok(job);
      order.push(job.data["batch"] === large);
      await store.db.transaction().execute((db) => queue.settle(db, job, { outcome: "done" }));
      shares.release(job);
    }
    assert.equal(order.filter((isLarge) => isLarge).length, 5, order.join());
  });

  for (const attackers of isFuzzRun ? [1, 3] : [1]) {
    test(`16 small ones of ${attackers} accounts whose photos drip, from the same host: another's comes through`, async (t) => {
      const { join, start, batch } = await startNodes(t, kind);
      const photo = await portrait("amal");
      const dripping: (() => void)[] = [];
      const host = await startPhotoHost(t, { amal: photo }, (name, response) => {
        if (name !== "drip") return false;
        const timer = setInterval(() => response.write(photo.subarray(0, 1)), 500);
        response.on("close", () => clearInterval(timer));
        dripping.push(() => response.destroy());
        return true;
      });
      const ids: string[] = [];
      for (let attacker = 0; attacker < attackers; attacker++) {
        const attack = await join(`attacker-${attacker}`);
        for (let made = 0; made < 16; made++) ids.push(await attack(10, host.url("drip")));
      }
      const compare = await join("shop");
      start();
      await until(() => dripping.length >= 4);
      if (isFuzzRun) await setTimeout(3000);
      const tookMs: number[] = [];
      for (let made = 0; made < (isFuzzRun ? 5 : 1); made++) {
        const sinceMs = performance.now();
        const id = await compare(3, host.url("amal"));
        await until(async () => (await batch(id))?.status === "completed");
        tookMs.push(performance.now() - sinceMs);
      }
      t.diagnostic(`a batch of three took ${tookMs.map((ms) => ms.toFixed(0)).join(", ")} ms`);
      const states = await Promise.all(ids.map(async (id) => (await batch(id))?.status));
      assert.ok(states.filter((status) => status !== "completed").length > 10, "the attack goes on");
    });
  }
});
