import assert from "node:assert/strict";
import { test } from "node:test";
import { StoreUnavailable } from "../store/outage.ts";
import { createUnansweredClaims } from "./unanswered-claims.ts";

/** @returns the ids of the claims that were made, and those whose jobs were released, call by call */
function claims() {
  let nowMs = 0;
  const unanswered = createUnansweredClaims(() => nowMs);
  const asked: string[] = [];
  const released: (readonly string[])[] = [];
  return {
    asked,
    released,
    advance: (ms: number) => (nowMs += ms),
    claim: (error?: Error) =>
      unanswered.ask(120, async (claimId) => {
        asked.push(claimId);
        if (error) throw error;
      }),
    release: (error?: Error) =>
      unanswered.releaseJobs(async (claimIds) => {
        if (error) throw error;
        released.push(claimIds);
      }),
  };
}

test("only claims that an outage left unanswered are released, until their leases are over", async () => {
  const { asked, released, advance, claim, release } = claims();
  await claim();
  await assert.rejects(claim(new TypeError("a fault")), TypeError);
  await release();
  assert.deepEqual(released, []);

  await assert.rejects(claim(new StoreUnavailable()), StoreUnavailable);
  const lost = [asked.at(-1)];
  await release();
  await release();
  assert.deepEqual(released, [lost], "not twice in a moment");
  advance(60_000);
  await release();
  assert.deepEqual(released, [lost, lost], "a statement may have arrived late");
  advance(60_001);
  await release();
  advance(60_000);
  await release();
  assert.equal(released.length, 3, "not after the lease");
});

test("what could not be released is tried again", async () => {
  const { asked, released, claim, release } = claims();
  await assert.rejects(claim(new StoreUnavailable()), StoreUnavailable);
  await assert.rejects(release(new StoreUnavailable()), StoreUnavailable);
  await release();
  assert.deepEqual(released, [asked]);
});
