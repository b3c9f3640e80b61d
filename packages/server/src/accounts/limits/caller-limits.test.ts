import assert from "node:assert/strict";
import { test } from "node:test";
import type { TestContext } from "node:test";
import { freshStore, onEachStore } from "@selfsame/platform/testing/store/each-store";
import type { Store } from "@selfsame/platform/store/store";
import { makeAccount } from "../../../testing/make-account.ts";
import { commandLine } from "@selfsame/platform/audit/audit";
import type { WatchMonth } from "../../features/alerts/limit-near.ts";
import { createAccess } from "../../create-access.ts";
import { insertKey } from "../keys/keys.ts";
import type { Plan } from "../access/plans.ts";
import { rotateKey } from "../keys/changes.ts";
import { createKey, type KeyActor } from "../keys/keys.ts";
import type { LimitState } from "../access/access.ts";
import type { Taken } from "./caller-limits.ts";

const none: Plan = { requestsPerMinute: null, requestsPerMonth: null, concurrentRequests: null };
const plan = { ...none, requestsPerMinute: 5, requestsPerMonth: 8 };

const now = () => Date.UTC(2026, 10, 21, 12);

const short = ({ taken, monthUsedUp }: Taken) => ({ taken, monthUsedUp });

/** Creates an account in the store. @returns `make`, which creates a key with these limits, and `admit` */
async function startWithKeys(t: TestContext, store: Store) {
  const given = { email: "owner@example.com", plan: "unlimited" };
  const { id } = (await makeAccount(store, commandLine, given, now())).account;
  const months: string[] = [];
  const start = (watchMonth?: WatchMonth) => {
    const monthReached = async ({ keyId }: { readonly keyId: string }) => void months.push(keyId);
    const access = createAccess({ store, plans: { unlimited: plan }, now, monthReached, watchMonth });
    t.after(() => access.stop());
    return access;
  };
  const access = start();
  const make = async (limits: Partial<Plan>, settings: object = {}) => {
    const key = { name: "x", kind: "private", limits: { ...none, ...limits }, ...settings } as const;
    const { secret } = await insertKey(store.db, id, key, now());
    const found = await access.identify(`Bearer ${secret}`);
    assert.ok(found.outcome === "known");
    return found.caller;
  };
  const admit = async (caller: Awaited<ReturnType<typeof make>>, from = access) => {
    const { outcome, limits } = await from.admit(caller);
    return [outcome, ...limits.map(({ name, quota, remaining }) => `${name} ${remaining}/${quota}`)];
  };
  const heirs = async ({ keyId }: { readonly keyId: string }, limits: Partial<Plan>) => {
    const keys = { store, now, changed: () => {} };
    const by: KeyActor = { actor: keyId, address: null, key: keyId };
    const key = { name: "child", kind: "private", scopes: ["verify"], limits: { ...none, ...limits } } as const;
    const [child, successor] = [await createKey(keys, by, id, key), await rotateKey(keys, by, id, keyId, 60)];
    assert.ok(child.outcome === "created" && successor.outcome === "rotated");
    const callerOf = async (secret: string) => {
      const found = await access.identify(`Bearer ${secret}`);
      assert.ok(found.outcome === "known");
      return found.caller;
    };
    return { child: await callerOf(child.secret), successor: await callerOf(successor.secret) };
  };
  return { access, start, make, admit, heirs, months };
}

