import assert from "node:assert/strict";
import { test } from "node:test";
import { onEachStore } from "../../../testing/store/each-store.ts";
import { startDashboard } from "../../../testing/dashboard-harness.ts";

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"><rect width="20" height="10" fill="#0a6b4f"/></svg>';

onEachStore("dashboard: branding", (kind) => {
  test("a logo is the account's own, stored, removed and noted; what is none is rejected", async (t) => {
    const { ask, claim, addMember } = await startDashboard(t, kind);
    const cookie = await claim();
    const logoUrl = async (who = cookie) => (await ask("GET /api/v3/branding", undefined, who)).body.data.logo_url;
    assert.equal((await ask("PUT /branding/logo", svg, cookie, { "content-type": "image/svg+xml" })).status, 204);
    assert.match(await logoUrl(), /^\/verify\/logo\/acc_\w+\?v=\d+$/);
    const { cookie: other } = await addMember(cookie, "member@example.com");
    assert.equal(await logoUrl(other), null);
    const png = { "content-type": "image/png" };
    assert.equal((await ask("PUT /branding/logo", "no picture", cookie, png)).body.error.code, "invalid_logo");
    assert.equal((await ask("PUT /branding/logo", "x".repeat(600_000), cookie, png)).status, 400);
    assert.equal((await ask("PUT /branding/logo", { logo: 1 }, cookie)).body.error.code, "invalid_request");
    assert.equal((await ask("PUT /branding/logo", svg, undefined, { "content-type": "image/svg+xml" })).status, 401);
    assert.equal((await ask("DELETE /branding/logo", undefined, cookie)).status, 204);
    assert.equal(await logoUrl(), null);
    const { entries } = (await ask("GET /audit?action=branding_changed", undefined, cookie)).body;
    assert.equal(entries.length, 2);
  });

  test("an account's concurrent logos are drawn one at a time, and most are rejected with a retry time", async (t) => {
    const { ask, claim, addMember } = await startDashboard(t, kind);
    const cookie = await claim();
    const other = await addMember(cookie, "member@example.com");
    const upload = (who: string) => ask("PUT /branding/logo", svg, who, { "content-type": "image/svg+xml" });
    const many = Array.from({ length: 20 }, () => upload(cookie));
    assert.equal((await upload(other.cookie)).status, 204);
    const answers = await Promise.all(many);
    const count = (wanted: number) => answers.filter(({ status }) => status === wanted).length;
    assert.deepEqual([count(204), count(429)], [2, 18]);
    const refused = answers.find(({ status }) => status === 429);
    assert.deepEqual([refused?.body.error.code, refused?.headers["retry-after"]], ["too_many_requests", "2"]);
  });
});
