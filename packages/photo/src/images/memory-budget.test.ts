import assert from "node:assert/strict";
import { test } from "node:test";
import { BudgetExhausted, MemoryBudget } from "./memory-budget.ts";

const never = new AbortController().signal;

/** A request that holds this many bytes. */
function holding(budget: MemoryBudget, accountId: string, bytes: number) {
  const held = budget.hold(accountId, never);
  held.add(bytes);
  return held;
}

test("an account may use at most as much as is still free, so that there is room for one more", () => {
  const budget = new MemoryBudget(120, 60_000);
  assert.equal(holding(budget, "a", 60).isWithinShare, true);
  assert.equal(holding(budget, "a", 1).isWithinShare, false);
  assert.equal(holding(budget, "b", 29).isWithinShare, true);
  assert.equal(holding(budget, "b", 1).isWithinShare, false);
  assert.equal(holding(budget, "c", 10).isWithinShare, true);
  assert.equal(budget.takenBytes, 101);
});

test("what is given back is there for those who wait, in the order they came, each within its share", async () => {
  const budget = new MemoryBudget(100, 60_000);
  const first = holding(budget, "a", 50);
  const order: string[] = [];
  const waiting = [
    budget
      .hold("a", never)
      .reserve(40)
      .then(() => order.push("a")),
    budget
      .hold("b", never)
      .reserve(30)
      .then(() => order.push("b")),
  ];
  first.release();
  await Promise.all(waiting);
  assert.deepEqual(order, ["a", "b"]);
  assert.equal(budget.takenBytes, 70);
});

test("another account's large photo blocks no other request", async () => {
  const budget = new MemoryBudget(100, 60_000);
  const held = holding(budget, "a", 50);
  const large = budget.hold("a", never).reserve(35);
  await budget.hold("b", never).reserve(25);
  held.release();
  await large;
});

test("a request that waits too long gets an error", async () => {
  const budget = new MemoryBudget(100, 20);
  holding(budget, "a", 50);
  await assert.rejects(budget.hold("a", never).reserve(1), BudgetExhausted);
});

test("what comes free goes to none who left, and to each who waits once", async () => {
  const budget = new MemoryBudget(100, 60_000);
  const first = holding(budget, "a", 50);
  const client = new AbortController();
  const gone = budget.hold("b", client.signal).reserve(30);
  const waiting = budget.hold("c", never).reserve(30);
  client.abort();
  await assert.rejects(gone, BudgetExhausted);
  first.release();
  await waiting;
  first.release();
  assert.equal(budget.takenBytes, 30);
});

test("a client that goes away, or has gone already, waits no longer", async () => {
  const budget = new MemoryBudget(100, 3_600_000);
  holding(budget, "a", 50);
  const client = new AbortController();
  const waiting = budget.hold("a", client.signal).reserve(1);
  client.abort();
  await assert.rejects(waiting, BudgetExhausted);
  await assert.rejects(budget.hold("b", AbortSignal.abort()).reserve(1), BudgetExhausted);
});
