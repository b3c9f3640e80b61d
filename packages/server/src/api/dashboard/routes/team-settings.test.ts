import assert from "node:assert/strict";
import { test } from "node:test";
import { onEachStore } from "@selfsame/platform/testing/store/each-store";
import { ownerPassword, startDashboard } from "../../../../testing/dashboard-harness.ts";
import { type TeamSettingName, teamSettings } from "../team-settings.ts";

type Ask = Awaited<ReturnType<typeof startDashboard>>["ask"];
const route = "/account/settings";

/** Reads and changes one setting. */
const settingOf = (ask: Ask, cookie: string, name: string) => ({
  read: async () => (await ask(`GET ${route}`, undefined, cookie)).body[name],
  change: (to: unknown) => ask(`PATCH ${route}`, { [name]: to }, cookie),
});

onEachStore("the team's settings", (kind) => {
  test("an admin requires a check of every selfie; it applies to the team's keys at once and is audited", async (t) => {
    const { ask, claim, store, access } = await startDashboard(t, kind);
    const owner = await claim();
    const { read, change } = settingOf(ask, owner, "passiveLivenessRequired");
    const { secret } = (await ask("POST /api/v3/keys", { name: "shop", kind: "private" }, owner)).body.data;
    const isRequired = async () => {
      const found = await access.identify(`Bearer ${secret}`);
      assert.ok(found.outcome === "known");
      return found.caller.requirePassiveLiveness;
    };
    assert.deepEqual(await read(), false);
    assert.equal(await isRequired(), false);
    assert.deepEqual((await change(true)).body.passiveLivenessRequired, true);
    assert.equal(await isRequired(), true);
    assert.deepEqual(await read(), true);
    const audit = await store.db.selectFrom("audit").select("action").orderBy("id", "desc").executeTakeFirstOrThrow();
    assert.equal(audit.action, "passive_liveness_required");
    assert.equal((await change("yes")).status, 400);

    await store.db.updateTable("members").set({ role: "developer" }).execute();
    const refused = await change(false);
    assert.deepEqual([refused.status, refused.body.error.code], [403, "not_allowed"]);
    assert.equal(await isRequired(), true);
  });

  test("an admin chooses which live challenges the team accepts; keys from before follow at once", async (t) => {
    const { ask, claim, store, access } = await startDashboard(t, kind);
    const owner = await claim();
    const { read, change } = settingOf(ask, owner, "challengeMode");
    const { secret, ...key } = (await ask("POST /api/v3/keys", { name: "shop", kind: "private" }, owner)).body.data;
    const accepted = async () => {
      const found = await access.identify(`Bearer ${secret}`);
      assert.ok(found.outcome === "known");
      return found.caller.challengeMode;
    };
    assert.deepEqual(await read(), "stepwise");
    assert.equal(
      (await ask("PATCH /api/v3/keys/" + key.id, { challenge_mode: null }, owner)).body.data.challenge_mode,
      null,
    );
    assert.equal(await accepted(), "stepwise");
    assert.deepEqual((await change("any")).body.challengeMode, "any");
    assert.equal(await accepted(), "any");
    const audit = await store.db
      .selectFrom("audit")
      .select(["action", "target"])
      .orderBy("id", "desc")
      .executeTakeFirst();
    assert.deepEqual([audit?.action, audit?.target], ["challenge_mode_changed", "any"]);
    assert.equal((await change("other")).status, 400);

    await store.db.updateTable("members").set({ role: "developer" }).execute();
    const refused = await change("stepwise");
    assert.deepEqual([refused.status, refused.body.error.code], [403, "not_allowed"]);
    assert.equal(await accepted(), "any");
  });

  test("an admin sets screen colors for the team or resets them to the installation's, and it is audited", async (t) => {
    const { ask, claim, store } = await startDashboard(t, kind, { challengeLight: "require" });
    const owner = await claim();
    const { read, change } = settingOf(ask, owner, "screenColors");
    for (const use of ["off", "observe", "require", null]) {
      const { screenColors, installation } = (await change(use)).body;
      assert.deepEqual([screenColors, installation.screenColors], [use, "require"]);
      assert.equal(await read(), use);
      const audit = await store.db.selectFrom("audit").selectAll().orderBy("id", "desc").executeTakeFirstOrThrow();
      assert.deepEqual([audit.action, audit.target], ["team_setting_changed", `screenColors: ${use ?? "default"}`]);
    }
    for (const bad of ["always", {}, true]) {
      assert.equal((await change(bad)).status, 400, JSON.stringify(bad));
    }
    await store.db.updateTable("members").set({ role: "developer" }).execute();
    assert.equal((await change("off")).status, 403);
    assert.equal(await read(), null);
  });

  test("an admin decides whether status lists of documents are fetched, and it is audited", async (t) => {
    const { ask, claim, store } = await startDashboard(t, kind);
    const owner = await claim();
    const { read, change } = settingOf(ask, owner, "documentStatus");
    for (const demand of ["if_reachable", "require", "off", null]) {
      const { documentStatus, installation } = (await change(demand)).body;
      assert.deepEqual([documentStatus, installation.documentStatus], [demand, "off"]);
      assert.equal(await read(), demand);
      const audit = await store.db.selectFrom("audit").selectAll().orderBy("id", "desc").executeTakeFirstOrThrow();
      assert.deepEqual(
        [audit.action, audit.target],
        ["team_setting_changed", `documentStatus: ${demand ?? "default"}`],
      );
    }
    assert.equal((await change("always")).status, 400);
    await store.db.updateTable("members").set({ role: "developer" }).execute();
    assert.equal((await change("off")).status, 403);
    assert.equal(await read(), null);
  });

  test("an admin stores data for fewer days than the installation, never for more", async (t) => {
    const { ask, claim, store } = await startDashboard(t, kind);
    const owner = await claim();
    const { read, change } = settingOf(ask, owner, "retention");
    const installation = { sessionsDays: 90, batchResultsDays: 30, requestLogDays: 7 };
    const none = { sessionsDays: null, batchResultsDays: null, requestLogDays: null };
    assert.deepEqual(await read(), none);
    const own = { sessionsDays: 14, batchResultsDays: null, requestLogDays: 7 };
    const changed = (await change(own)).body;
    assert.deepEqual([changed.retention, changed.installation.retention], [own, installation]);
    assert.deepEqual(await read(), own);
    assert.equal((await ask("GET /api/v3/sessions", undefined, owner)).body.data.kept_days, 14);
    assert.equal((await ask("GET /api/v3/requests", undefined, owner)).body.data.kept_days, 7);
    const audit = await store.db.selectFrom("audit").selectAll().orderBy("id", "desc").executeTakeFirstOrThrow();
    assert.deepEqual([audit.action, audit.target], ["retention_changed", "sessions 14, batches default, requests 7"]);
    for (const [name, days] of [
      ["sessionsDays", 91],
      ["batchResultsDays", 0],
      ["requestLogDays", 1.5],
    ] as const) {
      const { status, body } = await change({ ...none, [name]: days });
      assert.deepEqual([status, body.error.field], [400, name]);
    }
    await store.db.updateTable("members").set({ role: "developer" }).execute();
    assert.equal((await change(none)).status, 403);
    assert.deepEqual(await read(), own);
  });

  test("an admin saves a threshold for the team and for sessions; a key's own comes before the team's", async (t) => {
    const { ask, claim, store, access } = await startDashboard(t, kind);
    const owner = await claim();
    const { read, change } = settingOf(ask, owner, "thresholds");
    const { secret, ...key } = (await ask("POST /api/v3/keys", { name: "shop", kind: "private" }, owner)).body.data;
    assert.equal(key.threshold, null);
    const applied = async () => {
      const found = await access.identify(`Bearer ${secret}`);
      assert.ok(found.outcome === "known");
      return found.caller.threshold;
    };
    assert.deepEqual(await read(), { team: null, sessions: null });
    assert.equal(await applied(), null);
    const saved = { team: 0.72, sessions: 0.8 };
    assert.deepEqual((await change(saved)).body.thresholds, saved);
    assert.deepEqual(await read(), saved);
    assert.equal(await applied(), 0.72);
    const audit = await store.db.selectFrom("audit").selectAll().orderBy("id", "desc").executeTakeFirstOrThrow();
    assert.deepEqual([audit.action, audit.target], ["threshold_changed", "team 0.72, sessions 0.8"]);

    assert.equal((await ask(`PATCH /api/v3/keys/${key.id}`, { threshold: 0.75 }, owner)).body.data.threshold, 0.75);
    assert.equal(await applied(), 0.75);
    const { body } = await ask(`POST /api/v3/keys/${key.id}/rotate`, { overlap_s: 60 }, owner);
    assert.equal(body.data.threshold, 0.75, "a successor has it, too");
    assert.equal(
      (await ask(`PATCH /api/v3/keys/${body.data.id}`, { threshold: null }, owner)).body.data.threshold,
      null,
    );

    for (const bad of [{ team: 1.01, sessions: null }, { team: "0.7", sessions: null }, { team: 0.7 }, {}]) {
      assert.equal((await change(bad)).status, 400, JSON.stringify(bad));
    }
    const publicKey = { name: "shop", kind: "public", allowed_origins: ["https://shop.example"], threshold: 0.8 };
    const refused = await ask("POST /api/v3/keys", publicKey, owner);
    assert.deepEqual([refused.body.error.code, refused.body.error.param], ["invalid_parameter", "threshold"]);

    await store.db.updateTable("members").set({ role: "developer" }).execute();
    assert.equal((await change({ team: null, sessions: null })).status, 403);
  });

  test("each setting is changed by the roles of its row alone, after confirming where the row says so", async (t) => {
    const { ask, claim, join, store, advance } = await startDashboard(t, kind);
    const owner = await claim();
    const saved = {
      name: "Shop",
      secondFactorRequired: false,
      passiveLivenessRequired: true,
      challengeMode: "any",
      screenColors: "off",
      documentStatus: "require",
      thresholds: { team: 0.7, sessions: null },
      retention: { sessionsDays: 3, batchResultsDays: 2, requestLogDays: 1 },
      review: { reviewFailed: true, byTwo: true },
      evidence: null,
    } satisfies Record<TeamSettingName, unknown>;
    const names = Object.keys(saved) as TeamSettingName[];
    assert.deepEqual(names, Object.keys(teamSettings), "every row has a value here");
    const before = (await ask(`GET ${route}`, undefined, owner)).body;
    const people = new Map([["owner", owner]]);
    for (const role of ["admin", "developer", "reviewer", "viewer"] as const)
      people.set(role, (await join(owner, `${role}@example.com`, role)).cookie);
    const audited = async () => (await store.db.selectFrom("audit").select("id").execute()).length;
    const entries = await audited();
    const byOwners = new Set<string>(["secondFactorRequired", "review", "evidence"]);
    for (const [role, cookie] of people) {
      assert.deepEqual((await ask(`GET ${route}`, undefined, cookie)).body, before, `${role} reads all`);
      for (const name of names) {
        if (role === "owner" || (role === "admin" && !byOwners.has(name))) continue;
        const rejected = await ask(`PATCH ${route}`, { [name]: saved[name] }, cookie);
        assert.deepEqual([rejected.status, rejected.body.error.code], [403, "not_allowed"], `${role}: ${name}`);
        const among = await ask(`PATCH ${route}`, { challengeMode: "any", [name]: saved[name] }, cookie);
        assert.equal(among.body.error.code, "not_allowed", `${role}: ${name} among others`);
      }
    }
    assert.equal((await ask(`PATCH ${route}`, saved)).body.error.code, "not_signed_in");
    const elsewhere = await ask(`PATCH ${route}`, saved, owner, { origin: "https://evil.example" });
    assert.equal(elsewhere.body.error.code, "wrong_origin");
    assert.equal(await audited(), entries);

    advance(11 * 60_000);
    for (const name of names) {
      const who = (byOwners.has(name) ? owner : people.get("admin")) ?? "";
      const { status, body } = await ask(`PATCH ${route}`, { [name]: saved[name] }, who);
      if (["secondFactorRequired", "evidence"].includes(name))
        assert.equal(body.error.code, "confirmation_needed", name);
      else assert.deepEqual([status, body[name]], [200, saved[name]], name);
    }
    assert.equal(await audited(), entries + names.length - 2);
    await ask("POST /confirm", { password: ownerPassword }, owner);
    const { installation, ...now } = (await ask(`PATCH ${route}`, saved, owner)).body;
    assert.deepEqual([now, installation], [saved, before.installation]);
  });

  test("of several settings all change or none", async (t) => {
    const { ask, claim, store } = await startDashboard(t, kind);
    const owner = await claim();
    const before = (await ask(`GET ${route}`, undefined, owner)).body;
    for (const [bad, field] of [
      [{ challengeMode: "any", unknown: 1 }, "unknown"],
      [{ challengeMode: "any", toString: 1 }, "toString"],
      [{ challengeMode: "any", screenColors: "blue" }, "screenColors"],
      [{ challengeMode: "any", retention: { ...before.retention, sessionsDays: 91 } }, "sessionsDays"],
      [{ challengeMode: "any", secondFactorRequired: true }, null],
    ] as const) {
      const { status, body } = await ask(`PATCH ${route}`, bad, owner);
      assert.ok(status === 400 || status === 409, JSON.stringify(bad));
      assert.equal(body.error.field, field);
    }
    assert.equal((await ask(`PATCH ${route}`, ["name"], owner)).status, 400);
    assert.deepEqual((await ask(`PATCH ${route}`, {}, owner)).body, before);
    await store.db.updateTable("members").set({ role: "viewer" }).execute();
    assert.equal((await ask(`PATCH ${route}`, { challengeMode: "any" }, owner)).status, 403);
    assert.deepEqual((await ask(`GET ${route}`, undefined, owner)).body, before);
  });
});
