import assert from "node:assert/strict";
import { test } from "node:test";
import { onEachStore } from "../../../../testing/store/each-store.ts";
import { startDashboard } from "../../../../testing/dashboard-harness.ts";

onEachStore("the team's settings", (kind) => {
  test("an admin requires a check of every selfie; it applies to the team's keys at once and is audited", async (t) => {
    const { ask, claim, store, access } = await startDashboard(t, kind);
    const owner = await claim();
    const { secret } = (await ask("POST /api/v3/keys", { name: "shop", kind: "private" }, owner)).body.data;
    const isRequired = async () => {
      const found = await access.identify(`Bearer ${secret}`);
      assert.ok(found.outcome === "known");
      return found.caller.requirePassiveLiveness;
    };
    assert.deepEqual((await ask("GET /account/passive-liveness", undefined, owner)).body, { required: false });
    assert.equal(await isRequired(), false);
    assert.deepEqual((await ask("PUT /account/passive-liveness", { required: true }, owner)).body, { required: true });
    assert.equal(await isRequired(), true);
    assert.deepEqual((await ask("GET /account/passive-liveness", undefined, owner)).body, { required: true });
    const audit = await store.db.selectFrom("audit").select("action").orderBy("id", "desc").executeTakeFirstOrThrow();
    assert.equal(audit.action, "passive_liveness_required");
    assert.equal((await ask("PUT /account/passive-liveness", { required: "yes" }, owner)).status, 400);

    await store.db.updateTable("members").set({ role: "developer" }).execute();
    const refused = await ask("PUT /account/passive-liveness", { required: false }, owner);
    assert.deepEqual([refused.status, refused.body.error.code], [403, "not_allowed"]);
    assert.equal(await isRequired(), true);
  });

  test("an admin chooses which live challenges the team accepts; keys from before follow at once", async (t) => {
    const { ask, claim, store, access } = await startDashboard(t, kind);
    const owner = await claim();
    const { secret, ...key } = (await ask("POST /api/v3/keys", { name: "shop", kind: "private" }, owner)).body.data;
    const accepted = async () => {
      const found = await access.identify(`Bearer ${secret}`);
      assert.ok(found.outcome === "known");
      return found.caller.challengeMode;
    };
    assert.deepEqual((await ask("GET /account/challenge-mode", undefined, owner)).body, { mode: "stepwise" });
    assert.equal(
      (await ask("PATCH /api/v3/keys/" + key.id, { challenge_mode: null }, owner)).body.data.challenge_mode,
      null,
    );
    assert.equal(await accepted(), "stepwise");
    assert.deepEqual((await ask("PUT /account/challenge-mode", { mode: "any" }, owner)).body, { mode: "any" });
    assert.equal(await accepted(), "any");
    const audit = await store.db
      .selectFrom("audit")
      .select(["action", "target"])
      .orderBy("id", "desc")
      .executeTakeFirst();
    assert.deepEqual([audit?.action, audit?.target], ["challenge_mode_changed", "any"]);
    assert.equal((await ask("PUT /account/challenge-mode", { mode: "other" }, owner)).status, 400);

    await store.db.updateTable("members").set({ role: "developer" }).execute();
    const refused = await ask("PUT /account/challenge-mode", { mode: "stepwise" }, owner);
    assert.deepEqual([refused.status, refused.body.error.code], [403, "not_allowed"]);
    assert.equal(await accepted(), "any");
  });

  test("an admin sets screen colors for the team or resets them to the installation's, and it is audited", async (t) => {
    const { ask, claim, store } = await startDashboard(t, kind, { challengeLight: "require" });
    const owner = await claim();
    const path = "/account/screen-colors";
    for (const use of ["off", "observe", "require", null]) {
      const expected = { use, installation: "require" };
      assert.deepEqual((await ask(`PUT ${path}`, { use }, owner)).body, expected);
      assert.deepEqual((await ask(`GET ${path}`, undefined, owner)).body, expected);
      const audit = await store.db.selectFrom("audit").selectAll().orderBy("id", "desc").executeTakeFirstOrThrow();
      assert.deepEqual([audit.action, audit.target], ["screen_colors_changed", use ?? "default"]);
    }
    for (const bad of [{ use: "always" }, {}, { use: true }]) {
      assert.equal((await ask(`PUT ${path}`, bad, owner)).status, 400, JSON.stringify(bad));
    }
    await store.db.updateTable("members").set({ role: "developer" }).execute();
    assert.equal((await ask(`PUT ${path}`, { use: "off" }, owner)).status, 403);
    assert.equal((await ask(`GET ${path}`, undefined, owner)).status, 200);
  });

  test("an admin decides whether status lists of documents are fetched, and it is audited", async (t) => {
    const { ask, claim, store } = await startDashboard(t, kind);
    const owner = await claim();
    const path = "/account/document-status";
    for (const demand of ["if_reachable", "require", "off", null]) {
      const expected = { demand, installation: "off" };
      assert.deepEqual((await ask(`PUT ${path}`, { demand }, owner)).body, expected);
      assert.deepEqual((await ask(`GET ${path}`, undefined, owner)).body, expected);
      const audit = await store.db.selectFrom("audit").selectAll().orderBy("id", "desc").executeTakeFirstOrThrow();
      assert.deepEqual([audit.action, audit.target], ["document_status_changed", demand ?? "default"]);
    }
    assert.equal((await ask(`PUT ${path}`, { demand: "always" }, owner)).status, 400);
    await store.db.updateTable("members").set({ role: "developer" }).execute();
    assert.equal((await ask(`PUT ${path}`, { demand: "off" }, owner)).status, 403);
    assert.equal((await ask(`GET ${path}`, undefined, owner)).status, 200);
  });

  test("an admin stores data for fewer days than the installation, never for more", async (t) => {
    const { ask, claim, store } = await startDashboard(t, kind);
    const owner = await claim();
    const path = "/account/retention";
    const installation = { sessionsDays: 90, batchResultsDays: 30, requestLogDays: 7 };
    const none = { sessionsDays: null, batchResultsDays: null, requestLogDays: null };
    assert.deepEqual((await ask(`GET ${path}`, undefined, owner)).body, { own: none, installation });
    const own = { sessionsDays: 14, batchResultsDays: null, requestLogDays: 7 };
    assert.deepEqual((await ask(`PUT ${path}`, own, owner)).body, { own, installation });
    assert.deepEqual((await ask(`GET ${path}`, undefined, owner)).body, { own, installation });
    assert.equal((await ask("GET /api/v3/sessions", undefined, owner)).body.data.kept_days, 14);
    assert.equal((await ask("GET /batches", undefined, owner)).body.keptDays, 30);
    const audit = await store.db.selectFrom("audit").selectAll().orderBy("id", "desc").executeTakeFirstOrThrow();
    assert.deepEqual([audit.action, audit.target], ["retention_changed", "sessions 14, batches default, requests 7"]);
    for (const [name, days] of [
      ["sessionsDays", 91],
      ["batchResultsDays", 0],
      ["requestLogDays", 1.5],
    ] as const) {
      const { status, body } = await ask(`PUT ${path}`, { ...none, [name]: days }, owner);
      assert.deepEqual([status, body.error.field], [400, name]);
    }
    await store.db.updateTable("members").set({ role: "developer" }).execute();
    assert.equal((await ask(`PUT ${path}`, none, owner)).status, 403);
    assert.equal((await ask(`GET ${path}`, undefined, owner)).status, 200);
  });

  test("an admin saves a threshold for the team and for sessions; a key's own comes before the team's", async (t) => {
    const { ask, claim, store, access } = await startDashboard(t, kind);
    const owner = await claim();
    const { secret, ...key } = (await ask("POST /api/v3/keys", { name: "shop", kind: "private" }, owner)).body.data;
    assert.equal(key.threshold, null);
    const applied = async () => {
      const found = await access.identify(`Bearer ${secret}`);
      assert.ok(found.outcome === "known");
      return found.caller.threshold;
    };
    assert.deepEqual((await ask("GET /account/thresholds", undefined, owner)).body, { team: null, sessions: null });
    assert.equal(await applied(), null);
    const saved = { team: 0.72, sessions: 0.8 };
    assert.deepEqual((await ask("PUT /account/thresholds", saved, owner)).body, saved);
    assert.deepEqual((await ask("GET /account/thresholds", undefined, owner)).body, saved);
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
      assert.equal((await ask("PUT /account/thresholds", bad, owner)).status, 400, JSON.stringify(bad));
    }
    const publicKey = { name: "shop", kind: "public", allowed_origins: ["https://shop.example"], threshold: 0.8 };
    const refused = await ask("POST /api/v3/keys", publicKey, owner);
    assert.deepEqual([refused.body.error.code, refused.body.error.param], ["invalid_parameter", "threshold"]);

    await store.db.updateTable("members").set({ role: "developer" }).execute();
    const { status } = await ask("PUT /account/thresholds", { team: null, sessions: null }, owner);
    assert.equal(status, 403);
  });
});
