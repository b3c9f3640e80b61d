import assert from "node:assert/strict";
import { test } from "node:test";
import { BudgetExhausted, UploadBudget } from "./upload-budget.ts";

const never = new AbortController().signal;

test("room is given in the order it was asked for, and never more than there is", async () => {
  const budget = new UploadBudget(10, 60_000);
  const order: string[] = [];
  const first = await budget.reserve(6, never);
  const second = budget.reserve(6, never).then((release) => (order.push("second"), release));
  const third = budget.reserve(1, never).then((release) => (order.push("third"), release));
  assert.equal(budget.takenBytes, 6);

  first();
  const releases = await Promise.all([second, third]);
  assert.deepEqual(order, ["second", "third"]);
  assert.equal(budget.takenBytes, 7);
  for (const release of releases) release();
  assert.equal(budget.takenBytes, 0);
});

test("who waits too long is told so, and lets those behind it pass", async () => {
  const budget = new UploadBudget(10, 20);
  const first = await budget.reserve(8, never);
  const tooBig = budget.reserve(9, never);
  await assert.rejects(tooBig, BudgetExhausted);
  const small = await budget.reserve(2, never);
  assert.equal(budget.takenBytes, 10);
  first();
  small();
  assert.equal(budget.takenBytes, 0);
});

test("a client that goes away leaves the queue", async () => {
  const budget = new UploadBudget(10, 60_000);
  const first = await budget.reserve(10, never);
  const client = new AbortController();
  const waiting = budget.reserve(5, client.signal);
  const behind = budget.reserve(5, never);
  client.abort();
  await assert.rejects(waiting, BudgetExhausted);
  first();
  (await behind)();
  assert.equal(budget.takenBytes, 0);
});

test("a client that has gone already gets no room", async () => {
  const budget = new UploadBudget(10, 60_000);
  await assert.rejects(budget.reserve(5, AbortSignal.abort()), BudgetExhausted);
  assert.equal(budget.takenBytes, 0);
});
