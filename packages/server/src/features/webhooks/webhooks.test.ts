import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import type { ServerResponse } from "node:http";
import { connect } from "node:net";
import { test } from "node:test";
import type { TestContext } from "node:test";
import { Webhook } from "standardwebhooks";
import { commandLine } from "@selfsame/platform/audit/audit";
import { prepareFirstStart } from "../../accounts/people/first-start.ts";
import { createEvents } from "@selfsame/platform/events/events";
import type { EventType } from "@selfsame/platform/events/event-types";
import { jobKinds } from "@selfsame/platform/queue/kinds";
import { openQueue } from "@selfsame/platform/queue/open-queue";
import { startWorkers } from "@selfsame/platform/queue/workers";
import { createSeal } from "@selfsame/platform/secrets/seal";
import { silent } from "@selfsame/platform/store/log";
import type { StoreKind } from "@selfsame/platform/store/migrate";
import { openStore } from "@selfsame/platform/store/store";
import { freshConfig, onEachStore } from "@selfsame/platform/testing/store/each-store";
import { startReceiver } from "@selfsame/platform/testing/receiver";
import { until } from "@selfsame/platform/testing/until";
import { deliveryHandlers } from "./deliver.ts";
import { listDeliveries, resend, sendPing } from "./deliveries.ts";
import { createEndpoint, findEndpoint, removeEndpoint, rotateEndpoint } from "./endpoints.ts";
import { type Post, type PostOptions, createPost } from "./post.ts";

const hour = 3600_000;

/** One node that delivers, with a clock that can be moved, and an account. */
async function start(t: TestContext, kind: StoreKind, postOptions: Partial<PostOptions> = {}, log = silent) {
  const config = await freshConfig(t, kind);
  let aheadMs = 0;
  const now = () => Date.now() + aheadMs;
  const store = await openStore(config);
  await prepareFirstStart(store);
  const { id: accountId } = await store.db.selectFrom("accounts").select("id").executeTakeFirstOrThrow();
  const queue = openQueue(store, jobKinds, now);
  const events = createEvents(queue, now);
  const intranet = { allowedDomains: ["hooks.test"], allowPrivate: true, resolve: async () => ["127.0.0.1"] };
  let options = postOptions;
  const posting = () => createPost({ ...intranet, ...options });
  const post: Post = { mayTell: (...of) => posting().mayTell(...of), send: (...of) => posting().send(...of) };
  const postWith = (others: Partial<PostOptions>) => (options = others);
  const seal = createSeal(randomBytes(32));
  const handlers = deliveryHandlers({ store, queue, seal, post, log, now, random: () => 0.5 });
  const workers = startWorkers({ store, queue, log, pollMs: 10 }, handlers);
  t.after(async () => {
    await workers.stop();
    await store.close();
  });
  const deps = { store, queue, seal, post, now };
  const listen = async (url: string, types: readonly EventType[] = []) => {
    const made = await createEndpoint(deps, commandLine, accountId, { url, types });
    assert.ok(made);
    return { id: made.endpoint.id, secret: made.secret };
  };
  const emit = (type: EventType, data = {}) =>
    store.db.transaction().execute((db) => events.emit(db, { accountId, type, data }));
  const deliveries = async (id: string) => {
    const page = await listDeliveries(store.db, accountId, id, { limit: 50 });
    return page?.rows ?? [];
  };
  /** The newest delivery with at least this many attempts, once there is one. */
  const tried = (id: string, attempts: number) =>
    until(async () => (await deliveries(id)).find((delivery) => delivery.attempts >= attempts));
  const endpoint = (id: string) => findEndpoint(store.db, seal, accountId, id);
  return {
    ...deps,
    postWith,
    accountId,
    listen,
    emit,
    deliveries,
    tried,
    endpoint,
    advance: (ms: number) => (aheadMs += ms),
  };
}

