import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import type { TestContext } from "node:test";
import { Webhook } from "standardwebhooks";
import { makeAccount } from "../../../testing/make-account.ts";
import { commandLine } from "@selfsame/platform/audit/audit";
import { createAccess } from "../../create-access.ts";
import { noMailer } from "../mail/mailer.ts";
import { prepareFirstStart } from "../../accounts/people/first-start.ts";
import { madeKey } from "../../../testing/made-key.ts";
import { createEvents } from "@selfsame/platform/events/events";
import { jobKinds } from "@selfsame/platform/queue/kinds";
import { openQueue } from "@selfsame/platform/queue/open-queue";
import type { QueueDepth } from "@selfsame/platform/queue/queue";
import { startWorkers } from "@selfsame/platform/queue/workers";
import { rowOf } from "../request-log/row.ts";
import { createSeal } from "@selfsame/platform/secrets/seal";
import { silent } from "@selfsame/platform/store/log";
import type { StoreKind } from "@selfsame/platform/store/migrate";
import { openStore } from "@selfsame/platform/store/store";
import { startReceiver } from "@selfsame/platform/testing/receiver";
import { freshConfig, onEachStore } from "@selfsame/platform/testing/store/each-store";
import { until } from "@selfsame/platform/testing/until";
import { deliveryHandlers } from "../webhooks/deliver.ts";
import { createEndpoint } from "../webhooks/endpoints.ts";
import { createPost } from "../webhooks/post.ts";
import { createMonthWatch } from "./limit-near.ts";
import { createAlertOnce } from "./alert-once.ts";
import { checkOnce } from "./watch.ts";

const dayMs = 24 * 3600_000;

async function start(t: TestContext, kind: StoreKind) {
  const config = await freshConfig(t, kind);
  const store = await openStore(config);
  let nowMs = Date.UTC(2026, 10, 21, 12);
  const now = () => nowMs;
  const { apiKey = "" } = await prepareFirstStart(store, undefined, now);
  const { id: accountId } = await store.db.selectFrom("accounts").select("id").executeTakeFirstOrThrow();
  const queue = openQueue(store, jobKinds);
  t.after(() => store.close());
  const alertOnce = createAlertOnce(store, createEvents(queue, now), now);
  let depths: readonly QueueDepth[] = [];
  const deps = {
    store,
    queue: { depths: async () => depths },
    alertOnce,
    now,
    resolveTxt: async () => [],
    mailer: noMailer,
    publicUrl: () => "",
  };
  const failures: unknown[] = [];
  const log = { ...silent, error: (detail: object) => void failures.push(detail) };
  const check = async () => {
    // As on two nodes at once.
    await Promise.all([checkOnce(deps, log), checkOnce(deps, log)]);
    assert.deepEqual(failures, []);
  };
  const events = async () => {
    const rows = await store.db.selectFrom("events").selectAll().orderBy("created_at_ms").orderBy("type").execute();
    return rows.map(({ type, account_id, data }) => ({ type, account_id, data: JSON.parse(data) as unknown }));
  };
  const keys = { store, now, changed: () => {} };
  return {
    config,
    store,
    queue,
    alertOnce,
    apiKey,
    accountId,
    keys,
    now,
    check,
    events,
    wait: (waiting: readonly QueueDepth[]) => (depths = waiting),
    advance: (ms: number) => (nowMs += ms),
  };
}

