import assert from "node:assert/strict";
import { test } from "node:test";
import { type TestQueue, freshQueue, joinQueue } from "../../testing/jobs/queue-harness.ts";
import { freshConfig, onEachStore } from "../../testing/store/each-store.ts";
import type { ClaimedJob, NewJob } from "./queue.ts";
import type { ShareRules } from "./holdings.ts";
import { createShares } from "./shares.ts";
import type { Answered } from "./targets.ts";

const kinds = { paint: { leaseSeconds: 600, attemptsMax: 9 } };
const endpoints: ShareRules = { places: 32, leavesRoom: true, targetMax: 2 };

const jobs = (count: number, account: string, target?: string): NewJob[] =>
  Array.from({ length: count }, (_, number) => ({
    name: "paint",
    data: { number },
    account,
    ...(target === undefined ? {} : { target }),
  }));

/** A node that claims by rules and settles its jobs. */
function worker(node: TestQueue, rules: ShareRules) {
  const { queue, store } = node;
  const shares = createShares(rules);
  const end = async (job: ClaimedJob, answered?: Answered) => {
    if (answered) await store.db.transaction().execute((db) => queue.note(db, job, answered));
    await node.done(job);
    shares.release(job);
  };
  const claim = (count = rules.places) => {
    // Changes of the last moment count, too.
    shares.forget();
    return queue.claim("paint", count, shares);
  };
  return { claim, end, shares };
}

function countsOf(claimed: readonly ClaimedJob[], of: "account" | "target"): Record<string, number> {
  return Object.fromEntries([...Map.groupBy(claimed, (job) => job[of])].map(([name, own]) => [name, own.length]));
}