onEachStore("webhooks", (kind) => {
  test("nothing is sent to the endpoints of a closed account", async (t) => {
    const node = await start(t, kind);
    const receiver = await startReceiver(t);
    const { id } = await node.listen(receiver.url);
    await node.store.db.updateTable("accounts").set({ closed_at_ms: node.now() }).execute();
    await node.emit("session.verified");
    const delivery = await until(async () => (await node.deliveries(id)).find(({ status }) => status !== "pending"));
    assert.deepEqual([delivery.status, delivery.problem, delivery.attempts], ["failed", "endpoint_disabled", 0]);
    assert.deepEqual(receiver.received, []);
  });

  test("an event comes with the transaction it is about, signed, and its body is thin", async (t) => {
    const node = await start(t, kind);
    const receiver = await startReceiver(t);
    const { id, secret } = await node.listen(receiver.url);
    const { id: eventId } = await node.emit("batch.completed", { batch: "bt_1", status: "completed" });
    const delivery = await node.tried(id, 1);
    assert.equal(delivery.status, "delivered");
    assert.deepEqual([delivery.response_status, delivery.response_head], [200, ""]);

    const [received] = receiver.received;
    assert.ok(received);
    assert.equal(received.headers["webhook-id"], eventId);
    const told = new Webhook(secret).verify(received.body, received.headers as Record<string, string>);
    const { timestamp, ...rest } = told as { timestamp: string };
    assert.deepEqual(rest, { type: "batch.completed", data: { batch: "bt_1", status: "completed" } });
    const { secret: kept } = await node.store.db
      .selectFrom("webhook_endpoints")
      .select("secret")
      .executeTakeFirstOrThrow();
    assert.ok(!kept.includes(secret.slice(6)), "sealed in the database");
    assert.match(timestamp, /^\d{4}-\d\d-\d\dT.*Z$/);
    assert.throws(() => new Webhook(secret).verify(`${received.body} `, received.headers as Record<string, string>));
  });

  test("nothing is told of what was rolled back, and each endpoint hears of its types", async (t) => {
    const node = await start(t, kind);
    const receiver = await startReceiver(t);
    const all = await node.listen(receiver.url);
    const some = await node.listen(receiver.url, ["session.failed"]);
    const events = createEvents(node.queue);
    const failing = node.store.db.transaction().execute(async (db) => {
      await events.emit(db, { accountId: node.accountId, type: "session.failed", data: {} });
      throw new Error("rolled back");
    });
    await assert.rejects(failing, /rolled back/);
    await node.emit("session.verified");
    await node.tried(all.id, 1);
    assert.equal((await node.deliveries(all.id)).length, 1);
    assert.deepEqual(await node.deliveries(some.id), []);
  });

  test("sent again on demand, under the same id; a ping goes to one endpoint", async (t) => {
    const node = await start(t, kind);
    const receiver = await startReceiver(t);
    const { id } = await node.listen(receiver.url, ["session.failed"]);
    const ping = await sendPing(node, node.accountId, id);
    await until(() => receiver.received.length === 1);
    await resend(node, node.accountId, id, ping?.id ?? "");
    await until(() => receiver.received.length === 2);
    const [first, second] = receiver.received;
    assert.equal(first?.headers["webhook-id"], second?.headers["webhook-id"]);
    assert.equal(first?.body, second?.body);
    assert.equal(await resend(node, "acc_other", id, ping?.id ?? ""), undefined);
    assert.equal(await sendPing(node, "acc_other", id), undefined);
  });

  test("an endpoint that is removed while something is sent to it: its job ends, and nothing failed", async (t) => {
    const said: string[] = [];
    const node = await start(t, kind, {}, { ...silent, error: (_detail, text) => void said.push(text) });
    const answers: ServerResponse[] = [];
    const receiver = await startReceiver(t, (response) => void answers.push(response));
    const { id } = await node.listen(receiver.url);
    await node.emit("session.verified");
    const answer = await until(() => answers[0]);
    assert.equal(await removeEndpoint(node, commandLine, node.accountId, id), true);
    answer.end();
    await until(async () =>
      (await node.queue.depths()).every(({ ready, delayed, active }) => ready + delayed + active === 0),
    );
    assert.deepEqual(said, []);
  });

  test("a ping goes at once to an endpoint that rests because it did not answer, before all that waits", async (t) => {
    let silentFor = 1;
    const node = await start(t, kind, { totalTimeoutMs: 300 });
    const receiver = await startReceiver(t, (response) => silentFor-- > 0 || void response.end());
    const { id } = await node.listen(receiver.url);
    await node.emit("session.verified");
    assert.equal((await node.tried(id, 1)).problem, "timeout");
    // From here on without the short time-out, so that the response counts on a slow machine as well.
    node.postWith({});
    for (let event = 0; event < 3; event++) await node.emit("session.verified");
    assert.equal((await node.deliveries(id)).filter(({ attempts }) => attempts === 0).length, 3, "they wait");
    await sendPing(node, node.accountId, id);
    await until(() => receiver.received.length > 1);
    assert.match(receiver.received[1]?.body ?? "", /"type":"ping"/);
    await until(async () => (await node.deliveries(id)).filter(({ status }) => status === "delivered").length === 4);
  });
});