onEachStore("alerts", (kind) => {
  test("a month that is four fifths used up is reported once to subscribers, whichever node finds it", async (t) => {
    const { store, queue, alertOnce, apiKey, accountId, now, events, advance } = await start(t, kind);
    const receiver = await startReceiver(t);
    const post = createPost({ allowedDomains: ["hooks.test"], allowPrivate: true, resolve: async () => ["127.0.0.1"] });
    const webhooks = { store, queue, post, seal: createSeal(randomBytes(32)), now: Date.now };
    const made = await createEndpoint(webhooks, commandLine, accountId, {
      url: receiver.url,
      types: ["key.limit_near"],
    });
    const workers = startWorkers(
      { store, queue, log: silent, pollMs: 10 },
      deliveryHandlers({ ...webhooks, log: silent }),
    );
    t.after(() => workers.stop());
    const plan = { requestsPerMinute: null, requestsPerMonth: 10, concurrentRequests: null };
    const makeNode = () => {
      const watchMonth = createMonthWatch(alertOnce, silent, now);
      const access = createAccess({ store, plans: { unlimited: plan }, now, watchMonth });
      t.after(() => access.stop());
      return access;
    };
    const [first, second] = [makeNode(), makeNode()];
    const found = await first.identify(`Bearer ${apiKey}`);
    assert.ok(found.outcome === "known");
    const { caller } = found;
    for (let request = 1; request < 8; request++) await first.admit(caller);
    assert.deepEqual(await events(), [], "seven of ten");
    for (let request = 8; request <= 10; request++) await first.admit(caller);
    for (let request = 1; request <= 10; request++) await second.admit(caller);
    const data = {
      id: caller.keyId,
      limit: "month",
      of: "plan",
      plan: "unlimited",
      quota: 10,
      remaining: 2,
      resets_at: "2026-12-01T00:00:00.000Z",
    };
    assert.deepEqual(await events(), [{ type: "key.limit_near", account_id: accountId, data }]);

    const received = await until(() => receiver.received[0]);
    const heard = new Webhook(made?.secret ?? "").verify(received.body, received.headers as Record<string, string>);
    assert.deepEqual(heard, { type: "key.limit_near", timestamp: "2026-11-21T12:00:00.000Z", data });

    advance(10 * dayMs);
    for (let request = 1; request <= 9; request++) await second.admit(caller);
    assert.equal((await events()).length, 2, "and again in the next month");
  });

  test("a key that expires within seven days is reported once, and again when its expiry changes", async (t) => {
    const { store, accountId, keys, now, check, events } = await start(t, kind);
    const make = (name: string, days: number) =>
      madeKey(keys, commandLine, accountId, { name, kind: "private", expiresAtMs: now() + days * dayMs });
    const soon = await make("soon", 6);
    await make("later", 8);
    const revoked = await make("revoked", 1);
    await store.db
      .updateTable("api_keys")
      .set({ revoked_at_ms: now() })
      .where("id", "=", revoked?.key.id ?? "")
      .execute();
    await check();
    await check();
    const data = { id: soon?.key.id, name: "soon", expires_at: "2026-11-27T12:00:00.000Z" };
    assert.deepEqual(await events(), [{ type: "key.expiring", account_id: accountId, data }]);
    await store.db
      .updateTable("api_keys")
      .set({ expires_at_ms: now() + 2 * dayMs })
      .where("id", "=", soon?.key.id ?? "")
      .execute();
    await check();
    assert.equal((await events()).length, 2);
  });

  test("an account half of whose requests fail is alerted once a day, with the most frequent code", async (t) => {
    const { store, apiKey, accountId, now, check, events, advance } = await start(t, kind);
    const access = createAccess({ store, now });
    t.after(() => access.stop());
    const found = await access.identify(`Bearer ${apiKey}`);
    assert.ok(found.outcome === "known");
    const { caller } = found;
    const log = async (count: number, code: string | null, holder = caller) => {
      const answered = { requestId: "r", route: "POST /api/v3/verify", status: 200, outcome: "match", code };
      const rows = Array.from({ length: count }, () =>
        rowOf({ holder, ...answered, issues: {}, stagesMs: {}, durationMs: 1 }, "nd_1", now()),
      );
      await store.db.insertInto("requests").values(rows).execute();
    };
    const other = await makeAccount(store, commandLine, { email: "other@example.com", plan: "free" }, now());
    await log(40, "no_face", { ...caller, accountId: other.account.id });
    await log(30, null);
    await log(19, "no_face");
    await log(10, "engine_busy");
    await log(50, "no_face", { ...caller, test: true });
    await check();
    assert.deepEqual(await events(), [], "forty are too few, 29 of 59 not half, and those of a test key do not count");
    await log(1, "no_face");
    await check();
    await check();
    const data = { requests: 60, failed: 30, code: "no_face", since: "2026-11-21T11:45:00.000Z" };
    assert.deepEqual(await events(), [{ type: "requests.failing", account_id: accountId, data }]);
    advance(dayMs);
    await check();
    assert.equal((await events()).length, 1, "what was a day ago is over");
    await log(50, "no_face");
    await check();
    assert.equal((await events()).length, 2);
  });

  test("jobs that wait too long are reported to operators' own teams, once a day for each kind", async (t) => {
    const { store, accountId, now, check, events, wait, advance } = await start(t, kind);
    await makeAccount(store, commandLine, { email: "other@example.com", plan: "free" }, now());
    const depth = { ready: 12, delayed: 0, active: 1, oldestSeconds: 301.4 };
    wait([
      { name: "webhook_delivery", ...depth },
      { name: "batch_group", ...depth },
      { name: "session_simulation", ...depth, oldestSeconds: 20 },
    ]);
    await check();
    await check();
    const data = { queue: "webhook_delivery", waiting: 12, oldest_s: 301 };
    assert.deepEqual(await events(), [{ type: "queue.growing", account_id: accountId, data }]);
    advance(dayMs);
    await check();
    assert.equal((await events()).length, 2);
  });
});
