/** Rounds of one claim, on a list of waiting jobs and real shares. queue.test.ts tests how lanes are found in a database. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { claimByTurns } from "./claim-by-turns.ts";
import type { ShareRules } from "./holdings.ts";
import type { Walked } from "./lanes.ts";
import type { ClaimedJob } from "./queue.ts";
import { createShares, type Picked, type Shares } from "./shares.ts";

/** @param sees number of accounts that one walk passes */
function start(waiting: Record<string, number>, rules: ShareRules = { places: Infinity }, sees = Infinity) {
  const own = createShares(rules);
  let known: Walked | undefined;
  // Unlike real shares these remember a walk until `forget`, and not for a time, which depends on how busy the machine is.
  const shares: Shares = {
    ...own,
    get after() {
      return own.after;
    },
    recall: () => known,
    remember: (walked) => (known = walked),
    forget: () => (known = undefined),
  };
  const made = { walks: 0, claims: [] as number[] };
  const laneOf = (account: string) => ({ account, target: "t", priority: 0, standing: "unknown" as const });
  const walk = async ({ after }: Shares): Promise<Walked> => {
    made.walks++;
    const names = Object.keys(waiting)
      .filter((account) => (waiting[account] ?? 0) > 0)
      .toSorted();
    const order = [...names.filter((name) => name > after), ...names.filter((name) => name <= after)];
    const past = order.slice(0, sees);
    return { lanes: past.map(laneOf), stoppedAt: past.length < order.length ? past.at(-1) : undefined };
  };
  /** Runs just before each claim. */
  const world = { claim: async (): Promise<void> => {} };
  const claim = async (picked: readonly Picked[]) => {
    made.claims.push(picked.reduce((sum, { count }) => sum + count, 0));
    await world.claim();
    return picked.flatMap(({ lane, count }) => {
      const got = Math.min(count, waiting[lane.account] ?? 0);
      waiting[lane.account] = (waiting[lane.account] ?? 0) - got;
      return Array.from({ length: got }, () => ({ ...lane, name: "paint" }) as unknown as ClaimedJob);
    });
  };
  const take = async (count: number) => {
    const jobs = await claimByTurns(count, shares, { walk, claim });
    return jobs.map(({ account }) => account).join("");
  };
  return { take, made, waiting, world };
}

test("it ends when nothing is due, and asks for no more than there are places", async () => {
  const { take, made } = start({ a: 2, b: 1 });
  assert.equal(await take(0), "");
  assert.deepEqual(made, { walks: 0, claims: [] });
  assert.equal((await take(5)).length, 3);
  assert.deepEqual(made, { walks: 2, claims: [5] });
});

test("where another node was quicker, the next round walks again for the places that are left", async () => {
  const { take, made, waiting, world } = start({ a: 1, b: 0 });
  world.claim = async () => {
    world.claim = async () => {};
    waiting["b"] = 9;
  };
  assert.equal(await take(3), "abb");
  assert.deepEqual(made, { walks: 2, claims: [3, 2] });
});

test("where all was there that was asked for, the next claims need no walk, until something is gone", async () => {
  const { take, made, waiting } = start({ a: 9, b: 9 });
  assert.equal((await take(4)).length, 4);
  assert.equal((await take(1)).length, 1);
  assert.deepEqual(made, { walks: 1, claims: [4, 1] });
  waiting["a"] = waiting["b"] = 0;
  assert.equal(await take(2), "");
  assert.deepEqual(made, { walks: 2, claims: [4, 1, 2] });
});

test("where nothing of what is known may be taken, it walks for what came since", async () => {
  const { take, made, waiting } = start({ a: 9 }, { places: Infinity, targetMax: 1 });
  assert.equal(await take(1), "a");
  waiting["b"] = 1;
  assert.equal(await take(1), "b");
  assert.equal(await take(1), "");
  assert.deepEqual(made, { walks: 3, claims: [1, 1] });
});

test("accounts that this node has no place for are passed over, in twenty rounds at most", async () => {
  const { take, waiting, made } = start({ a: 9, b: 9 }, { places: Infinity, targetMax: 1 }, 1);
  assert.equal(await take(2), "ab");
  waiting["aa"] = 1;
  assert.equal(await take(1), "aa");
  for (const name of "defg") waiting[name] = 1;
  assert.equal((await take(4)).length, 4);
  for (const name of Object.keys(waiting)) waiting[name] = 9;
  made.walks = 0;
  assert.equal(await take(1), "");
  assert.equal(made.walks, 19, "the first round takes from what is known");
});

test("a database that is away fails the claim, except what it has claimed before", async () => {
  const { take, waiting, world } = start({ a: 1 });
  const away = async () => {
    throw new Error("away");
  };
  world.claim = away;
  await assert.rejects(take(2), /away/);
  world.claim = async () => {
    world.claim = away;
    waiting["b"] = 1;
  };
  assert.equal(await take(2), "a");
});
