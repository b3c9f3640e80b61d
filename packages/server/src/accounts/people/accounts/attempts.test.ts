import assert from "node:assert/strict";
import { test } from "node:test";
import { createCounters } from "../../limits/counters.ts";
import { createAttempts, failuresAtOnce, failuresMax } from "./attempts.ts";

const email = "owner@example.com";

/** Attempts whose guesses are delayed until `release` is called. */
function start() {
  const held: (() => void)[] = [];
  const pause = (_ms: number, signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      held.push(resolve);
      signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
    });
  const attempts = createAttempts(createCounters("test:attempts"), pause);
  const guess = (address: string) => attempts.signIn(email, address, undefined).begin(new AbortController().signal);
  const settled = async (promise: Promise<unknown>) =>
    Promise.race([
      promise.then((result) => result ?? "let through"),
      new Promise((resolve) => setImmediate(() => setImmediate(() => setImmediate(() => resolve("waits"))))),
    ]);
  return { attempts, guess, settled, held, release: () => held.splice(0).forEach((resolve) => resolve()) };
}

/** Two rounds of guesses, each from all these networks at once, so that every network has failed twice. */
async function flood(guess: (address: string) => Promise<unknown>, networks: number, release: () => void) {
  for (let round = 0; round < 2; round++) {
    const guesses = Array.from({ length: networks }, (_, index) => guess(`198.51.${index}.1`));
    await new Promise((resolve) => setImmediate(resolve));
    release();
    await Promise.all(guesses);
  }
}

test("while others guess from many networks, a new device of the owner elsewhere waits and gets in", async () => {
  const { guess, settled, release } = start();
  for (let i = 0; i < failuresAtOnce; i++)
    assert.equal(await guess(`203.0.113.${i}`), undefined, "not yet slowed down");
  await flood(guess, 16, release);
  const flooding = Array.from({ length: 64 }, (_, index) => guess(`198.51.${index % 16}.1`));
  await new Promise((resolve) => setImmediate(resolve));
  const owner = guess("192.0.2.7");
  assert.equal(await settled(owner), "waits", "there is a place for it");
  const later = Array.from({ length: 64 }, (_, index) => guess(`198.51.${index % 16}.1`));
  assert.equal(await settled(owner), "waits", "and nobody who failed more takes it");
  release();
  assert.equal(await owner, undefined);
  release();
  const outcomes = await Promise.all([...flooding, ...later]);
  const through = outcomes.filter((outcome) => outcome === undefined).length;
  assert.ok(through <= 16, `${through} of the flood came through in one pause`);
});

test("one network has two places at most, however many addresses it has", async () => {
  const { guess, settled, release } = start();
  for (let i = 0; i < failuresAtOnce; i++) await guess(`203.0.113.${i}`);
  // A customer's /48 has 65,536 networks of /64.
  const guesses = Array.from({ length: 40 }, (_, index) => guess(`2001:db8:7:${index}::1`));
  assert.equal(await settled(guess("192.0.2.7")), "waits");
  release();
  const through = (await Promise.all(guesses)).filter((outcome) => outcome === undefined).length;
  assert.equal(through, 2);
});

test("a network that guesses is stopped, and stops no other", async () => {
  const { guess } = start();
  for (let i = 0; i < failuresMax.networkOnAccount; i++) await guess("198.51.100.1");
  assert.equal((await guess("198.51.100.1"))?.outcome, "too_many_attempts");
});
