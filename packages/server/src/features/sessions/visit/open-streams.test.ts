import assert from "node:assert/strict";
import { test } from "node:test";
import { createOpenStreams, ofListeners } from "./open-streams.ts";

const session = (number: number, account: string) => ({ id: `vs_${account}_${number}`, account_id: account });

test("ten follow one session, two thousand a node; who leaves makes room", () => {
  const streams = createOpenStreams();
  const taken = Array.from({ length: 2000 }, (_, i) => streams.take(session(i % 200, `acc_${i % 8}`)));
  assert.deepEqual([streams.take(session(7, "acc_7")), streams.take(session(1, "acc_9"))], ["session", "node"]);
  const [leave] = taken;
  assert.ok(typeof leave === "function");
  leave();
  assert.equal(typeof streams.take(session(1, "acc_9")), "function");
  assert.equal(streams.take(session(0, "acc_0")), "node");
});

test("one account takes at most a quarter of a node, and another one finds room beside it", () => {
  const streams = createOpenStreams();
  const taken = Array.from({ length: 500 }, (_, i) => streams.take(session(i % 50, "greedy")));
  assert.ok(taken.every((leave) => typeof leave === "function"));
  assert.equal(streams.take(session(50, "greedy")), "account");
  assert.equal(typeof streams.take(session(0, "other")), "function");
  const [leave] = taken;
  assert.ok(typeof leave === "function");
  leave();
  assert.equal(typeof streams.take(session(50, "greedy")), "function");
});

test("of those who follow test events a key has five and an account a quarter of a node, and another one finds room", () => {
  const listeners = createOpenStreams(ofListeners);
  const taken = Array.from({ length: 25 }, (_, i) => listeners.take(session(i % 5, "greedy")));
  assert.ok(taken.every((leave) => typeof leave === "function"));
  assert.equal(listeners.take(session(0, "greedy")), "session");
  assert.equal(listeners.take(session(5, "greedy")), "account");
  assert.equal(typeof listeners.take(session(0, "other")), "function");
});
