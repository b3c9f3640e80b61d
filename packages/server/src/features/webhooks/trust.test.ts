/** What an endpoint receives before its first success, and how many of an account's deliveries are sent and stored. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import type { TestContext } from "node:test";
import { sql } from "kysely";
import { commandLine } from "@selfsame/platform/audit/audit";
import { sweepStore } from "../retention/retention.ts";
import { prepareFirstStart } from "../../accounts/people/first-start.ts";
import { createEvents } from "@selfsame/platform/events/events";
import { jobKinds } from "@selfsame/platform/queue/kinds";
import { openQueue } from "@selfsame/platform/queue/open-queue";
import { startWorkers } from "@selfsame/platform/queue/workers";
import { createSeal } from "@selfsame/platform/secrets/seal";
import { silent } from "@selfsame/platform/store/log";
import type { StoreKind } from "@selfsame/platform/store/migrate";
import { openStore } from "@selfsame/platform/store/store";
import { startReceiver } from "@selfsame/platform/testing/receiver";
import { freshConfig, onEachStore } from "@selfsame/platform/testing/store/each-store";
import { until } from "@selfsame/platform/testing/until";
import { deliveryHandlers } from "./deliver.ts";
import { listDeliveries, sendPing } from "./deliveries.ts";
import { createEndpoint, findEndpoint, insertEndpoint } from "./endpoints.ts";
import { createPost } from "./post.ts";
import { createPace } from "./pace.ts";
import { noteVerified, takePost } from "./trust.ts";

const minute = 60_000;
const day = 24 * 60 * minute;

/** One node that delivers, with a clock that can be moved, and a receiver whose status the test sets. */
async function start(t: TestContext, kind: StoreKind = "sqlite") {
  const config = await freshConfig(t, kind);
  let aheadMs = 0;
  const now = () => Date.now() + aheadMs;
  const store = await openStore(config);
  await prepareFirstStart(store);
  const { id: accountId } = await store.db.selectFrom("accounts").select("id").executeTakeFirstOrThrow();
  const queue = openQueue(store, jobKinds, now);
  const events = createEvents(queue, now);
  const post = createPost({ allowedDomains: ["hooks.test"], allowPrivate: true, resolve: async () => ["127.0.0.1"] });
  const seal = createSeal(randomBytes(32));
  const deps = { store, queue, seal, post, now };
  const startWork = () => {
    const handlers = deliveryHandlers({ ...deps, log: silent, random: () => 0.5 });
    const workers = startWorkers({ store, queue, log: silent, pollMs: 10 }, handlers);
    t.after(() => workers.stop());
  };
  t.after(() => store.close());
  const receiver = { status: 500 };
  const { url, received } = await startReceiver(t, (response) => void response.writeHead(receiver.status).end());
  const listen = async (endpoint: { readonly test?: boolean; readonly url?: string } = {}) => {
    const made = await createEndpoint(deps, commandLine, accountId, { url, types: [], ...endpoint });
    return made?.endpoint.id;
  };
  const emit = (count: number, isTest = false) =>
    store.db.transaction().execute(async (db) => {
      for (let i = 0; i < count; i++) {
        await events.emit(db, { accountId, type: "session.failed", data: {}, test: isTest });
      }
    });
  const deliveries = async (id: string) =>
    (await listDeliveries(store.db, accountId, id, { limit: 10_000 }))?.rows ?? [];
  const each = (id: string, is: (one: Awaited<ReturnType<typeof deliveries>>[number]) => boolean) =>
    until(async () => (await deliveries(id)).every(is));
  const endpoint = (id: string) => findEndpoint(store.db, seal, accountId, id);
  const advance = (ms: number) => (aheadMs += ms);
  return { ...deps, accountId, receiver, received, listen, emit, deliveries, each, endpoint, advance, startWork };
}

test("a live endpoint that never answered gets ten posts and then one in ten minutes, waits with the rest, and gets it all once it answers", async (t) => {
  const node = await start(t);
  node.startWork();
  const id = (await node.listen()) ?? assert.fail();
  await node.emit(25);
  await node.each(id, ({ attempts }) => attempts === 1);
  assert.equal(node.received.length, 10);
  const waiting = (await node.deliveries(id)).filter(({ problem }) => problem === "endpoint_unverified");
  assert.equal(waiting.length, 15);
  assert.ok(waiting.every(({ status, next_attempt_at_ms }) => status === "pending" && next_attempt_at_ms !== null));
  // All of them are due again, and nothing more is posted.
  node.advance(6000);
  await node.each(id, ({ attempts }) => attempts === 2);
  assert.equal(node.received.length, 10);
  node.advance(10 * minute);
  await node.each(id, ({ attempts }) => attempts === 3);
  assert.equal(node.received.length, 11);
  assert.equal((await node.endpoint(id))?.verifiedAtMs, null);

  node.receiver.status = 204;
  await sendPing(node, node.accountId, id);
  await until(async () => (await node.endpoint(id))?.verifiedAtMs ?? undefined);
  node.advance(40 * minute);
  await node.each(id, ({ status }) => status === "delivered");
  assert.equal(node.received.length, 11 + 26);
});