onEachStore("places shared among accounts", (kind) => {
  test("accounts take turns, however many jobs one has put in before", async (t) => {
    const node = await freshQueue(t, kind, kinds);
    await node.put(...jobs(50, "many"), ...jobs(3, "few"), ...jobs(2, "fewer"));
    const { claim, end } = worker(node, { places: 1 });
    const order: string[] = [];
    for (let turn = 0; turn < 9; turn++) {
      const [job] = await claim();
      assert.ok(job);
      order.push(job.account);
      await end(job);
    }
    const third = (from: number) => order.slice(from, from + 3).toSorted();
    assert.deepEqual(
      [third(0), third(3)],
      [
        ["few", "fewer", "many"],
        ["few", "fewer", "many"],
      ],
      order.join(),
    );
    assert.deepEqual(third(6), ["few", "many", "many"]);
  });

  test("one account alone has all places; when others wait, it gets no more than a quarter", async (t) => {
    const node = await freshQueue(t, kind, kinds);
    await node.put(...jobs(50, "many"));
    const { claim, end } = worker(node, { places: 8 });
    const alone = await claim();
    assert.equal(alone.length, 8);
    await node.put(...jobs(50, "other"), ...jobs(50, "third"));
    for (const job of alone) await end(job);
    assert.deepEqual(countsOf(await claim(), "account"), { many: 2, other: 2, third: 2 });
  });

  test("of what an account names it leaves as many places free as it holds, and a silent target holds two", async (t) => {
    const node = await freshQueue(t, kind, kinds);
    const silent = Array.from({ length: 20 }, (_, index) => jobs(30, "attacker", `silent-${index}`)).flat();
    await node.put(...silent);
    const { claim } = worker(node, endpoints);
    const held = await claim();
    // Half of the places are for unknown targets, and the account leaves half of those free.
    assert.equal(held.length, 8);
    assert.ok(Object.values(countsOf(held, "target")).every((count) => count <= 2));
    assert.deepEqual(await claim(), []);
    await node.put(...jobs(1, "shop", "endpoint"));
    assert.deepEqual(countsOf(await claim(), "account"), { shop: 1 });
  });

  test("however many accounts have targets that do not answer, those that do have half of the places", async (t) => {
    const node = await freshQueue(t, kind, kinds);
    await node.put(...jobs(1, "shop", "quick"));
    const { claim, end } = worker(node, endpoints);
    const [first] = await claim();
    assert.ok(first);
    await end(first, "quick");
    for (let attacker = 0; attacker < 40; attacker++) {
      await node.put(...jobs(4, `attacker-${attacker}`, "a"), ...jobs(4, `attacker-${attacker}`, "b"));
    }
    assert.equal((await claim()).length, 16);
    await node.put(...jobs(40, "shop", "quick"));
    const own = await claim();
    assert.deepEqual(countsOf(own, "account"), { shop: 8 });
  });

  test("the targets of an account take turns, and one that is known to be quick may have all of its places", async (t) => {
    const node = await freshQueue(t, kind, kinds);
    await node.put(...jobs(30, "shop", "a"), ...jobs(30, "shop", "b"));
    const { claim, end } = worker(node, endpoints);
    const first = await claim(2);
    assert.deepEqual(countsOf(first, "target"), { a: 1, b: 1 });
    for (const job of first) await end(job, "quick");
    assert.deepEqual(countsOf(await claim(), "target"), { a: 8, b: 8 });
  });

  test("a target that did not answer rests, for all nodes, and gets one place then; an answer ends it", async (t) => {
    const config = await freshConfig(t, kind);
    const node = await joinQueue(t, config, kinds);
    const other = await joinQueue(t, config, kinds);
    await node.put(...jobs(20, "shop", "endpoint"));
    const { claim, end } = worker(node, endpoints);
    const [first] = await claim(1);
    assert.ok(first);
    await end(first, "silent");
    assert.deepEqual(await claim(), []);
    assert.deepEqual(await worker(other, endpoints).claim(), []);
    const [depth] = await node.queue.depths();
    assert.deepEqual(
      [depth?.ready, depth?.delayed, depth?.oldestSeconds],
      [0, 19, 0],
      "no sign of a node that is late",
    );
    const endRest = () => node.store.db.updateTable("job_targets").set({ paused_until_ms: 0 }).execute();
    await endRest();
    const [second, ...more] = await claim();
    assert.ok(second);
    assert.deepEqual(more, []);
    await end(second, "silent");
    const { strikes, paused_until_ms, seen_at_ms } = await node.store.db
      .selectFrom("job_targets")
      .selectAll()
      .executeTakeFirstOrThrow();
    assert.deepEqual([strikes, paused_until_ms - seen_at_ms], [2, 10_000]);
    await endRest();
    const [third] = await claim();
    assert.ok(third);
    await end(third, "quick");
    assert.equal((await claim()).length, 16);
  });

  test("what is tried again comes behind what was not tried yet", async (t) => {
    const node = await freshQueue(t, kind, kinds);
    await node.put(...jobs(1, "shop", "endpoint"));
    const { claim, end, shares } = worker(node, { places: 1 });
    const [failed] = await claim();
    assert.ok(failed);
    await node.retry(failed);
    shares.release(failed);
    await node.put(...jobs(2, "shop", "endpoint"));
    const order: number[] = [];
    for (let turn = 0; turn < 3; turn++) {
      const [job] = await claim();
      assert.ok(job);
      order.push(job.attempt);
      await end(job);
    }
    assert.deepEqual(order, [1, 1, 2]);
  });

  test("more lanes than one walk sees: all get their turn", async (t) => {
    const node = await freshQueue(t, kind, kinds);
    await node.put(...Array.from({ length: 200 }, (_, account) => jobs(1, `account-${account}`, "endpoint")).flat());
    const { claim, end } = worker(node, endpoints);
    const seen = new Set<string>();
    for (;;) {
      const claimed = await claim();
      if (claimed.length === 0) break;
      for (const job of claimed) {
        seen.add(job.account);
        await end(job);
      }
    }
    assert.equal(seen.size, 200);
  });
});

/** A lane of one account, whose targets alone take turns. */
const lane = (target: string) => ({ account: "shop", target, priority: 0, standing: "quick" }) as const;

test("of an account's targets the one served longest ago has the turn, before it one that was never served", () => {
  const shares = createShares({ places: 8 });
  const [one, two, three] = [lane("one"), lane("two"), lane("three")];
  const turn = (...waiting: readonly (typeof one)[]) => {
    const [picked] = shares.pick(waiting, 1);
    assert.ok(picked);
    shares.take([picked], [picked.lane]);
    shares.release(picked.lane);
    return picked.lane.target;
  };
  assert.equal(turn(one), "one");
  assert.equal(turn(one, two), "two");
  assert.equal(turn(one, two, three), "three");
  assert.equal(turn(two, one, three), "one");
  assert.equal(turn(three, one, two), "two");
});

test("who was picked and got nothing, for another node was quicker, keeps its turn", () => {
  const shares = createShares({ places: 8 });
  const [one, two] = [lane("one"), { ...lane("one"), account: "other" }];
  shares.take([{ lane: one, count: 1 }], [one]);
  assert.equal(shares.after, "shop");
  shares.take([{ lane: two, count: 1 }], []);
  assert.equal(shares.after, "shop");
  assert.deepEqual(
    shares.pick([one, two], 1).map(({ lane }) => lane.account),
    ["other"],
  );
});
