import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { commandLine } from "@selfsame/platform/audit/audit";
import { createEvents } from "@selfsame/platform/events/events";
import {
  checkDomain,
  claimDomain,
  listEmailDomains,
  proveDomain,
  provenDomains,
} from "../../accounts/people/sign-on/domains.ts";
import { prepareFirstStart } from "../../accounts/people/first-start.ts";
import { jobKinds } from "@selfsame/platform/queue/kinds";
import { openQueue } from "@selfsame/platform/queue/open-queue";
import type { StoreKind } from "@selfsame/platform/store/migrate";
import { freshStore, onEachStore } from "@selfsame/platform/testing/store/each-store";
import { createAlertOnce } from "./alert-once.ts";
import { recheckDomains } from "./recheck-domains.ts";

const dayMs = 24 * 3600_000;
const domain = "corp.example";
const user = { actor: "usr_owner", address: null };

/** A team with a proven domain, and a DNS whose records the test sets. */
async function start(t: TestContext, kind: StoreKind) {
  const store = await freshStore(t, kind);
  await prepareFirstStart(store);
  const { id: accountId } = await store.db.selectFrom("accounts").select("id").executeTakeFirstOrThrow();
  let nowMs = Date.UTC(2026, 10, 21, 12);
  const now = () => nowMs;
  const dns: { records: readonly string[] | string; asked: number } = { records: [], asked: 0 };
  const resolveTxt = async () => {
    dns.asked++;
    if (typeof dns.records === "string") throw Object.assign(new Error(dns.records), { code: dns.records });
    return dns.records.map((text) => [text.slice(0, 5), text.slice(5)]);
  };
  const events = createEvents(openQueue(store, jobKinds, now), now);
  const deps = { store, now, resolveTxt, alertOnce: createAlertOnce(store, events, now) };
  await claimDomain(deps, user, accountId, domain);
  const value = (await listEmailDomains(store.db, accountId))[0]?.record.value ?? "";
  const prove = async () => {
    dns.records = ["v=spf1 -all", value];
    assert.equal(await checkDomain(deps, user, accountId, domain), "done");
    dns.asked = 0;
  };
  /** Advances the clock by `days`, and rechecks on two nodes at once. */
  const nextDay = async (days = 1) => {
    nowMs += days * dayMs;
    await Promise.all([recheckDomains(deps), recheckDomains(deps)]);
  };
  const proven = () => provenDomains(store.db, accountId);
  const seen = async () => {
    const emitted = await store.db.selectFrom("events").select(["type", "data"]).execute();
    const log = await store.db
      .selectFrom("audit")
      .select("action")
      .where("target", "=", domain)
      .orderBy("id")
      .execute();
    return { events: emitted.map(({ type, data }) => [type, JSON.parse(data)]), log: log.map(({ action }) => action) };
  };
  return { deps, store, accountId, dns, value, prove, nextDay, proven, seen, now };
}

onEachStore("a proven domain", (kind) => {
  test("is asked for its record once a day, by one node, and stays proven while it has it", async (t) => {
    const { dns, prove, nextDay, proven, seen, deps } = await start(t, kind);
    await prove();
    await recheckDomains(deps);
    assert.equal(dns.asked, 0, "it was asked just now");
    for (let day = 0; day < 40; day++) await nextDay();
    assert.deepEqual([dns.asked, await proven()], [40, [domain]]);
    assert.deepEqual((await seen()).events, []);
  });

  for (const gone of ["ENOTFOUND", "ENODATA", ["another=record"]]) {
    test(`without its record (${String(gone)}) is reported once, and unproven after 30 days`, async (t) => {
      const { dns, prove, nextDay, proven, seen, now, store, accountId, deps } = await start(t, kind);
      await prove();
      dns.records = gone;
      await nextDay();
      const missingMs = now();
      await nextDay();
      assert.deepEqual(await proven(), [domain]);
      const expires_at = new Date(missingMs + 30 * dayMs).toISOString();
      const reported = [["domain.expiring", { domain, record: `_selfsame.${domain}`, expires_at }]];
      assert.deepEqual((await seen()).events, reported);
      assert.equal((await listEmailDomains(store.db, accountId))[0]?.endsAtMs, missingMs + 30 * dayMs);
      await nextDay(28);
      assert.deepEqual(await proven(), [domain], "a day is left");
      await nextDay();
      assert.deepEqual(await proven(), []);
      assert.deepEqual(await seen(), {
        events: reported,
        log: ["email_domain_claimed", "email_domain_proven", "email_domain_missing", "email_domain_expired"],
      });
      await prove();
      assert.deepEqual(await proven(), [domain], "and can be proven again");
      await recheckDomains(deps);
    });
  }

  test("that has its record back in time stays proven, and a later disappearance counts anew", async (t) => {
    const { dns, value, prove, nextDay, proven, seen } = await start(t, kind);
    await prove();
    for (let round = 0; round < 2; round++) {
      dns.records = "ENODATA";
      await nextDay();
      await nextDay(20);
      dns.records = [value];
      await nextDay();
    }
    assert.deepEqual([await proven(), (await seen()).events.length], [[domain], 2]);
  });

  test("whose DNS does not respond stays proven", async (t) => {
    const { dns, prove, nextDay, proven, seen } = await start(t, kind);
    await prove();
    for (const code of ["ETIMEOUT", "ESERVFAIL", "ECONNREFUSED"]) {
      dns.records = code;
      await nextDay(40);
    }
    assert.deepEqual([await proven(), (await seen()).events], [[domain], []]);
  });

  test("is due to the millisecond, and twenty are asked for in one round", async (t) => {
    const { dns, prove, deps, store, accountId, now } = await start(t, kind);
    await prove();
    await recheckDomains({ ...deps, now: () => now() + dayMs - 1 });
    assert.equal(dns.asked, 0);
    const row = await store.db.selectFrom("email_domains").selectAll().executeTakeFirstOrThrow();
    const more = Array.from({ length: 20 }, (_, i) => ({ ...row, domain: `${i}.example`, checked_at_ms: null }));
    await store.db.insertInto("email_domains").values(more).execute();
    const later = { ...deps, now: () => now() + dayMs };
    await recheckDomains(later);
    assert.equal(dns.asked, 20);
    await recheckDomains(later);
    assert.equal(dns.asked, 21);
    const unproven = { account_id: accountId, domain: "claimed.example", token: "t", created_at_ms: 0 };
    await store.db.insertInto("email_domains").values(unproven).execute();
    await recheckDomains(later);
    assert.equal(dns.asked, 21, "of those that are proven");
  });

  test("of an earlier version is asked for unless an operator proved it", async (t) => {
    const { dns, prove, nextDay, store, deps, accountId } = await start(t, kind);
    await prove();
    await store.db.updateTable("email_domains").set({ proven_by: null }).execute();
    await nextDay();
    assert.equal(dns.asked, 1);
    await proveDomain(deps, commandLine, accountId, domain);
    await store.db.deleteFrom("audit").execute();
    await nextDay();
    assert.equal(dns.asked, 1, "its row says so, without the log");
  });

  for (const since of ["this version", "an earlier version"]) {
    test(`that an operator proved is left alone (${since})`, async (t) => {
      const { deps, store, accountId, dns, nextDay, proven } = await start(t, kind);
      await proveDomain(deps, commandLine, accountId, domain);
      if (since === "an earlier version")
        await store.db.updateTable("email_domains").set({ proven_by: null }).execute();
      dns.records = "ENOTFOUND";
      for (let day = 0; day < 3; day++) await nextDay(20);
      assert.deepEqual([dns.asked, await proven()], [0, [domain]]);
    });
  }
});
