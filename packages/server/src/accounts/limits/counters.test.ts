import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { test } from "node:test";
import { silent } from "@selfsame/platform/store/log";
import { openRedis } from "@selfsame/platform/store/redis";
import { noRedis, redisUrl } from "@selfsame/platform/testing/store/each-store";
import { createCounters } from "./counters.ts";
import { createLimits } from "./limits.ts";
import { createMonthCounter } from "./month-counter.ts";
import { createSlots } from "./slots.ts";

const hourMs = 3600_000;
const plan = { requestsPerMinute: 1, requestsPerMonth: null, concurrentRequests: null };

for (const backMs of [hourMs, 365 * 24 * hourMs]) {
  test(`the longest wait is a minute when the clock went back by ${backMs / hourMs} hours`, async (t) => {
    const nowMs = Date.UTC(2026, 10, 21);
    t.mock.timers.enable({ apis: ["Date"], now: nowMs });
    const minutes = createCounters("test");
    const months = createMonthCounter(createCounters("test-month"), async () => 0);
    const limits = createLimits({ minutes, months, slots: createSlots(), of: "plan", now: Date.now });
    await limits.admit("acc", plan);
    t.mock.timers.setTime(nowMs - backMs);
    const refused = await limits.admit("acc", plan);
    assert.ok(refused.outcome === "rate_limited");
    assert.ok(refused.retryAfterSeconds <= 60, `${refused.retryAfterSeconds} s`);
    const [state] = await limits.state("acc", plan);
    assert.ok(state && state.resetSeconds <= 60, `${state?.resetSeconds} s`);
    assert.ok((await minutes.add("acc", 1, 60)).resetMs <= 60_000);
  });
}

test("a counter whose Redis set its clock back ends after its time all the same", { skip: noRedis }, async (t) => {
  const redis = openRedis({ url: redisUrl }, silent);
  t.after(() => redis.disconnect());
  await once(redis, "ready");
  const prefix = `test-${randomUUID()}`;
  const counters = createCounters(prefix, redis);
  assert.equal((await counters.add("acc", 1, 60)).value, 1);
  // As after the clock was set back: the expiry time is the same, and so is further away.
  assert.equal(await redis.pexpire(`${prefix}:acc`, hourMs), 1);
  const { value, resetMs } = await counters.add("acc", 1, 60);
  assert.equal(value, 2, "what was counted stays");
  assert.ok(resetMs <= 60_000, `${resetMs} ms`);
  assert.ok((await redis.pttl(`${prefix}:acc`)) <= 60_000);
  await counters.clear("acc");
});
