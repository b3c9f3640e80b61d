import assert from "node:assert/strict";
import { test } from "node:test";
import { onEachStore } from "../../testing/store/each-store.ts";
import { startDashboard } from "../../testing/dashboard-harness.ts";

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"><rect width="20" height="10" fill="#0a6b4f"/></svg>';

onEachStore("dashboard: branding", (kind) => {
  test("name, colour and logo are an account's own, changed one by one, and noted", async (t) => {
    const { ask, claim, addMember } = await startDashboard(t, kind);
    const cookie = await claim();
    const nothing = { name: null, accent: null, logoUrl: null };
    assert.deepEqual((await ask("GET /branding", undefined, cookie)).body, nothing);
    const named = await ask("PUT /branding", { name: " Aurora Bank ", accent: "#0A6B4F" }, cookie);
    assert.deepEqual(named.body, { name: "Aurora Bank", accent: "#0a6b4f", logoUrl: null });
    const shown = await ask("PUT /branding/logo", svg, cookie, { "content-type": "image/svg+xml" });
    assert.equal(shown.status, 200, shown.text);
    assert.match(shown.body.logoUrl, /^\/verify\/logo\/[0-9a-f]{22}\?v=\d+$/);
    assert.equal(shown.body.name, "Aurora Bank");
    const { cookie: other } = await addMember(cookie, "member@example.com");
    assert.deepEqual((await ask("GET /branding", undefined, other)).body, nothing);
    const bare = await ask("DELETE /branding/logo", undefined, cookie);
    assert.deepEqual(bare.body, { name: "Aurora Bank", accent: "#0a6b4f", logoUrl: null });
    assert.deepEqual((await ask("PUT /branding", { name: null, accent: null }, cookie)).body, nothing);
    const { entries } = (await ask("GET /audit", undefined, cookie)).body;
    const actions = entries.map(({ action }: { action: string }) => action);
    assert.equal(actions.filter((action: string) => action === "branding_changed").length, 4);
  });

  test("what cannot be shown is refused", async (t) => {
    const { ask, claim } = await startDashboard(t, kind);
    const cookie = await claim();
    for (const [body, field] of [
      [{ name: "", accent: null }, "name"],
      [{ name: "x".repeat(61), accent: null }, "name"],
      [{ name: "Shop", accent: "red" }, "accent"],
      [{ name: "Shop", accent: "#fff" }, "accent"],
      [{ name: "Shop" }, "accent"],
    ] as const) {
      const { status, body: answer } = await ask("PUT /branding", body, cookie);
      assert.deepEqual([status, answer.error.code, answer.error.field], [400, "invalid_request", field]);
    }
    const png = { "content-type": "image/png" };
    assert.equal((await ask("PUT /branding/logo", "no picture", cookie, png)).body.error.code, "invalid_logo");
    assert.equal((await ask("PUT /branding/logo", "x".repeat(600_000), cookie, png)).status, 400);
    assert.equal((await ask("PUT /branding/logo", { logo: 1 }, cookie)).body.error.code, "invalid_request");
    assert.equal((await ask("PUT /branding/logo", svg, undefined, { "content-type": "image/svg+xml" })).status, 401);
  });
});