/** From here on: behavior that depends on the clock, which the test moves. */
test("after a failure it is tried again, eight times in some 32 hours, under one id; then it has failed", async (t) => {
  const node = await start(t, "sqlite");
  const receiver = await startReceiver(t, (response) => void response.writeHead(500).end("no"));
  const { id } = await node.listen(receiver.url);
  await node.emit("session.failed");
  const waits: number[] = [];
  for (let attempt = 1; attempt <= 7; attempt++) {
    const { status, next_attempt_at_ms, attempted_at_ms } = await node.tried(id, attempt);
    assert.equal(status, "pending");
    const waitMs = (next_attempt_at_ms ?? 0) - (attempted_at_ms ?? 0);
    waits.push(waitMs / 1000);
    node.advance(waitMs);
  }
  assert.deepEqual(waits, [5, 300, 1800, 7200, 18_000, 36_000, 50_400]);
  const last = await node.tried(id, 8);
  assert.deepEqual([last.status, last.response_status, last.next_attempt_at_ms], ["failed", 500, null]);
  assert.equal(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size, 1);
  assert.equal((await node.endpoint(id))?.status, "active");
});

test("an endpoint that fails for five days is switched off, and one that answers 410 at once", async (t) => {
  const node = await start(t, "sqlite");
  let status = 500;
  const receiver = await startReceiver(t, (response) => void response.writeHead(status).end());
  const { id } = await node.listen(receiver.url);
  await node.emit("session.failed");
  await node.tried(id, 1);
  node.advance(5 * 24 * hour + 1000);
  await until(async () => (await node.endpoint(id))?.status === "disabled");
  assert.equal((await node.endpoint(id))?.disabledReason, "failing");
  assert.equal(await node.emit("session.failed").then(async () => (await node.deliveries(id)).length), 1);

  status = 410;
  const gone = await node.listen(receiver.url);
  await node.emit("session.failed");
  await until(async () => (await node.endpoint(gone.id))?.status === "disabled");
  assert.equal((await node.endpoint(gone.id))?.disabledReason, "gone");
  const audit = await node.store.db.selectFrom("audit").select(["action", "target"]).execute();
  const told = audit.filter(({ action }) => action === "webhook_endpoint_disabled").map(({ target }) => target);
  assert.deepEqual(told, [id, gone.id], "the account's owner finds it in the activity");
});

test("a success ends a row of failures", async (t) => {
  const node = await start(t, "sqlite");
  let status = 500;
  const receiver = await startReceiver(t, (response) => void response.writeHead(status).end());
  const { id } = await node.listen(receiver.url);
  await node.emit("session.failed");
  await node.tried(id, 1);
  assert.ok((await node.endpoint(id))?.failingSinceMs);
  status = 204;
  node.advance(6000);
  await node.tried(id, 2);
  assert.equal((await node.endpoint(id))?.failingSinceMs, null);
});

test("a failure that began before a success and ends after it begins a row of its own", async (t) => {
  const node = await start(t, "sqlite");
  const slow: ServerResponse[] = [];
  let isSlow = false;
  const receiver = await startReceiver(t, (response) => {
    if (isSlow) slow.push(response);
    else response.writeHead(500).end();
  });
  const { id } = await node.listen(receiver.url);
  await node.emit("session.failed");
  await node.tried(id, 1);
  const before = (await node.endpoint(id))?.failingSinceMs ?? 0;
  node.advance(hour);
  isSlow = true;
  await node.emit("session.verified");
  await node.emit("session.verified");
  await until(() => slow.length >= 2);
  slow[0]?.writeHead(204).end();
  await until(async () => (await node.endpoint(id))?.failingSinceMs === null);
  slow[1]?.writeHead(500).end();
  const since = await until(async () => (await node.endpoint(id))?.failingSinceMs ?? undefined);
  assert.ok(since >= before + hour);
  // Ends open requests, which would be waited for.
  isSlow = false;
  for (const response of slow) response.end();
});

test("while a secret is rotated, both sign", async (t) => {
  const node = await start(t, "sqlite");
  const receiver = await startReceiver(t);
  const { id, secret } = await node.listen(receiver.url);
  const rotated = await rotateEndpoint(node, commandLine, node.accountId, id, 3600);
  await node.emit("session.failed");
  await node.tried(id, 1);
  const verify = (key: string, index: number) => {
    const { body = "", headers = {} } = receiver.received[index] ?? {};
    return new Webhook(key).verify(body, headers as Record<string, string>);
  };
  verify(secret, 0);
  verify(rotated?.secret ?? "", 0);

  node.advance(2 * hour);
  await node.emit("session.failed");
  await until(() => receiver.received.length === 2);
  // The receiver's clock is two hours behind, so only the number of signatures is checked.
  const signatures = String(receiver.received[1]?.headers["webhook-signature"]).split(" ");
  assert.equal(signatures.length, 1);
});