onEachStore("limits of a key", (kind) => {
  test("within those of the plan", async (t) => {
    const store = await freshStore(t, kind);
    await t.test("a key's own minute rejects that key only; the closer limit is reported", async (t) => {
      const { make, admit } = await startWithKeys(t, store);
      const [limited, free] = [await make({ requestsPerMinute: 2 }), await make({})];
      assert.deepEqual(await admit(limited), ["admitted", "minute 1/2", "month 7/8"]);
      assert.deepEqual(await admit(limited), ["admitted", "minute 0/2", "month 6/8"]);
      assert.deepEqual(await admit(limited), ["rate_limited", "minute 0/2"]);
      assert.deepEqual(await admit(free), ["admitted", "minute 2/5", "month 5/8"], "what was refused did not count");
    });

    await t.test("a limit above the plan's gives nothing beyond the plan", async (t) => {
      const { make, admit } = await startWithKeys(t, store);
      const greedy = await make({ requestsPerMinute: 100, requestsPerMonth: 1000 });
      for (let i = 0; i < 5; i++) assert.equal((await admit(greedy))[0], "admitted");
      assert.deepEqual(await admit(greedy), ["rate_limited", "minute 0/5"]);
    });

    await t.test("a key's own month is known after a restart, and says nothing of the account's", async (t) => {
      const { access, start, make, admit, months } = await startWithKeys(t, store);
      const limited = await make({ requestsPerMonth: 2 });
      for (let i = 0; i < 2; i++) {
        assert.equal((await admit(limited))[0], "admitted");
        await access.record({ caller: limited, endpoint: "test", outcome: "match", durationMs: 1 });
      }
      assert.deepEqual(await admit(limited), ["quota_exceeded", "month 0/2"]);
      assert.deepEqual(await admit(limited, start()), ["quota_exceeded", "month 0/2"]);
      assert.deepEqual(months, [], "the account has some left");
    });

    await t.test("so many at once, and a slot that is given back", async (t) => {
      const { access, make } = await startWithKeys(t, store);
      const limited = await make({ concurrentRequests: 1 });
      const first = await access.admit(limited);
      assert.equal((await access.admit(limited)).outcome, "rate_limited");
      assert.ok(first.outcome === "admitted");
      first.release();
      assert.equal((await access.admit(limited)).outcome, "admitted");
    });

    await t.test("a slot is released where the notice that the month is used up fails", async (t) => {
      const { make } = await startWithKeys(t, store);
      const limited = await make({});
      const plans = { unlimited: { ...none, requestsPerMonth: 1, concurrentRequests: 1 } };
      const monthReached = () => Promise.reject(new Error("the notice failed"));
      const access = createAccess({ store, plans, now, monthReached });
      t.after(() => access.stop());
      await assert.rejects(access.admit(limited), /the notice failed/);
      const [inWork] = await access.limits.state(limited.accountId, { ...none, concurrentRequests: 1 });
      assert.equal(inWork?.remaining, 1);
    });

    await t.test("what the account refuses is not taken off the key's month", async (t) => {
      const { access, make, admit } = await startWithKeys(t, store);
      const [limited, other] = [await make({ requestsPerMonth: 2 }), await make({})];
      for (let i = 0; i < 5; i++) await admit(other);
      assert.equal((await admit(limited))[0], "rate_limited");
      assert.deepEqual(short(await access.callerLimits.takeOfMonth(limited, plan, 5)), {
        taken: 2,
        monthUsedUp: false,
      });
    });

    await t.test("work after its request takes from both months, and refunds both", async (t) => {
      const { access, make } = await startWithKeys(t, store);
      const { callerLimits } = access;
      const [limited, free] = [await make({ requestsPerMonth: 6 }), await make({})];
      assert.deepEqual(short(await callerLimits.takeOfMonth(limited, plan, 4)), { taken: 4, monthUsedUp: false });
      await callerLimits.refundMonth(limited, plan, 1);
      assert.deepEqual(
        short(await callerLimits.takeOfMonth(limited, plan, 9)),
        { taken: 3, monthUsedUp: false },
        "the key's",
      );
      assert.deepEqual(
        short(await callerLimits.takeOfMonth(free, plan, 9)),
        { taken: 2, monthUsedUp: true },
        "the account's",
      );
      await callerLimits.refundMonth(limited, plan, 6);
      assert.deepEqual(short(await callerLimits.takeOfMonth(limited, plan, 9)), { taken: 6, monthUsedUp: false });
    });

    await t.test("a successor and what a key made count against its limits", async (t) => {
      const { access, start, make, admit, heirs } = await startWithKeys(t, store);
      const parent = await make({ requestsPerMinute: 3, requestsPerMonth: 4 }, { scopes: ["keys:write", "verify"] });
      const { child, successor } = await heirs(parent, { requestsPerMinute: 3, requestsPerMonth: 4 });
      assert.deepEqual(await admit(parent), ["admitted", "minute 2/3", "month 3/4"]);
      assert.deepEqual(await admit(successor), ["admitted", "minute 1/3", "month 2/4"], "a rotation restarts nothing");
      assert.deepEqual(await admit(child), ["admitted", "minute 0/3", "month 1/4"], "its own has two left");
      assert.deepEqual(await admit(child), ["rate_limited", "minute 0/3"]);
      const refused = await access.admit(child);
      assert.ok(refused.outcome === "rate_limited");
      assert.deepEqual([refused.reached.of, refused.reached.keyId], ["key", parent.keyId]);
      for (const caller of [parent, successor, child]) {
        await access.record({ caller, endpoint: "test", outcome: "match", durationMs: 1 });
      }
      assert.deepEqual(
        await admit(successor, start()),
        ["admitted", "minute 2/3", "month 0/4"],
        "after a restart, too",
      );
    });

    await t.test(
      "a key's month that is nearly used up is reported, and one that is, each with whose it is",
      async (t) => {
        const watched: string[] = [];
        const { admit, make, start } = await startWithKeys(t, store);
        const watch = async (_: unknown, { name, of, keyId = "", remaining }: LimitState) =>
          void watched.push(`${name} ${of} ${keyId} ${remaining}`);
        const limited = await make({ requestsPerMonth: 2 });
        const access = start(watch);
        for (let i = 0; i < 3; i++) await admit(limited, access);
        const ofKey = watched.filter((line) => line.includes(" key "));
        assert.deepEqual(
          ofKey,
          [1, 0, 0].map((left) => `month key ${limited.keyId} ${left}`),
        );
      },
    );

    await t.test("a test key has its own minute too, and no month", async (t) => {
      const { make, admit } = await startWithKeys(t, store);
      const limited = await make({ requestsPerMinute: 1, requestsPerMonth: 1 }, { kind: "test" });
      assert.deepEqual(await admit(limited), ["admitted", "minute 0/1"]);
      assert.deepEqual(await admit(limited), ["rate_limited", "minute 0/1"]);
    });

    await t.test("test keys leave the account's live minute alone", async (t) => {
      const { make, admit } = await startWithKeys(t, store);
      const [wild, live] = [await make({}, { kind: "test" }), await make({})];
      for (let i = 0; i < 5; i++) assert.equal((await admit(wild))[0], "admitted");
      assert.deepEqual(await admit(wild), ["rate_limited", "minute 0/5"]);
      assert.deepEqual(await admit(live), ["admitted", "minute 4/5", "month 7/8"]);
    });

    await t.test("what the account has no month for is given back to the key's", async (t) => {
      const { access, make } = await startWithKeys(t, store);
      const { callerLimits } = access;
      const [limited, other] = [await make({ requestsPerMonth: 6 }), await make({})];
      await callerLimits.takeOfMonth(other, plan, 6);
      assert.deepEqual(short(await callerLimits.takeOfMonth(limited, plan, 5)), { taken: 2, monthUsedUp: true });
      await callerLimits.refundMonth(other, plan, 6);
      assert.deepEqual(short(await callerLimits.takeOfMonth(limited, plan, 9)), { taken: 4, monthUsedUp: false });
    });
  });
});
