import assert from "node:assert/strict";
import { test } from "node:test";
import type { TestContext } from "node:test";
import { Registry } from "prom-client";
import type { Caller } from "../../accounts/access/access.ts";
import { defaultRetention } from "../retention/periods.ts";
import { sweepStore } from "../retention/retention.ts";
import { silent } from "@selfsame/platform/store/log";
import { testCaller } from "../../../testing/test-caller.ts";
import { openStore } from "@selfsame/platform/store/store";
import type { Store } from "@selfsame/platform/store/store";
import { startCuttableProxy } from "@selfsame/platform/testing/store/cuttable-proxy";
import { freshConfig, freshStore, noPostgres, onEachStore } from "@selfsame/platform/testing/store/each-store";
import { until } from "@selfsame/platform/testing/until";
import { listRequests } from "./list-requests.ts";
import { type RequestLogDeps, createRequestLog } from "./request-log.ts";
import type { AnsweredRequest } from "./row.ts";

const dayMs = 24 * 3600_000;
const startMs = Date.UTC(2026, 10, 21, 12);

const caller = (accountId: string, keyId = "key_1"): Caller => testCaller({ keyId, accountId });

const verified: AnsweredRequest = {
  holder: caller("acc_1"),
  requestId: "r-1",
  route: "POST /api/v3/verify",
  status: 200,
  outcome: "no_match",
  code: null,
  issues: { reference: [], selfie: ["blurred"] },
  light: "attack",
  stagesMs: { queue: 0.4, decode: 12.3 },
  durationMs: 70.1234,
};

function open(t: TestContext, store: Store, more: Partial<RequestLogDeps> = {}) {
  const registry = new Registry();
  let nowMs = startMs;
  const now = () => nowMs;
  const log = createRequestLog({ store, log: silent, node: "nd_1", registry, days: 7, now, ...more });
  t.after(() => log.stop());
  const dropped = async () => {
    const metric = await registry.getSingleMetric("selfsame_request_log_dropped_total")?.get();
    return metric?.values[0]?.value;
  };
  return { log, dropped, advance: (ms: number) => (nowMs += ms) };
}

onEachStore("request log", (kind) => {
  test("a request is found by its id, by its own account only, as it was", async (t) => {
    const { log } = open(t, await freshStore(t, kind));
    log.note(verified);
    const { id, ...found } = (await log.find("acc_1", "r-1", false)) ?? assert.fail();
    assert.match(id, /^[\da-z]{9}\w{10}$/);
    assert.deepEqual(found, {
      requestId: "r-1",
      keyId: "key_1",
      route: "POST /api/v3/verify",
      status: 200,
      outcome: "no_match",
      code: null,
      issues: { selfie: ["blurred"] },
      light: "attack",
      challenge: null,
      stagesMs: { queue: 0.4, decode: 12.3 },
      durationMs: 70.1,
      node: "nd_1",
      atMs: startMs,
    });
    assert.equal(await log.find("acc_2", "r-1", false), undefined);
    assert.equal(await log.find("acc_1", "r-2", false), undefined);
  });

  test("what waits is written without being asked for, and at the end", async (t) => {
    const store = await freshStore(t, kind);
    const { log } = open(t, store);
    const count = async () => (await listRequests(store.db, "acc_1", { limit: 1000 })).requests.length;
    log.note(verified);
    await until(async () => (await count()) === 1);
    // More rows than one statement takes.
    for (let i = 0; i < 600; i++) log.note(verified);
    await log.stop();
    assert.equal(await count(), 601);
  });

  test("newest first, page by page, by key, outcome, code, route and time", async (t) => {
    const store = await freshStore(t, kind);
    const { log, advance } = open(t, store);
    const refused = { status: 422, outcome: "error", code: "no_face", route: "POST /api/v3/analyze" } as const;
    for (const [requestId, change] of [
      ["a", { holder: caller("acc_1", "key_2") }],
      ["b", refused],
      ["c", {}],
      ["of another", { holder: caller("acc_2") }],
    ] as const) {
      log.note({ ...verified, requestId, ...change });
      advance(1000);
    }
    // Two within one millisecond.
    for (const requestId of ["d", "e"]) log.note({ ...verified, requestId });
    await log.stop();
    const list = async (filter: object, limit = 10) => {
      const { requests, next } = await listRequests(store.db, "acc_1", { limit, ...filter });
      return {
        ids: requests
          .map(({ requestId }) => requestId)
          .toSorted()
          .join(""),
        next,
      };
    };
    const first = await list({}, 1);
    const second = await list({ after: first.next }, 1);
    const third = await list({ after: second.next }, 2);
    assert.deepEqual([[first.ids, second.ids].toSorted(), third.ids], [["d", "e"], "bc"]);
    assert.deepEqual(await list({ after: third.next }), { ids: "a", next: undefined });
    for (const [filter, ids] of [
      [{ keyId: "key_2" }, "a"],
      [{ outcome: "no_match" }, "acde"],
      [{ code: "no_face" }, "b"],
      [{ outcome: "error" }, "b"],
      [{ route: "POST /api/v3/analyze" }, "b"],
      [{ fromMs: startMs + 1000, toMs: startMs + 3000 }, "bc"],
      [{ requestId: "c" }, "c"],
    ] as const) {
      assert.equal((await list(filter)).ids, ids, JSON.stringify(filter));
    }
  });

  test("rows go after as many days as the operator says, and with none nothing is noted", async (t) => {
    const store = await freshStore(t, kind);
    const { log, advance } = open(t, store);
    log.note({ ...verified, requestId: "old" });
    advance(2 * dayMs);
    log.note(verified);
    await log.stop();
    const off = open(t, store, { days: 0 });
    off.log.note({ ...verified, requestId: "off" });
    await off.log.stop();
    const ids = async () => (await listRequests(store.db, "acc_1", { limit: 10 })).requests.map((one) => one.requestId);
    assert.deepEqual(await ids(), ["r-1", "old"]);
    await sweepStore(store, startMs + 7 * dayMs + 1, silent);
    assert.deepEqual(await ids(), ["r-1"]);
    await sweepStore(store, startMs + 2 * dayMs + 1, silent, { ...defaultRetention, requestLogDays: 0 });
    assert.deepEqual(await ids(), []);
  });
});

test(
  "while the database is away requests wait, so many and no more, and are written once",
  { skip: noPostgres },
  async (t) => {
    const config = await freshConfig(t, "postgres");
    const proxy = await startCuttableProxy(t, config.databaseUrl);
    const store = await openStore({ ...config, databaseUrl: proxy.databaseUrl });
    t.after(() => store.close());
    const { log, dropped } = open(t, store, { waitingMax: 3 });
    await proxy.cut();
    for (const requestId of ["a", "b", "c", "d", "e"]) log.note({ ...verified, requestId });
    assert.equal(await dropped(), 2);
    await assert.rejects(log.find("acc_1", "a", false), { name: "StoreUnavailable" });
    await proxy.mend();
    const written = await until(async () => {
      const found = await listRequests(store.db, "acc_1", { limit: 10 }).catch(() => undefined);
      return found && found.requests.length > 0 ? found.requests : undefined;
    });
    assert.deepEqual(written.map(({ requestId }) => requestId).toSorted(), ["a", "b", "c"]);
    assert.equal(await dropped(), 2);
  },
);
