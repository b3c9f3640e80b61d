import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { setImmediate } from "node:timers/promises";
import type { NewEvent } from "@selfsame/platform/events/events";
import { callerOfKey } from "../../accounts/keys/callers.ts";
import { insertKey } from "../../accounts/keys/keys.ts";
import { noMailer } from "../mail/mailer.ts";
import { prepareFirstStart } from "../../accounts/people/first-start.ts";
import type { QueueDepth } from "@selfsame/platform/queue/queue";
import { rowOf } from "../request-log/row.ts";
import { silent } from "@selfsame/platform/store/log";
import type { StoreKind } from "@selfsame/platform/store/migrate";
import { StoreUnavailable } from "@selfsame/platform/store/outage";
import { freshStore, onEachStore } from "@selfsame/platform/testing/store/each-store";
import { alertExpiringKeys } from "./expiring-keys.ts";
import { alertFailingRequests } from "./failing-requests.ts";
import { alertGrowingQueues } from "./growing-queues.ts";
import { checkOnce, watchForAlerts } from "./watch.ts";

const hourMs = 3600_000;
const dayMs = 24 * hourMs;
const nowMs = Date.UTC(2026, 10, 21, 12);
/** Days since 1970: identifies what occurs once a day. */
const today = String(Math.floor(nowMs / dayMs));

async function start(t: TestContext, kind: StoreKind) {
  const store = await freshStore(t, kind);
  const { db } = store;
  await prepareFirstStart(store);
  const { id: accountId } = await db.selectFrom("accounts").select("id").executeTakeFirstOrThrow();
  const reported: (readonly [NewEvent, string])[] = [];
  const depths: QueueDepth[] = [];
  const deps = {
    store,
    queue: { depths: async () => depths },
    alertOnce: async (event: NewEvent, occurrence: string) => void reported.push([event, occurrence]),
    resolveTxt: async () => [],
    mailer: noMailer,
    publicUrl: () => "",
    now: () => nowMs,
  };
  const taken = () => reported.splice(0).map(([{ data }, occurrence]) => [data, occurrence] as const);
  const close = () => db.updateTable("accounts").set({ closed_at_ms: nowMs }).execute();
  return { deps, db, accountId, depths, taken, close };
}

