import assert from "node:assert/strict";
import { test } from "node:test";
import { createCounters } from "./counters.ts";
import type { Counters } from "./counters.ts";
import { createMonthCounter } from "./month-counter.ts";

const nowMs = Date.UTC(2026, 10, 21);

/** Two nodes with shared counters, and `lose`, which deletes the counters as an emptied Redis would. */
function start(used: number) {
  const counters = createCounters("test");
  const node = () => createMonthCounter(counters, async () => used);
  const lose = async () => {
    for (const name of ["acc:2026-11", "acc:2026-11:begin"]) await counters.clear(name);
  };
  return { one: node(), other: node(), lose };
}

test("what was used before counts, from the first request on, on every node", async () => {
  const { one, other } = start(5);
  const counts = await Promise.all([one, one, other, other, other].map((node) => node.add("acc", nowMs)));
  assert.deepEqual(counts, [6, 7, 8, 9, 10]);
  assert.equal(await one.add("acc", nowMs), 11);
  assert.deepEqual([await one.get("acc", nowMs), await other.get("acc", nowMs)], [11, 11]);
});

test("a request is counted once where another node reads it among what was used", async () => {
  const counters = createCounters("test");
  const one = createMonthCounter(counters, async () => 5);
  const recorded = Promise.withResolvers<number>();
  const other = createMonthCounter(counters, () => recorded.promise);
  const second = other.add("acc", nowMs);
  assert.equal(await one.add("acc", nowMs), 7);
  recorded.resolve(6);
  assert.equal(await second, 6);
  assert.equal(await other.add("acc", nowMs), 8);
});

test("when the counters are lost, what was used still counts, also where a refund comes first", async () => {
  const { one, other, lose } = start(5);
  assert.equal(await one.add("acc", nowMs), 6);
  await lose();
  await other.refund("acc", nowMs);
  for (const node of [one, other, one, other, ...Array.from({ length: 16 }, () => one)]) {
    const count = await node.add("acc", nowMs);
    assert.ok(count > 5, `${count} after 5 were used`);
  }
});

test("a Redis that hangs, and then does what was given up on, uses up no month", async () => {
  const [redis, own] = [createCounters("redis"), createCounters("own")];
  const late: (() => Promise<unknown>)[] = [];
  let hangs = false;
  /** Like a limiter whose time-out has passed: it counts on its own node, and cannot take back what it has sent to Redis. */
  const either = <T>(work: (counters: Counters) => Promise<T>): Promise<T> => {
    if (hangs) late.push(() => work(redis));
    return work(hangs ? own : redis);
  };
  const counters: Counters = {
    add: (...given) => either((which) => which.add(...given)),
    get: (...given) => either((which) => which.get(...given)),
    clear: (...given) => either((which) => which.clear(...given)),
  };
  let used = 5;
  const node = createMonthCounter(counters, async () => used);
  assert.deepEqual([await node.add("acc", nowMs), await node.add("acc", nowMs)], [6, 7]);
  used = 7;
  hangs = true;
  assert.equal(await node.add("acc", nowMs), 8);
  used = 8;
  hangs = false;
  for (const work of late) await work();
  assert.equal(await node.get("acc", nowMs), 8);
  assert.deepEqual([await node.add("acc", nowMs), await node.add("acc", nowMs)], [9, 10]);
  assert.equal(await node.get("acc", nowMs), 10);
});
