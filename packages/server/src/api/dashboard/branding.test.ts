import assert from "node:assert/strict";
import { test } from "node:test";
import { onEachStore } from "../../../testing/store/each-store.ts";
import { startDashboard } from "../../../testing/dashboard-harness.ts";

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"><rect width="20" height="10" fill="#0a6b4f"/></svg>';

onEachStore("dashboard: branding", (kind) => {
  test("name, colour and logo are an account's own, changed one by one, and noted", async (t) => {
    const { ask, claim, addMember } = await startDashboard(t, kind);
    const cookie = await claim();
    const rest = { privacyUrl: null, controller: null, contact: null };
    const nothing = { name: null, accent: null, logoUrl: null, ...rest };
    assert.deepEqual((await ask("GET /branding", undefined, cookie)).body, nothing);
    const named = await ask("PUT /branding", { name: " Aurora Bank ", accent: "#0A6B4F" }, cookie);
    assert.deepEqual(named.body, { name: "Aurora Bank", accent: "#0a6b4f", logoUrl: null, ...rest });
    const shown = await ask("PUT /branding/logo", svg, cookie, { "content-type": "image/svg+xml" });
    assert.equal(shown.status, 200, shown.text);
    assert.match(shown.body.logoUrl, /^\/verify\/logo\/[0-9a-f]{22}\?v=\d+$/);
    assert.equal(shown.body.name, "Aurora Bank");
    const { cookie: other } = await addMember(cookie, "member@example.com");
    assert.deepEqual((await ask("GET /branding", undefined, other)).body, nothing);
    const bare = await ask("DELETE /branding/logo", undefined, cookie);
    assert.deepEqual(bare.body, { name: "Aurora Bank", accent: "#0a6b4f", logoUrl: null, ...rest });
    assert.deepEqual((await ask("PUT /branding", { name: null, accent: null }, cookie)).body, nothing);
    const { entries } = (await ask("GET /audit", undefined, cookie)).body;
    const actions = entries.map(({ action }: { action: string }) => action);
    assert.equal(actions.filter((action: string) => action === "branding_changed").length, 4);
  });

  test("the controller and the links are stored, and stay when an older page saves without them", async (t) => {
    const { ask, claim } = await startDashboard(t, kind);
    const cookie = await claim();
    const more = {
      privacyUrl: "https://shop.example/privacy",
      controller: "Shop Ltd.",
      contact: "+49 30 123456",
    };
    const saved = await ask("PUT /branding", { name: "Shop", accent: null, ...more }, cookie);
    assert.deepEqual(saved.body, { name: "Shop", accent: null, logoUrl: null, ...more });
    const again = await ask("PUT /branding", { name: "Shop 2", accent: null }, cookie);
    assert.deepEqual(again.body, { name: "Shop 2", accent: null, logoUrl: null, ...more });
    for (const contact of ["help@shop.example", "https://shop.example/branches"]) {
      const changed = await ask("PUT /branding", { name: "Shop", accent: null, contact }, cookie);
      assert.equal(changed.body.contact, contact);
    }
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
      [{ name: "a\u0000b", accent: null }, "name"],
      [{ name: "Shop", accent: null, privacyUrl: "http://shop.example" }, "privacyUrl"],
      [{ name: "Shop", accent: null, privacyUrl: "https://a:b@shop.example" }, "privacyUrl"],
      [{ name: "Shop", accent: null, privacyUrl: "javascript:alert(1)" }, "privacyUrl"],
      [{ name: "Shop", accent: null, privacyUrl: `https://shop.example/${"x".repeat(2048)}` }, "privacyUrl"],
      [{ name: "Shop", accent: null, controller: "x".repeat(201) }, "controller"],
      [{ name: "Shop", accent: null, contact: "ask at the desk" }, "contact"],
      [{ name: "Shop", accent: null, contact: "javascript:alert(1)" }, "contact"],
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

  test("an account's concurrent logos are drawn one at a time, and most are rejected with a retry time", async (t) => {
    const { ask, claim, addMember } = await startDashboard(t, kind);
    const cookie = await claim();
    const other = await addMember(cookie, "member@example.com");
    const upload = (who: string) => ask("PUT /branding/logo", svg, who, { "content-type": "image/svg+xml" });
    const many = Array.from({ length: 20 }, () => upload(cookie));
    assert.equal((await upload(other.cookie)).status, 200);
    const answers = await Promise.all(many);
    const count = (wanted: number) => answers.filter(({ status }) => status === wanted).length;
    assert.deepEqual([count(200), count(429)], [2, 18]);
    const refused = answers.find(({ status }) => status === 429);
    assert.deepEqual([refused?.body.error.code, refused?.headers["retry-after"]], ["too_many_requests", "2"]);
  });
});
