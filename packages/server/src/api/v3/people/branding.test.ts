import assert from "node:assert/strict";
import { test } from "node:test";
import { startDashboard } from "../../../../testing/dashboard-harness.ts";
import { onEachStore } from "../../../../testing/store/each-store.ts";

const base = "/api/v3/branding";

onEachStore("a user of the dashboard: branding", (kind) => {
  test("an admin changes field by field what a viewer sees; each change is noted with its user", async (t) => {
    const { ask, claim, join } = await startDashboard(t, kind);
    const owner = await claim();
    const { cookie: admin } = await join(owner, "admin@example.com", "admin");
    const { cookie: viewer } = await join(owner, "viewer@example.com", "viewer");
    const shown = async () => (await ask(`GET ${base}`, undefined, viewer)).body.data;
    const nothing = { name: null, accent: null, logo_url: null, privacy_url: null, controller: null, contact: null };
    assert.deepEqual(await shown(), nothing);
    const named = await ask(`POST ${base}`, { name: " Aurora Bank ", accent: "#0A6B4F" }, admin);
    assert.deepEqual(named.body.data, { ...nothing, name: "Aurora Bank", accent: "#0a6b4f" });
    for (const contact of ["+49 30 123456", "help@shop.example", "https://shop.example/branches"]) {
      assert.equal((await ask(`POST ${base}`, { contact }, admin)).body.data.contact, contact);
    }
    assert.deepEqual(await shown(), { ...named.body.data, contact: "https://shop.example/branches" });
    const cleared = await ask(`POST ${base}`, { name: null, accent: null, contact: null }, admin);
    assert.deepEqual(cleared.body.data, nothing);
    const { entries } = (await ask("GET /audit?action=branding_changed", undefined, owner)).body;
    assert.deepEqual(
      entries.map(({ actorEmail }: { actorEmail: string }) => actorEmail),
      Array.from({ length: 5 }, () => "admin@example.com"),
    );
  });

  test("a developer, another origin and another team change nothing, and the dashboard's own routes are gone", async (t) => {
    const { ask, claim, addMember, join } = await startDashboard(t, kind);
    const cookie = await claim();
    const { cookie: developer } = await join(cookie, "developer@example.com", "developer");
    const { cookie: eve } = await addMember(cookie, "eve@example.com");
    const name = async (who: string) => (await ask(`GET ${base}`, undefined, who)).body.data.name;
    await ask(`POST ${base}`, { name: "Shop" }, cookie);
    const refused = await ask(`POST ${base}`, { name: "Mine" }, developer);
    assert.deepEqual([refused.status, refused.body.error.code], [403, "not_allowed"]);
    const elsewhere = await ask(`POST ${base}`, { name: "Mine" }, cookie, { origin: "https://evil.example" });
    assert.deepEqual([elsewhere.status, elsewhere.body.error.code], [403, "wrong_origin"]);
    await ask(`POST ${base}`, { name: "Eve" }, eve);
    assert.deepEqual([await name(cookie), await name(developer), await name(eve)], ["Shop", "Shop", "Eve"]);
    assert.equal((await ask("GET /branding", undefined, cookie)).status, 404);
    assert.equal((await ask("PUT /branding", { name: "Mine", accent: null }, cookie)).status, 404);
    const wrong = await ask(`POST ${base}`, { accent: "red" }, cookie);
    assert.deepEqual(
      [wrong.status, wrong.body.error.code, wrong.body.error.param],
      [400, "invalid_parameter", "accent"],
    );
  });
});
