import assert from "node:assert/strict";
import { test } from "node:test";
import type { TestContext } from "node:test";
import { freshStore, noRedis, onEachStore, redisUrl } from "@selfsame/platform/testing/store/each-store";
import type { StoreKind } from "@selfsame/platform/store/migrate";
import { openRedis } from "@selfsame/platform/store/redis";
import { silent } from "@selfsame/platform/store/log";
import type { Admission } from "../access/access.ts";
import { createAccess } from "../../create-access.ts";
import { prepareFirstStart } from "../people/first-start.ts";
import type { Plan } from "../access/plans.ts";

const none: Plan = { requestsPerMinute: null, requestsPerMonth: null, concurrentRequests: null };
const dayMs = 24 * 3600_000;

/** The first caller under a plan: counted in memory with the embedded database, in Redis with PostgreSQL. */
async function callerUnder(t: TestContext, kind: StoreKind, plan: Partial<Plan>) {
  const store = await freshStore(t, kind);
  const { apiKey = "" } = await prepareFirstStart(store);
  let nowMs = Date.UTC(2026, 10, 21, 12);
  const start = async () => {
    const redis = kind === "postgres" && !noRedis ? openRedis({ url: redisUrl }, silent) : undefined;
    t.after(() => redis?.disconnect());
    if (redis) await new Promise((resolve) => redis.once("ready", resolve));
    const access = createAccess({ store, redis, plans: { unlimited: { ...none, ...plan } }, now: () => nowMs });
    t.after(() => access.stop());
    const found = await access.identify(`Bearer ${apiKey}`);
    assert.ok(found.outcome === "known");
    const { caller } = found;
    return {
      admit: () => access.admit(caller),
      record: (outcome: string) => access.record({ caller, endpoint: "test", outcome, durationMs: 1 }),
    };
  };
  return { start, ...(await start()), advance: (ms: number) => (nowMs += ms) };
}

test("the next minute starts from zero", async (t) => {
  t.mock.timers.enable({ apis: ["Date", "setTimeout"], now: Date.UTC(2026, 10, 21) });
  const { admit } = await callerUnder(t, "sqlite", { requestsPerMinute: 1 });
  assert.deepEqual(outcomes([await admit(), await admit()]), ["admitted", "rate_limited"]);
  t.mock.timers.tick(59_999);
  assert.equal((await admit()).outcome, "rate_limited");
  t.mock.timers.tick(1);
  assert.equal((await admit()).outcome, "admitted");
});

const outcomes = (admissions: readonly Admission[]) => admissions.map(({ outcome }) => outcome);

onEachStore("limits", (kind) => {
  test("a plan without limits has no states to report", async (t) => {
    const { admit } = await callerUnder(t, kind, {});
    const admission = await admit();
    assert.deepEqual([admission.outcome, admission.limits], ["admitted", []]);
  });

  test("the minute admits its number, and reports its state and when to retry", async (t) => {
    const { admit } = await callerUnder(t, kind, { requestsPerMinute: 3 });
    const admissions = [await admit(), await admit(), await admit(), await admit()];
    assert.deepEqual(outcomes(admissions), ["admitted", "admitted", "admitted", "rate_limited"]);
    assert.deepEqual(
      admissions.map(({ limits }) => limits[0]?.remaining),
      [2, 1, 0, 0],
    );
    const [first, , , refused] = admissions;
    const { name, quota, windowSeconds } = first?.limits[0] ?? {};
    assert.deepEqual({ name, quota, windowSeconds }, { name: "minute", quota: 3, windowSeconds: 60 });
    assert.ok(refused?.outcome === "rate_limited" && refused.retryAfterSeconds >= 1 && refused.retryAfterSeconds <= 60);
  });

  test("many at once: exactly the plan's number gets through", async (t) => {
    const { admit } = await callerUnder(t, kind, { requestsPerMinute: 40, requestsPerMonth: 25 });
    const all = outcomes(await Promise.all(Array.from({ length: 100 }, admit)));
    assert.equal(all.filter((outcome) => outcome === "admitted").length, 25);
    assert.equal(all.filter((outcome) => outcome === "quota_exceeded").length, 15);
    assert.equal(all.filter((outcome) => outcome === "rate_limited").length, 60);
  });

  test("the month ends with the calendar's, and then starts from zero", async (t) => {
    const { admit, advance } = await callerUnder(t, kind, { requestsPerMonth: 2 });
    const admissions = [await admit(), await admit(), await admit()];
    assert.deepEqual(outcomes(admissions), ["admitted", "admitted", "quota_exceeded"]);
    const untilDecemberSeconds = (9.5 * dayMs) / 1000;
    assert.deepEqual(admissions[2]?.limits, [
      {
        name: "month",
        of: "plan",
        quota: 2,
        remaining: 0,
        windowSeconds: 30 * 86_400,
        resetSeconds: untilDecemberSeconds,
      },
    ]);
    advance(9.5 * dayMs - 1);
    assert.equal((await admit()).outcome, "quota_exceeded");
    advance(1);
    assert.equal((await admit()).outcome, "admitted");
  });

  test("requests in work are limited, and a slot comes back once", async (t) => {
    const { admit } = await callerUnder(t, kind, { concurrentRequests: 2 });
    const [a, b, c] = [await admit(), await admit(), await admit()];
    assert.deepEqual(outcomes([a, b, c]), ["admitted", "admitted", "rate_limited"]);
    assert.deepEqual(c.limits, [{ name: "concurrent", of: "plan", quota: 2, remaining: 0, resetSeconds: 0 }]);
    if (a.outcome === "admitted") {
      a.release();
      a.release();
    }
    assert.deepEqual(outcomes([await admit(), await admit()]), ["admitted", "rate_limited"]);
  });

  test("what one limit refuses does not use up another", async (t) => {
    const { admit } = await callerUnder(t, kind, { requestsPerMinute: 2, requestsPerMonth: 10, concurrentRequests: 1 });
    const first = await admit();
    const second = await admit();
    assert.equal(second.outcome, "rate_limited", "by the requests in work");
    if (first.outcome === "admitted") first.release();
    const third = await admit();
    assert.deepEqual(
      third.limits.map(({ name, remaining }) => [name, remaining]),
      [
        ["minute", 0],
        ["concurrent", 0],
        ["month", 8],
      ],
    );
    if (third.outcome === "admitted") third.release();
    assert.equal((await admit()).outcome, "rate_limited", "by the minute");
  });
});

onEachStore("limits: the month and usage", (kind) => {
  test("a month's counter that restarts continues from usage, rejections left out", async (t) => {
    const { start, record, advance } = await callerUnder(t, kind, { requestsPerMonth: 10 });
    for (const outcome of ["match", "no_match", "no_face", "internal", "rate_limited", "quota_exceeded"]) {
      await record(outcome);
    }
    // Redis retains the counter over a restart. Here there is none yet, as after Redis lost its data.
    const { admit } = await start();
    const admissions = await Promise.all(Array.from({ length: 8 }, admit));
    assert.equal(outcomes(admissions).filter((outcome) => outcome === "admitted").length, 6);
    advance(31 * dayMs);
    assert.equal((await admit()).outcome, "admitted", "last month's usage does not count");
  });
});
