import assert from "node:assert/strict";
import { test } from "node:test";
import { startDashboard } from "../../../../testing/dashboard-harness.ts";
import { onEachStore } from "@selfsame/platform/testing/store/each-store";

const base = "/api/v3/branding";

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"><rect width="20" height="10" fill="#0a6b4f"/></svg>';

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

  test("a logo is the account's own, stored, removed and noted; what is none is rejected", async (t) => {
    const { ask, claim, addMember } = await startDashboard(t, kind);
    const cookie = await claim();
    const logoUrl = async (who = cookie) => (await ask(`GET ${base}`, undefined, who)).body.data.logo_url;
    const set = await ask(`PUT ${base}/logo`, svg, cookie, { "content-type": "image/svg+xml" });
    assert.deepEqual([set.status, set.body.data.logo_url], [200, await logoUrl()]);
    assert.match(await logoUrl(), /^\/verify\/logo\/acc_\w+\?v=\d+$/);
    const { cookie: other } = await addMember(cookie, "member@example.com");
    assert.equal(await logoUrl(other), null);
    const png = { "content-type": "image/png" };
    assert.equal((await ask(`PUT ${base}/logo`, "no picture", cookie, png)).body.error.code, "image_unreadable");
    assert.equal((await ask(`PUT ${base}/logo`, "x".repeat(600_000), cookie, png)).status, 413);
    assert.equal((await ask(`PUT ${base}/logo`, { logo: 1 }, cookie)).body.error.code, "unsupported_content_type");
    assert.equal((await ask(`PUT ${base}/logo`, svg, undefined, { "content-type": "image/svg+xml" })).status, 401);
    assert.equal((await ask(`DELETE ${base}/logo`, undefined, cookie)).status, 200);
    assert.equal(await logoUrl(), null);
    const { entries } = (await ask("GET /audit?action=branding_changed", undefined, cookie)).body;
    assert.deepEqual(
      entries.map(({ actorEmail }: { actorEmail: string }) => actorEmail),
      ["owner@example.com", "owner@example.com"],
    );
  });

  test("an account's concurrent logos are drawn one at a time, and most are rejected with a retry time", async (t) => {
    const { ask, claim, addMember } = await startDashboard(t, kind);
    const cookie = await claim();
    const other = await addMember(cookie, "member@example.com");
    const upload = (who: string) => ask(`PUT ${base}/logo`, svg, who, { "content-type": "image/svg+xml" });
    const many = Array.from({ length: 20 }, () => upload(cookie));
    assert.equal((await upload(other.cookie)).status, 200);
    const answers = await Promise.all(many);
    const count = (wanted: number) => answers.filter(({ status }) => status === wanted).length;
    assert.deepEqual([count(200), count(429)], [2, 18]);
    const refused = answers.find(({ status }) => status === 429);
    assert.deepEqual([refused?.body.error.code, refused?.headers["retry-after"]], ["rate_limited", "2"]);
  });

  test("a developer, another origin and a user in test mode set no logo and remove none", async (t) => {
    const { ask, claim, join } = await startDashboard(t, kind);
    const cookie = await claim();
    const { cookie: developer } = await join(cookie, "developer@example.com", "developer");
    const typed = { "content-type": "image/svg+xml" };
    await ask(`PUT ${base}/logo`, svg, cookie, typed);
    for (const [who, query, headers, code] of [
      [developer, "", {}, "not_allowed"],
      [cookie, "", { origin: "https://evil.example" }, "wrong_origin"],
      [cookie, "?mode=test", {}, "live_key_required"],
    ] as const) {
      const set = await ask(`PUT ${base}/logo${query}`, svg, who, { ...typed, ...headers });
      const removed = await ask(`DELETE ${base}/logo${query}`, undefined, who, headers);
      assert.deepEqual([set.body.error.code, removed.body.error.code], [code, code]);
    }
    assert.match((await ask(`GET ${base}`, undefined, cookie)).body.data.logo_url, /^\/verify\/logo/);
    const { entries } = (await ask("GET /audit?action=branding_changed", undefined, cookie)).body;
    assert.equal(entries.length, 1);
  });

  test("a key with the scope sessions sets and removes the logo; another, and a test key, do not", async (t) => {
    const { ask, claim } = await startDashboard(t, kind);
    const cookie = await claim();
    const keyOf = async (more: object) => {
      const { secret } = (await ask("POST /api/v3/keys", { name: "x", kind: "private", ...more }, cookie)).body.data;
      return { authorization: `Bearer ${secret}`, "content-type": "application/octet-stream" };
    };
    const sessions = await keyOf({ scopes: ["sessions"] });
    const set = await ask(`PUT ${base}/logo`, Buffer.from(svg), undefined, sessions);
    assert.match(set.body.data.logo_url, /^\/verify\/logo/);
    for (const [headers, code] of [
      [await keyOf({ scopes: ["verify"] }), "scope_missing"],
      [await keyOf({ kind: "test" }), "live_key_required"],
    ] as const) {
      assert.equal((await ask(`PUT ${base}/logo`, Buffer.from(svg), undefined, headers)).body.error.code, code);
    }
    const { authorization } = sessions;
    const removed = await ask(`DELETE ${base}/logo`, undefined, undefined, { authorization });
    assert.deepEqual([removed.status, removed.body.data.logo_url], [200, null]);
  });
});