test("one for tests gets ten posts, and what comes then fails and says why, until it answers a ping", async (t) => {
  const node = await start(t);
  node.startWork();
  const id = (await node.listen({ test: true })) ?? assert.fail();
  await node.emit(12, true);
  await node.each(id, ({ attempts }) => attempts === 1);
  node.advance(6000);
  await node.each(id, ({ status }) => status === "failed");
  assert.ok((await node.deliveries(id)).every(({ problem }) => problem === "endpoint_unverified"));
  assert.equal(node.received.length, 10);

  node.receiver.status = 200;
  await sendPing(node, node.accountId, id);
  await until(() => node.received.length === 11);
  await until(async () => (await node.endpoint(id))?.verifiedAtMs ?? undefined);
  await node.emit(20, true);
  await node.each(id, ({ status }) => status !== "pending");
  assert.equal(node.received.length, 31);
});

test("a new endpoint that answers loses none of a burst, live or for tests", async (t) => {
  const node = await start(t);
  node.receiver.status = 200;
  const ids = [await node.listen(), await node.listen({ test: true })];
  for (const isTest of [false, true]) await node.emit(60, isTest);
  node.startWork();
  for (const id of ids) await node.each(id ?? assert.fail(), ({ attempts }) => attempts > 0);
  node.advance(6000);
  for (const id of ids) await node.each(id ?? assert.fail(), ({ status }) => status === "delivered");
});

test("the callback of a batch is told of its end", async (t) => {
  const node = await start(t);
  node.receiver.status = 200;
  node.startWork();
  const url = (await node.endpoint((await node.listen()) ?? ""))?.url ?? "";
  const { endpoint } = await insertEndpoint(
    node.store.db,
    node,
    node.accountId,
    { url: `${url}/end`, types: ["batch.completed"] },
    "bt_1",
  );
  const events = createEvents(node.queue, node.now);
  const data = { id: "bt_1" };
  await node.store.db
    .transaction()
    .execute((db) => events.emit(db, { accountId: node.accountId, type: "batch.completed", data }, "bt_1"));
  await until(async () => {
    const rows = node.store.db.selectFrom("webhook_deliveries").selectAll().where("endpoint_id", "=", endpoint.id);
    return (await rows.executeTakeFirst())?.status === "delivered";
  });
});

test("callbacks of batches have a share for each host, though their addresses are sealed", async (t) => {
  const node = await start(t);
  const addresses = ["https://one.example/a", "https://one.example/b", "https://two.example/"];
  for (const [index, url] of addresses.entries()) {
    await insertEndpoint(node.store.db, node, node.accountId, { url, types: [] }, `bt_${index}`);
  }
  const events = createEvents(node.queue, node.now, node.seal);
  for (const index of addresses.keys()) {
    const event = { accountId: node.accountId, type: "batch.completed", data: {} } as const;
    await node.store.db.transaction().execute((db) => events.emit(db, event, `bt_${index}`));
  }
  const jobs = await node.store.db.selectFrom("jobs").select("target").orderBy("id").execute();
  assert.deepEqual(
    jobs.map(({ target }) => target),
    ["callbacks to one.example", "callbacks to one.example", "callbacks to two.example"],
  );
});

test("one host takes five endpoints of an account, and five for tests; others go on", async (t) => {
  const node = await start(t);
  const made = async (endpoint: object) => {
    const ids: unknown[] = [];
    for (let i = 0; i < 6; i++) ids.push(await node.listen({ url: `https://shop.example:8443/${i}`, ...endpoint }));
    return ids.filter((id) => id !== undefined).length;
  };
  assert.equal(await made({}), 5);
  assert.equal(await made({ test: true }), 5);
  assert.equal(await made({ url: "https://SHOP.example/elsewhere" }), 0);
  assert.equal(await made({ url: "https://other.example/" }), 5);
});

