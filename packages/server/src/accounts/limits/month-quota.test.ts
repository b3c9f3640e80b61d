import assert from "node:assert/strict";
import { test } from "node:test";
import type { Plan } from "../access/plans.ts";
import { createCounters } from "./counters.ts";
import { createLimits, minuteState } from "./limits.ts";
import { createMonthCounter } from "./month-counter.ts";
import { createSlots } from "./slots.ts";

const noonMs = Date.UTC(2026, 10, 21, 12);
const plan = (requestsPerMonth: number | null): Plan => ({
  requestsPerMinute: null,
  requestsPerMonth,
  concurrentRequests: null,
});

function limitsOf(usedBefore = 0) {
  const months = createMonthCounter(createCounters("test:months"), async () => usedBefore);
  const limits = createLimits({
    minutes: createCounters("test:minutes"),
    months,
    slots: createSlots(),
    of: "plan",
    now: () => noonMs,
  });
  return { ...limits, used: () => months.get("a", noonMs) };
}

test("what the month rejects is not counted for it", async () => {
  const account = limitsOf();
  const outcomes = [
    await account.admit("a", plan(1)),
    await account.admit("a", plan(1)),
    await account.admit("a", plan(1)),
  ];
  assert.deepEqual(
    outcomes.map(({ outcome }) => outcome),
    ["admitted", "quota_exceeded", "quota_exceeded"],
  );
  assert.equal(await account.used(), 1);
});

test("a batch takes what is left of the month, and refunds what it did not use", async () => {
  const account = limitsOf(4);
  assert.equal(await account.takeOfMonth("a", plan(10), 20), 6);
  assert.equal(await account.used(), 10);
  assert.equal(await account.takeOfMonth("a", plan(10), 1), 0);
  await account.refundMonth("a", plan(10), 5);
  assert.equal(await account.used(), 5);
  assert.equal(await account.takeOfMonth("a", plan(10), 5), 5);
});

test("without a monthly quota a batch takes all, and nothing is counted", async () => {
  const account = limitsOf();
  assert.equal(await account.takeOfMonth("a", plan(null), 20), 20);
  await account.refundMonth("a", plan(null), 5);
  assert.equal(await account.used(), 0);
});

test("the state of an account is reported without counting", async () => {
  const account = limitsOf(3);
  await account.admit("a", plan(10));
  assert.equal((await account.state("a", plan(10)))[0]?.remaining, 6);
  assert.equal(await account.used(), 4);
});

test("a minute that has begun ends within a minute, in whole seconds, whatever the clock did", () => {
  assert.equal(minuteState(5, 7, 1, "plan").resetSeconds, 1);
  assert.equal(minuteState(5, 7, 59_001, "plan").resetSeconds, 60);
  assert.equal(minuteState(5, 7, 3_600_000, "plan").resetSeconds, 60);
  assert.equal(minuteState(5, 7, 1, "plan").remaining, 0);
  assert.equal(minuteState(5, 2, 1, "plan").remaining, 3);
});
