import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { testCaller } from "../../../testing/test-caller.ts";
import type { TestContext } from "node:test";
import { prepareFirstStart } from "../../accounts/people/first-start.ts";
import { createEvents } from "@selfsame/platform/events/events";
import { jobKinds } from "@selfsame/platform/queue/kinds";
import { openQueue } from "@selfsame/platform/queue/open-queue";
import { createSeal } from "@selfsame/platform/secrets/seal";
import { openStore } from "@selfsame/platform/store/store";
import type { StoreConfig } from "@selfsame/platform/store/store";
import { endLeases } from "@selfsame/platform/testing/jobs/end-leases";
import { freshConfig, onEachStore } from "@selfsame/platform/testing/store/each-store";
import { startPhotoHost } from "../../../testing/photo-host.ts";
import { portrait } from "@selfsame/photo/testing/photos/portraits";
import { startReceiver } from "@selfsame/platform/testing/receiver";
import { until } from "@selfsame/platform/testing/until";
import { fuzzRuns } from "../../../../../testing/fuzz-runs.ts";
import { createPost } from "../webhooks/post.ts";
import { createBatch } from "./create-batch.ts";

/** Few in a normal run; 20 kills and 500 items in `npm run test:fuzz`. */
const kills = fuzzRuns(2);
const count = fuzzRuns(50);

/** Resolves once the node works. */
async function startBatchNode(t: TestContext, { dataDir, databaseUrl }: StoreConfig, seal: Buffer) {
  const child = spawn(process.execPath, [join(import.meta.dirname, "../../../testing/jobs/batch-node.ts")], {
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
      DATA_DIR: dataDir,
      SEAL: seal.toString("hex"),
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    },
  });
  const gone = once(child, "close");
  const kill = async () => {
    child.kill("SIGKILL");
    await gone;
  };
  t.after(kill);
  await Promise.race([once(createInterface(child.stdout), "line"), gone.then(() => assert.fail("it did not start"))]);
  return { kill };
}

onEachStore("kill -9 in a batch", (kind) => {
  const nodes = kind === "postgres" ? 2 : 1;

  test(`${kills} times, ${nodes} at work, ${count} items: one result each, counted once, reported under one id`, async (t) => {
    const config = await freshConfig(t, kind);
    const photo = await portrait("amal");
    const host = await startPhotoHost(t, { amal: photo });
    const receiver = await startReceiver(t);
    const sealKey = randomBytes(32);
    const store = await openStore(config);
    await prepareFirstStart(store);
    const account = await store.db.selectFrom("accounts").select("id").executeTakeFirstOrThrow();
    const key = await store.db.selectFrom("api_keys").select("id").executeTakeFirstOrThrow();
    const queue = openQueue(store, jobKinds);
    t.after(() => store.close());
    const post = createPost({ allowedDomains: ["hooks.test"], allowPrivate: true });
    const webhooks = { seal: createSeal(sealKey), post, now: Date.now };
    const deps = { store, queue, events: createEvents(queue), webhooks, now: Date.now };
    const caller = testCaller({ keyId: key.id, accountId: account.id });
    const items = Array.from({ length: count }, (_, index) => ({
      id: String(index),
      reference_urls: [host.url("amal")],
      selfie_url: host.url("amal"),
    }));
    const made = await createBatch(
      deps,
      caller,
      { items, threshold: undefined, callback: receiver.url },
      async () => {},
    );
    const { id } = made.batch;
    const state = () => store.db.selectFrom("batches").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

    const running = await Promise.all(Array.from({ length: nodes }, () => startBatchNode(t, config, sealKey)));
    for (let killed = 0; killed < kills; killed++) {
      // After each share of the batch, while items are in progress; or at the end, if the batch was faster.
      await until(async () => {
        const { done, ended_at_ms } = await state();
        return ended_at_ms !== null || done >= (count * killed) / (kills + 1);
      });
      const index = killed % nodes;
      await running[index]?.kill();
      await endLeases(store);
      running[index] = await startBatchNode(t, config, sealKey);
    }
    await until(async () => (await state()).ended_at_ms !== null);
    const { status, done, failed } = await state();
    assert.deepEqual([status, done, failed], ["completed", count, 0]);
    const results = await store.db.selectFrom("batch_items").select("result").where("batch_id", "=", id).execute();
    assert.equal(results.filter(({ result }) => result !== null).length, count);
    const usage = await store.db
      .selectFrom("usage")
      .select((eb) => eb.fn.sum<number>("count").as("counted"))
      .where("endpoint", "=", "v3.batch_item")
      .executeTakeFirstOrThrow();
    assert.equal(usage.counted, count);
    await until(() => receiver.received.length > 0);
    assert.equal(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size, 1);
    t.diagnostic(`delivered ${receiver.received.length} times`);
  });
});