test("over a minute's deliveries, live ones wait and are all sent, those for tests fail and say why", async (t) => {
  const node = await start(t);
  node.receiver.status = 200;
  const counts = new Map<string, number>();
  const resetMs = minute;
  // All posts of the minute but two count as sent already.
  const pace = createPace({
    add: async (name, points) => {
      const value = (counts.get(name) ?? (name.startsWith("test") ? 118 : 2998)) + points;
      counts.set(name, value);
      return { value, resetMs };
    },
    get: async () => undefined,
    clear: async () => {},
  });
  const ids = {
    live: (await node.listen()) ?? assert.fail(),
    test: (await node.listen({ test: true })) ?? assert.fail(),
  };
  await node.emit(5);
  await node.emit(5, true);
  const handlers = deliveryHandlers({ ...node, log: silent, pace, random: () => 0.5 });
  const workers = startWorkers({ store: node.store, queue: node.queue, log: silent, pollMs: 10 }, handlers);
  t.after(() => workers.stop());
  await node.each(ids.test, ({ status }) => status !== "pending");
  await node.each(ids.live, ({ status, problem }) => status !== "pending" || problem === "rate_limited");
  assert.equal(node.received.length, 4);
  const failed = (await node.deliveries(ids.test)).filter(({ problem }) => problem === "rate_limited");
  assert.deepEqual([failed.length, new Set(failed.map(({ status }) => status))], [3, new Set(["failed"])]);

  counts.clear();
  counts.set(`live ${node.accountId}`, 0);
  node.advance(2 * minute);
  await node.each(ids.live, ({ status, problem }) => status === "delivered" && problem === null);
  assert.equal(node.received.length, 7);
});

onEachStore("webhook endpoints", (kind) => {
  test("of many jobs at once ten may post to one that is not verified, and all once it is", async (t) => {
    const node = await start(t, kind);
    const endpoint_id = (await node.listen()) ?? assert.fail();
    const unverified = { endpoint_id, verified_at_ms: null, type: "session.failed", attempts: 0 };
    const take = async (delivery: typeof unverified, agoMs = 0) => {
      const took = Array.from({ length: 25 }, () => takePost(node.store.db, delivery, node.now() - agoMs));
      return (await Promise.all(took)).filter(Boolean).length;
    };
    assert.equal(await take(unverified), 10);
    assert.equal(await take(unverified), 0);
    assert.equal(await take({ ...unverified, type: "ping" }), 25, "each was asked for");
    assert.equal(await take({ ...unverified, type: "ping", attempts: 1 }), 0);
    assert.equal(await take(unverified, -11 * minute), 1);
    await noteVerified(node.store.db, unverified, node.now());
    assert.equal(await take(unverified), 25, "verified since it was read");
  });

  test("of an endpoint's deliveries the newest are kept, and those that wait", async (t) => {
    const node = await start(t, kind);
    const id = (await node.listen({ test: true })) ?? assert.fail();
    node.receiver.status = 200;
    await node.emit(115, true);
    const ended = (await node.deliveries(id)).toSorted((a, b) => (a.id < b.id ? -1 : 1));
    for (const [at, { id: delivery }] of ended.entries()) {
      // The oldest still waits.
      const status = at === 0 ? "pending" : "failed";
      await sql`UPDATE webhook_deliveries SET created_at_ms = ${at}, status = ${status} WHERE id = ${delivery}`.execute(
        node.store.db,
      );
    }
    node.startWork();
    // Each job of an ended delivery is checked, and the rest every twentieth time.
    await until(async () => (await node.deliveries(id)).length <= 101);
    const kept = new Set((await node.deliveries(id)).map((one) => one.id));
    assert.ok(ended.slice(15).every((one) => kept.has(one.id)));
  });
});

test("what was told to tests goes after a day, the rest after thirty", async (t) => {
  const node = await start(t);
  const ids = [await node.listen(), await node.listen({ test: true })];
  await node.emit(1);
  await node.emit(1, true);
  const kept = () => Promise.all(ids.map(async (id) => (await node.deliveries(id ?? "")).length));
  await sweepStore(node.store, Date.now() + day - minute, silent);
  assert.deepEqual(await kept(), [1, 1]);
  await sweepStore(node.store, Date.now() + day + minute, silent);
  assert.deepEqual(await kept(), [1, 0]);
  await sweepStore(node.store, Date.now() + 30 * day + minute, silent);
  assert.deepEqual(await kept(), [0, 0]);
});
