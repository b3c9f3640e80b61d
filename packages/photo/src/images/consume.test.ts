import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { test } from "node:test";
import { consume } from "./consume.ts";
import { photosPace, shortPace } from "./limits.ts";
import { BudgetExhausted, MemoryBudget } from "./memory-budget.ts";

const never = new AbortController().signal;
const kibibytes = (count: number) => Buffer.alloc(count * 1024);

for (const [name, pace] of Object.entries({ photosPace, shortPace })) {
  test(`a body that trickles is given up after a window: ${name}`, async (t) => {
    t.mock.timers.enable({ apis: ["setInterval", "setTimeout"] });
    const body = new PassThrough();
    const end = consume(body, { bytesMax: 10_000_000, pace }, () => true);
    body.write(kibibytes(1).subarray(1));
    await nextTurn();
    t.mock.timers.tick(pace.windowMs);
    assert.equal(await end, "slow");
  });
}

test("a body that comes as slowly as allowed is read to its end", async (t) => {
  t.mock.timers.enable({ apis: ["setInterval", "setTimeout"] });
  const body = new PassThrough();
  const end = consume(body, { bytesMax: 10_000_000, pace: photosPace }, () => true);
  for (let i = 0; i < 3; i++) {
    body.write(kibibytes(40));
    while (body.readableLength > 0) await nextTurn();
    await nextTurn();
    t.mock.timers.tick(photosPace.windowMs);
  }
  body.end();
  assert.equal(await end, "ended");
});

test("while its account holds more than its share a body is not read; then it goes on", async () => {
  const budget = new MemoryBudget(200 * 1024, 60_000);
  const others = budget.hold("a", never);
  others.add(90 * 1024);
  const holding = budget.hold("a", never);
  const body = new PassThrough({ highWaterMark: 1024 * 1024 });
  let read = 0;
  const end = consume(body, { bytesMax: 10_000_000, pace: photosPace, memory: { holding, times: 1 } }, ({ length }) => {
    read += length;
    return true;
  });
  for (let i = 0; i < 5; i++) body.write(kibibytes(16));
  body.end();
  while (!body.isPaused()) await nextTurn();
  assert.equal(read, 16 * 1024);
  others.release();
  assert.equal(await end, "ended");
  assert.equal(read, 80 * 1024);
  holding.release();
  assert.equal(budget.takenBytes, 0);
});

test("a body for which no room comes free is given up", async () => {
  const budget = new MemoryBudget(32 * 1024, 20);
  const memory = { holding: budget.hold("a", never), times: 2 };
  const body = new PassThrough();
  const end = consume(body, { bytesMax: 10_000_000, pace: photosPace, memory }, () => true);
  body.write(kibibytes(16));
  await assert.rejects(end, BudgetExhausted);
});
