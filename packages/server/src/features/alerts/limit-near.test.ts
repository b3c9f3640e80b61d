import assert from "node:assert/strict";
import { test } from "node:test";
import type { LimitState } from "../../accounts/access/access.ts";
import type { NewEvent } from "@selfsame/platform/events/events";
import { silent } from "@selfsame/platform/store/log";
import { StoreUnavailable } from "@selfsame/platform/store/outage";
import { createMonthWatch } from "./limit-near.ts";

const caller = { accountId: "acc_1", keyId: "key_1", plan: "free" };
const base = { limit: "month", plan: "free", resets_at: "2026-12-01T00:00:00.000Z" };

function start() {
  let nowMs = Date.UTC(2026, 10, 21);
  const monthMs = () => Date.UTC(2026, new Date(nowMs).getUTCMonth());
  const reported: (readonly [NewEvent, string])[] = [];
  const logged: object[] = [];
  const failure: { error?: Error | undefined } = {};
  const alertOnce = async (event: NewEvent, occurrence: string) => {
    if (failure.error) throw failure.error;
    reported.push([event, occurrence]);
  };
  const log = { ...silent, error: (detail: object) => void logged.push(detail) };
  const watch = createMonthWatch(alertOnce, log, () => nowMs);
  const month = (of: "plan" | "key", quota: number, remaining: number, keyId?: string, by = caller) =>
    watch(by, { of, quota, remaining, ...(keyId !== undefined && { keyId }) } as LimitState);
  const taken = () => reported.splice(0).map(([{ type, data }, occurrence]) => ({ type, data, occurrence }));
  return { month, taken, logged, failure, monthMs, advance: (ms: number) => (nowMs += ms) };
}

test("an account's month is reported from four fifths on, once, and again in the next month", async () => {
  const { month, taken, monthMs, advance } = start();
  await month("plan", 10, 3);
  assert.deepEqual(taken(), []);
  await month("plan", 10, 2);
  const data = { ...base, id: "key_1", of: "plan", quota: 10, remaining: 2 };
  assert.deepEqual(taken(), [{ type: "key.limit_near", data, occurrence: String(monthMs()) }]);
  await month("plan", 10, 1);
  await month("plan", 10, 1, undefined, { ...caller, keyId: "key_2" });
  assert.deepEqual(taken(), [], "whichever key it was");
  await month("plan", 10, 2, undefined, { ...caller, accountId: "acc_2" });
  assert.equal(taken().length, 1, "each account for itself");
  advance(10 * 24 * 3600_000);
  await month("plan", 10, 0);
  const next = { ...data, remaining: 0, resets_at: "2027-01-01T00:00:00.000Z" };
  assert.deepEqual(taken(), [{ type: "key.limit_near", data: next, occurrence: String(monthMs()) }]);
});

test("a key's own month is reported when it is nearly used up, and when it is, under the key that has the limit", async () => {
  const { month, taken, monthMs } = start();
  await month("key", 10, 1);
  const near = { ...base, id: "key_1", of: "key", quota: 10, remaining: 1 };
  assert.deepEqual(taken(), [{ type: "key.limit_near", data: near, occurrence: `key_1 ${monthMs()}` }]);
  await month("key", 10, 0);
  await month("key", 10, 0);
  const reached = { ...base, id: "key_1", of: "key", quota: 10 };
  assert.deepEqual(taken(), [{ type: "key.limit_reached", data: reached, occurrence: `key_1 ${monthMs()}` }]);
  await month("key", 10, 1, "key_parent");
  const parents = { ...near, id: "key_parent" };
  assert.deepEqual(taken(), [{ type: "key.limit_near", data: parents, occurrence: `key_parent ${monthMs()}` }]);
  await month("plan", 10, 1);
  assert.equal(taken().length, 1, "the account's is another limit");
});

test("what could not be reported is tried with the next request, and logged unless the database is unavailable", async () => {
  const { month, taken, logged, failure } = start();
  failure.error = new StoreUnavailable();
  await month("plan", 10, 1);
  assert.deepEqual(logged, []);
  failure.error = new TypeError("a fault");
  await month("plan", 10, 1);
  assert.deepEqual(logged, [{ err: failure.error }]);
  failure.error = undefined;
  await month("plan", 10, 1);
  assert.equal(taken().length, 1);
});

test("ten thousand reports are remembered, and then all are forgotten", async () => {
  const { month, taken } = start();
  for (let i = 0; i <= 10_000; i++) await month("key", 10, 1, `key_${i}`);
  taken();
  await month("key", 10, 1, "key_0");
  assert.equal(taken().length, 0);
  await month("key", 10, 1, "key_last");
  await month("key", 10, 1, "key_0");
  assert.equal(taken().length, 2);
});
