import { testReceipts } from "../../../testing/test-receipts.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import type { TestContext } from "node:test";
import { createAccess } from "../../create-access.ts";
import { prepareFirstStart } from "../../accounts/people/first-start.ts";
import { createEvents } from "@selfsame/platform/events/events";
import { MemoryBudget } from "@selfsame/photo/images/memory-budget";
import { jobKinds } from "@selfsame/platform/queue/kinds";
import { openQueue } from "@selfsame/platform/queue/open-queue";
import { scriptedComparison, scriptedEngine } from "@selfsame/photo/testing/engine/scripted-engine";
import { portrait } from "@selfsame/photo/testing/photos/portraits";
import { freshConfig, onEachStore } from "@selfsame/platform/testing/store/each-store";
import type { StoreKind } from "@selfsame/platform/store/migrate";
import { openStore } from "@selfsame/platform/store/store";
import { createPost } from "../webhooks/post.ts";
import { createSeal } from "@selfsame/platform/secrets/seal";
import { createHostPlaces } from "./host-places.ts";
import { createBatch, groupJob } from "./create-batch.ts";
import { batchHandlers } from "./run-group.ts";

/** The size of a group in create-batch.ts. */
const groupSize = 10;
const plan = { requestsPerMinute: null, requestsPerMonth: 2, concurrentRequests: null };

/** A batch of three items in one group, on an account with a monthly limit of two. */
async function start(t: TestContext, kind: StoreKind, monthReached: () => Promise<void>) {
  const config = await freshConfig(t, kind);
  const store = await openStore(config);
  const { apiKey = "" } = await prepareFirstStart(store);
  const queue = openQueue(store, jobKinds);
  const access = createAccess({ store, plans: { unlimited: plan } });
  t.after(async () => {
    await access.stop();
    await store.close();
  });
  const found = await access.identify(`Bearer ${apiKey}`);
  assert.ok(found.outcome === "known");
  const { caller } = found;

  const post = createPost({ allowedDomains: [], allowPrivate: false });
  const webhooks = { seal: createSeal(new Uint8Array(32)), post, now: Date.now };
  const batches = { store, queue, events: createEvents(queue), webhooks, now: Date.now };
  const make = (count: number) => {
    const url = "https://photos.example/1.jpg";
    const items = Array.from({ length: count }, (_, id) => ({
      id: String(id),
      reference_urls: [url],
      selfie_url: url,
    }));
    return createBatch(batches, caller, { items, threshold: undefined, callback: undefined }, async () => {});
  };
  const photo = await portrait("amal");
  const asked: unknown[] = [];
  const scripted = scriptedEngine();
  const analyze: typeof scripted.analyze = (seen, wants, look) => {
    asked.push(look?.priority);
    return scripted.analyze(seen, wants, look);
  };
  const [group] = batchHandlers({
    ...batches,
    receipts: testReceipts(batches.webhooks.seal, Date.now),
    compare: {
      engine: scriptedEngine({ analyze }),
      comparison: scriptedComparison,
      download: async () => ({ outcome: "downloaded", bytes: new Uint8Array(photo) }),
      hosts: createHostPlaces(4),
      budget: new MemoryBudget(1e8, 1000),
    },
    limits: access.callerLimits,
    planOf: () => plan,
    monthReached,
    concurrency: 1,
  });
  const run = async () => {
    const [job] = await queue.claim(groupJob, 1);
    assert.ok(job);
    await group?.run(job, new AbortController().signal);
  };
  const left = async () => (await access.callerLimits.takeOfMonth(caller, plan, 2)).taken;
  return { make, run, left, asked, queue };
}

onEachStore("a batch's groups", (kind) => {
  test("what could not be used of the month is given back", async (t) => {
    const { make, run, left } = await start(t, kind, () => Promise.reject(new Error("the notice failed")));
    await make(3);
    await assert.rejects(run, /the notice failed/);
    assert.equal(await left(), 2, "as many as before the group");
  });

  test("what was used of the month is not; photos wait behind those of people who wait", async (t) => {
    const { make, run, left, asked } = await start(t, kind, async () => {});
    await make(3);
    await run();
    assert.equal(await left(), 0);
    assert.deepEqual(new Set(asked), new Set(["batch"]));
  });

  test("a batch made later does not wait for the end of a long one", async (t) => {
    const { make, queue } = await start(t, kind, async () => {});
    const { batch: long } = await make(2 * groupSize + 1);
    await make(1);
    const order: unknown[] = [];
    for (let i = 0; i < 4; i++) {
      const [job] = await queue.claim(groupJob, 1);
      order.push([job?.data["batch"] === long.id ? "long" : "short", job?.data["from"]]);
    }
    assert.deepEqual(order, [
      ["long", 0],
      ["short", 0],
      ["long", groupSize],
      ["long", 2 * groupSize],
    ]);
  });
});
