/** Addresses contain tokens and signatures: none may be in the database's files, a backup or an export. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import type { TestContext } from "node:test";
import { commandLine } from "@selfsame/platform/audit/audit";
import { prepareFirstStart } from "../accounts/people/first-start.ts";
import { testCaller } from "../../testing/test-caller.ts";
import { createBatch } from "../features/batches/create-batch.ts";
import { createEvents } from "@selfsame/platform/events/events";
import { jobKinds } from "@selfsame/platform/queue/kinds";
import { openQueue } from "@selfsame/platform/queue/open-queue";
import { backUp } from "@selfsame/platform/store/copies/backup";
import { exportStore } from "@selfsame/platform/store/copies/export";
import { silent } from "@selfsame/platform/store/log";
import type { StoreKind } from "@selfsame/platform/store/migrate";
import { emptyLog } from "@selfsame/platform/store/sqlite/empty-log";
import { openStore } from "@selfsame/platform/store/store";
import { freshConfig, onEachStore } from "@selfsame/platform/testing/store/each-store";
import { until } from "@selfsame/platform/testing/until";
import { createEndpoint, findEndpoint } from "../features/webhooks/endpoints.ts";
import { createSeal } from "@selfsame/platform/secrets/seal";
import { sealAddresses } from "@selfsame/platform/secrets/seal-addresses";
import { openPhotos } from "@selfsame/platform/secrets/sealed-address";

const token = "X-Signature-7f3a9c51d0e2";
const url = `https://hooks.example/faces?key=${token}`;
const items = Array.from({ length: 450 }, (_, index) => ({
  id: `${index}`,
  reference_urls: [`https://photos.example/${index}.jpg?${token}`],
  selfie_url: `https://photos.example/${index}-selfie.jpg?${token}`,
}));

async function start(t: TestContext, kind: StoreKind) {
  const config = await freshConfig(t, kind);
  const store = await openStore(config);
  const queue = openQueue(store, jobKinds);
  t.after(() => store.close());
  await prepareFirstStart(store);
  const { id: accountId } = await store.db.selectFrom("accounts").select("id").executeTakeFirstOrThrow();
  const seal = createSeal(randomBytes(32));
  const post = { mayTell: () => true, send: async () => assert.fail() };
  const caller = testCaller({ keyId: "key_1", accountId });
  /** Creates an endpoint, and a batch with a callback. */
  const make = async (mayClose: () => boolean) => {
    const webhooks = { store, queue, seal, mayClose, post, now: Date.now };
    const made = await createEndpoint(webhooks, commandLine, accountId, { url, types: [] });
    const batches = { store, queue, events: createEvents(queue), webhooks, now: Date.now };
    const { batch } = await createBatch(
      batches,
      caller,
      { items, threshold: undefined, callback: url },
      async () => {},
    );
    return { endpointId: made?.endpoint.id ?? "", batchId: batch.id };
  };
  const opened = async (endpointId: string, batchId: string) => {
    const rows = await store.db
      .selectFrom("batch_items")
      .selectAll()
      .where("batch_id", "=", batchId)
      .orderBy("position")
      .execute();
    return {
      url: (await findEndpoint(store.db, seal, accountId, endpointId))?.url,
      items: rows.map((row) => {
        const { references: reference_urls, selfie: selfie_url } = openPhotos({ seal }, row) ?? assert.fail();
        return { id: row.item_id, reference_urls, selfie_url };
      }),
    };
  };
  /** Number of rows that contain the token in plain text. */
  const plainRows = async () => {
    const endpoints = await store.db.selectFrom("webhook_endpoints").select("url").execute();
    const rows = await store.db.selectFrom("batch_items").select(["reference_urls", "selfie_url"]).execute();
    return [...endpoints, ...rows].filter((row) => JSON.stringify(row).includes(token)).length;
  };
  return { store, seal, accountId, make, opened, plainRows };
}

/** How often the token is in the database files of a folder, including the database's log. */
async function found(folder: string): Promise<number> {
  const files = (await readdir(folder)).filter((name) => name.includes(".db"));
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), "latin1")));
  return texts.reduce((sum, text) => sum + text.split(token).length - 1, 0);
}

test("no address is in the database's files, its log, a backup or an export", async (t) => {
  const { store, make, opened } = await start(t, "sqlite");
  const { endpointId, batchId } = await make(() => true);
  assert.deepEqual(await opened(endpointId, batchId), { url, items });
  await backUp(store.dataDir, join(store.dataDir, "backup.db"));
  const lines: string[] = [];
  await exportStore(store, async (line) => void lines.push(line));
  assert.equal(await found(store.dataDir), 0);
  assert.ok(lines.length > 1 && !lines.join("").includes(token));
});

onEachStore("addresses from before they were sealed", (kind) => {
  test("are sealed at the next start, once, and after a start that was cut short", async (t) => {
    const { store, seal, make, opened, plainRows } = await start(t, kind);
    const { endpointId, batchId } = await make(() => false);
    assert.equal(await plainRows(), 2 + items.length);
    const deps = { store, seal, log: silent, version: "2.0.0" };
    const cut = await sealAddresses(deps);
    await cut.stop();
    const sealing = await sealAddresses({ ...deps, everyMs: 10 });
    await until(async () => (await plainRows()) === 0);
    await sealing.stop();
    assert.deepEqual(await opened(endpointId, batchId), { url, items });
    const row = () => store.db.selectFrom("webhook_endpoints").select("url").orderBy("id").execute();
    const once = await row();
    await (await sealAddresses(deps)).stop();
    assert.deepEqual(await row(), once, "what is sealed stays as it is");
  });
});

test("what was plain is in no file any more when it was sealed, and the log was emptied", async (t) => {
  const { store, seal, make, plainRows } = await start(t, "sqlite");
  await make(() => false);
  assert.ok((await found(store.dataDir)) > 0);
  const sealing = await sealAddresses({ store, seal, log: silent, version: "2.0.0" });
  await until(async () => (await plainRows()) === 0);
  await sealing.stop();
  await emptyLog(store);
  assert.equal(await found(store.dataDir), 0);
});

test("what was deleted is in no file any more when the log was emptied", async (t) => {
  const { store } = await start(t, "sqlite");
  const written = { id: token, written_at_ms: 0 };
  await store.db.insertInto("usage_batches").values(written).execute();
  await store.db.deleteFrom("usage_batches").execute();
  assert.ok((await found(store.dataDir)) > 0, "in the log");
  await emptyLog(store);
  assert.equal(await found(store.dataDir), 0);
});

onEachStore("beside a node of another version", (kind) => {
  test("nothing is sealed until it has gone, with the embedded database at once", async (t) => {
    const { store, seal, make, plainRows } = await start(t, kind);
    let nowMs = Date.now();
    const node = { id: "nd_old", host: "", version: "1.0.0", started_at_ms: 0, seen_at_ms: nowMs, state: "{}" };
    await store.db.insertInto("nodes").values(node).execute();
    const deps = { store, seal, log: silent, version: "2.0.0", now: () => nowMs, everyMs: 10 };
    const sealing = await sealAddresses(deps);
    assert.equal(sealing.mayClose(), kind === "sqlite");
    await make(sealing.mayClose);
    assert.equal(await plainRows(), kind === "sqlite" ? 0 : 2 + items.length);
    nowMs += 180_000;
    await until(async () => (await plainRows()) === 0);
    assert.ok(sealing.mayClose());
    await sealing.stop();
  });
});