/** A network in which the receiver on loopback appears to have a public address. */
const publicly: Partial<PostOptions> = {
  resolve: async () => ["8.8.8.8"],
  dial: (address, port) =>
    Object.defineProperty(connect({ host: "127.0.0.1", port }), "remoteAddress", { value: address }),
};

const misbehaving = {
  "redirects are not followed": {
    answer: (response) => void response.writeHead(301, { location: "http://hooks.test:1/" }).end(),
    told: { response_status: 301, problem: null },
  },
  "a receiver that hangs is left after the time-out": {
    answer: () => {},
    told: { response_status: null, problem: "timeout" },
    options: { totalTimeoutMs: 300 },
  },
  "one that closes the connection": {
    answer: (response) => void response.destroy(),
    told: { response_status: null, problem: "failed" },
  },
  "an answer without an end is cut off after its first kilobyte, and counts": {
    answer: (response) => {
      const more = () => void (response.destroyed || response.write("x".repeat(65_536), more));
      more();
    },
    told: { response_status: 200, problem: null },
    options: publicly,
  },
} as const satisfies Record<
  string,
  { answer: Parameters<typeof startReceiver>[1]; told: object; options?: Partial<PostOptions> }
>;

for (const [name, { answer, told, ...more }] of Object.entries(misbehaving)) {
  test(name, async (t) => {
    const node = await start(t, "sqlite", "options" in more ? more.options : {});
    const receiver = await startReceiver(t, answer);
    const { id } = await node.listen(receiver.url);
    await node.emit("session.failed");
    const delivery = await node.tried(id, 1);
    const { response_status, problem } = delivery;
    assert.deepEqual({ response_status, problem }, told);
    assert.ok((delivery.response_head ?? "").length <= 1024);
    assert.equal(receiver.received.length, 1);
  });
}

test("a name that leads to a private address gets nothing", async (t) => {
  const node = await start(t, "sqlite", { allowPrivate: false });
  const receiver = await startReceiver(t);
  const { id } = await node.listen(receiver.url.replace("http:", "https:"));
  await node.emit("session.failed");
  const delivery = await node.tried(id, 1);
  assert.deepEqual([delivery.status, delivery.problem], ["pending", "blocked"]);
  assert.deepEqual(receiver.received, []);
});

test("of what a public host answers the first kilobyte is kept, of what a private one answers the status only", async (t) => {
  const receiver = await startReceiver(t);
  for (const [options, kept] of [
    [publicly, [200, "thanks"]],
    [{}, [200, ""]],
    // A name with a public and a private address may lead to either.
    [{ ...publicly, resolve: async () => ["8.8.8.8", "127.0.0.1"] }, [200, ""]],
  ] as const) {
    const node = await start(t, "sqlite", options);
    const { id } = await node.listen(receiver.url);
    await node.emit("session.failed");
    const { response_status, response_head } = await node.tried(id, 1);
    assert.deepEqual([response_status, response_head], kept);
  }
});

const tellable = {
  "https://shop.example/hook": true,
  "https://shop.example:8443/a?b=c": true,
  "https://8.8.8.8/": true,
  "http://hooks.internal:8080/": true,
  "http://10.0.0.1:25/": true,
  "http://shop.example/": false,
  "ftp://shop.example/": false,
  "https://me:pw@shop.example/": false,
  "https://shop.example:25/": false,
  "https://127.0.0.1/": false,
  "https://192.168.1.20:8443/": false,
  "https://[::1]/": false,
  "https://[::ffff:10.0.0.9]/": false,
  "https://169.254.169.254/": false,
  "https://localhost/": false,
  "https://hooks.localhost./": false,
  x: false,
  "": false,
};

test("only public https addresses may be told of, but for hosts that the operator names for private ones", () => {
  const { mayTell } = createPost({ allowedDomains: ["hooks.internal", "10.0.0.1"], allowPrivate: true });
  const told = Object.fromEntries(Object.keys(tellable).map((url) => [url, mayTell(url)]));
  assert.deepEqual(told, tellable);
  assert.ok(!createPost({ allowedDomains: ["10.0.0.1"], allowPrivate: false }).mayTell("https://10.0.0.1/"));
});
