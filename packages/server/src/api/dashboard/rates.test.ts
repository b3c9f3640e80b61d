import assert from "node:assert/strict";
import { test } from "node:test";
import { createCounters } from "../../accounts/limits/counters.ts";
import type { Store } from "@selfsame/platform/store/store";
import { startDashboard } from "../../../testing/dashboard-harness.ts";
import { perMinuteMax } from "./rates.ts";

const year = "/api/v3/usage?from=2025-11-22&to=2026-11-21";

test("a network, an account and its reports each have so many requests a minute", async (t) => {
  const counters = createCounters("test");
  const { ask, claim, addMember } = await startDashboard(t, "sqlite", { counters });
  const owner = await claim();
  const member = await addMember(owner, "member@example.com");
  const { id } = (await ask("GET /state", undefined, owner)).body.me.account;
  const spend = (name: string, most: number) => counters.add(name, most, 60);
  const refused = async (request: string, cookie?: string) => {
    const { status, body, headers } = await ask(request, undefined, cookie);
    assert.deepEqual([status, body.error.code], [429, "too_many_requests"], request);
    assert.ok(Number(headers["retry-after"]) >= 1 && Number(headers["retry-after"]) <= 60);
  };
  const taken = async (request: string, cookie?: string) =>
    assert.equal((await ask(request, undefined, cookie)).status, 200, request);

  await spend(`report:${id}`, perMinuteMax.report);
  const exports = ["/audit/export?format=csv", "/service/audit/export?format=ndjson"];
  const funnel = "/verifications/funnel?days=90";
  for (const report of ["/overview", year, "/accounts", funnel, ...exports]) {
    await refused(`GET ${report}`, owner);
  }
  await taken("GET /api/v3/keys", owner);
  await taken("GET /overview", member.cookie);

  await spend(`account:${id}`, perMinuteMax.account);
  await refused("GET /api/v3/keys", owner);
  await taken("GET /api/v3/keys", member.cookie);

  await spend("network:127.0.0.1", perMinuteMax.network);
  await refused("GET /api/v3/keys", member.cookie);
  await refused("GET /state");
  assert.equal((await ask("GET /state", undefined, undefined, { "x-forwarded-for": "192.0.2.1" })).status, 200);
});

test("of one account's reports one is worked out at a time, few wait, and the rest are refused", async (t) => {
  const { ask, claim, addMember } = await startDashboard(t, "sqlite");
  const owner = await claim();
  const member = await addMember(owner, "member@example.com");
  const many = Promise.all(Array.from({ length: 20 }, () => ask(`GET ${year}`, undefined, owner)));
  assert.equal((await ask(`GET ${year}`, undefined, member.cookie)).status, 200);
  const answers = await many;
  const refused = answers.filter(({ status }) => status === 429);
  assert.equal(answers.filter(({ status }) => status === 200).length, 20 - refused.length);
  assert.ok(refused.length >= 1 && refused.length <= 11, `${refused.length}`);
  assert.ok(refused.every(({ headers }) => headers["retry-after"] === "1"));
});

/** Holds the result of the next report until `release` is called. The result of any other report is returned at once. */
function holdNextReport(store: Store) {
  const { reports } = store;
  const released = Promise.withResolvers<void>();
  let held = false;
  const gated = reports.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (!held) {
        held = true;
        await released.promise;
      }
      return result;
    },
  });
  Object.assign(store, { reports: gated });
  return () => {
    Object.assign(store, { reports });
    released.resolve();
  };
}

test("a user who reads another account's usage waits in the queue of their own account", async (t) => {
  const { ask, claim, addMember, store } = await startDashboard(t, "sqlite");
  const owner = await claim();
  const member = await addMember(owner, "member@example.com");
  const second = await addMember(owner, "second@example.com");
  await store.db.updateTable("users").set({ operator: 1 }).where("id", "=", second.userId).execute();
  const ofAll = `${year}&account_id=all`;

  for (const { from, by, others } of [
    { from: year, by: member.cookie, others: [`${year}&account_id=${member.id}`, ofAll] },
    { from: ofAll, by: second.cookie, others: [ofAll] },
  ]) {
    const release = holdNextReport(store);
    t.after(release);
    const many = Array.from({ length: 20 }, () => ask(`GET ${from}`, undefined, by));
    // One report is held and eight wait for it, so only a rejected one is answered.
    assert.equal((await Promise.race(many)).status, 429);
    for (const other of others) assert.equal((await ask(`GET ${other}`, undefined, owner)).status, 200, other);
    release();
    await Promise.all(many);
  }
});