onEachStore("alerts are due", (kind) => {
  test("for keys from seven days before their end until it, and not for those of the playground", async (t) => {
    const { deps, db, accountId, taken, close } = await start(t, kind);
    const make = async (expiresAtMs: number) =>
      (await insertKey(db, accountId, { name: `${expiresAtMs - nowMs}`, kind: "private", expiresAtMs }, nowMs)).key.id;
    await make(nowMs);
    await make(nowMs + 7 * dayMs + 1);
    const [next, last, played] = [await make(nowMs + 1), await make(nowMs + 7 * dayMs), await make(nowMs + 2)];
    await db.updateTable("api_keys").set({ playground: 1 }).where("id", "=", played).execute();
    await alertExpiringKeys(deps);
    const expected: (readonly [object, string])[] = [
      [{ id: next, name: "1", expires_at: "2026-11-21T12:00:00.001Z" }, `${next} ${nowMs + 1}`],
      [{ id: last, name: `${7 * dayMs}`, expires_at: "2026-11-28T12:00:00.000Z" }, `${last} ${nowMs + 7 * dayMs}`],
    ];
    const byName = ([a]: readonly [object, string], [b]: readonly [object, string]) =>
      JSON.stringify(a).localeCompare(JSON.stringify(b));
    assert.deepEqual(taken().toSorted(byName), expected.toSorted(byName));
    await close();
    await alertExpiringKeys(deps);
    assert.deepEqual(taken(), []);
  });

  test("for requests of the last quarter of an hour, fifty at least, half of them failed, by the most frequent code", async (t) => {
    const { deps, db, taken, close } = await start(t, kind);
    const { id: keyId } = await db.selectFrom("api_keys").select("id").executeTakeFirstOrThrow();
    const caller = (await callerOfKey(deps.store, keyId, nowMs)) ?? assert.fail("no caller");
    const answered = { requestId: "r", route: "POST /api/v3/verify", status: 200, outcome: "match" };
    const log = async (count: number, code: string | null, agoMs = 0, ofTest = false) => {
      const holder = { ...caller, test: ofTest };
      const request = { ...answered, holder, code, issues: {}, stagesMs: {}, durationMs: 1 };
      const rows = Array.from({ length: count }, () => rowOf(request, "nd_1", nowMs - agoMs));
      await db.insertInto("requests").values(rows).execute();
    };
    await log(25, null);
    await log(12, "b_code");
    await log(12, "a_code", 15 * 60_000);
    await log(30, "z_code", 15 * 60_000 + 1);
    await log(60, "z_code", 0, true);
    await alertFailingRequests(deps);
    assert.deepEqual(taken(), [], "49, and 24 of them");
    await log(1, "c_code");
    await alertFailingRequests(deps);
    const data = { requests: 50, failed: 25, code: "a_code", since: "2026-11-21T11:45:00.000Z" };
    assert.deepEqual(taken(), [[data, today]]);
    await log(1, null);
    await alertFailingRequests(deps);
    assert.deepEqual(taken(), [], "25 of 51");
    await log(1, "c_code");
    await close();
    await alertFailingRequests(deps);
    assert.deepEqual(taken(), []);
  });

  test("for queues to the teams that an operator owns", async (t) => {
    const { deps, db, depths, taken, close } = await start(t, kind);
    const depth = { name: "webhook_delivery", ready: 3, delayed: 0, active: 0, oldestSeconds: 400.6 };
    depths.push({ ...depth, oldestSeconds: 1 });
    await alertGrowingQueues(deps);
    assert.deepEqual(taken(), [], "none is late");
    await db.updateTable("users").set({ operator: 0 }).execute();
    depths[0] = depth;
    await alertGrowingQueues(deps);
    assert.deepEqual(taken(), [], "no operator");
    await db.updateTable("users").set({ operator: 1 }).execute();
    await alertGrowingQueues(deps);
    const data = { queue: "webhook_delivery", waiting: 3, oldest_s: 401 };
    assert.deepEqual(taken(), [[data, `webhook_delivery ${today}`]]);
    await close();
    await alertGrowingQueues(deps);
    assert.deepEqual(taken(), []);
  });

  test("at once and every five minutes; what fails is logged, except for an outage, and stops no other", async (t) => {
    const { deps, db, accountId, taken } = await start(t, kind);
    await insertKey(db, accountId, { name: "ends", kind: "private", expiresAtMs: nowMs + 1 }, nowMs);
    const logged: object[] = [];
    const log = { ...silent, error: (detail: object) => void logged.push(detail) };
    const failing = (err: Error) => ({
      ...deps,
      queue: {
        depths: async () => {
          throw err;
        },
      },
    });
    await checkOnce(failing(new StoreUnavailable()), log);
    assert.deepEqual([taken().length, logged], [1, []]);
    const err = new TypeError("a fault");
    await checkOnce(failing(err), log);
    assert.deepEqual([taken().length, logged], [1, [{ err, what: "queues that grow" }]]);

    t.mock.timers.enable({ apis: ["setInterval"] });
    const asked = { depths: 0, release: () => {} };
    const released = new Promise<void>((settle) => (asked.release = settle));
    const slow = async () => {
      asked.depths++;
      await released;
      return [];
    };
    const stop = watchForAlerts({ ...deps, queue: { depths: slow } }, log);
    while (asked.depths < 1) await setImmediate();
    asked.release();
    for (const [ms, checks] of [
      [5 * 60_000 - 1, 1],
      [1, 2],
      [5 * 60_000, 3],
    ] as const) {
      t.mock.timers.tick(ms);
      while (asked.depths < checks) await setImmediate();
      assert.equal(asked.depths, checks);
    }
    const last = watchForAlerts({ ...deps, queue: { depths: slow } }, log);
    await Promise.all([stop(), last()]);
    assert.equal(asked.depths, 4, "the check in progress ends first");
    t.mock.timers.tick(60 * 60_000);
    for (let i = 0; i < 100; i++) await setImmediate();
    assert.equal(asked.depths, 4);
  });
});
