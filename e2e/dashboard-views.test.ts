import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { violations } from "../testing/browser/axe.ts";
import { noBrowser } from "../testing/browser/browser.ts";
import { cutOff } from "../testing/cut-off.ts";
import { dialogGone, fromMenu, heading, owner, useDashboard } from "../testing/dashboard.ts";
import { drop } from "../testing/browser/drop.ts";
import { reference, selfie } from "../testing/photos.ts";

/** Address, and text that the loaded view contains. */
const views = [
  ["", "Requests, last 30 days"],
  ["playground/verify", "Send request"],
  ["playground/analyze", "Send request"],
  ["keys?show=all", "First key"],
  ["verifications", "No session yet"],
  ["requests", "Requests are stored for 7 days."],
  ["batches", "No batch yet"],
  ["webhooks", "No webhook endpoints yet"],
  ["usage?range=24h&split=outcome", "Analyzed"],
  ["usage?range=24h&show=time", "95% within"],
  ["threshold", "Of 1,000 impostors"],
  ["limits", "At the same time"],
  ["domains", "No public key"],
  ["settings", "Stored in this browser."],
  ["settings/sign-in", "Authenticator app"],
  ["settings/sign-ins", "this one"],
  ["settings/team", "by key and request"],
  ["settings/branding", "On a laptop"],
  ["settings/evidence", "No public key yet"],
  ["settings/audit", "Account claimed"],
  ["settings/danger", "Leave the team"],
  ["team", "No open invitations. Invite a colleague to share this team's keys and sessions."],
  ["accounts", "yours"],
  ["people", "operator"],
  ["plans", "unlimited"],
  ["models", "finds faces"],
  ["audit", "Account claimed"],
  ["health", "ready"],
] as const;

/** Views that request no data: it comes with the page, or only after an action. */
const asksNothing: ReadonlySet<string> = new Set([
  "playground/verify",
  "playground/analyze",
  "settings",
  "settings/danger",
]);

/** All views use the same elements for loading and failure, so axe checks three: one with a table, one with figures and one with a form. */
const seenByAxe: ReadonlySet<string> = new Set(["keys?show=all", "usage?range=24h&split=outcome", "settings/branding"]);

/** Widths in pixels: a small phone, a tablet upright, a tablet sideways, a laptop. */
const widths = [360, 768, 1024, 1440];

describe("the dashboard's views", { skip: noBrowser }, () => {
  const dashboard = useDashboard();
  before(async () => {
    const { url, privateKey } = dashboard.server;
    const body = new FormData();
    body.append("photo", new Blob([new Uint8Array(reference)]), "photo.jpg");
    const headers = { authorization: `Bearer ${privateKey}` };
    assert.equal((await fetch(`${url}/api/v3/analyze`, { method: "POST", headers, body })).status, 200);
  });

  async function see(page: Page, [path, sign]: readonly [string, string]): Promise<void> {
    await dashboard.go(page, path);
    await page.locator("main").getByText(sign, { exact: true }).first().waitFor();
  }

  test("axe finds nothing to mend on any view, light or dark", async (t) => {
    const page = await dashboard.openAsOwner(t, "", { colorScheme: "light" });
    for (const view of views) {
      for (const width of [360, 1440]) {
        await page.setViewportSize({ width, height: 800 });
        await see(page, view);
        assert.deepEqual(await violations(page), [], `${view[0]} at ${width}`);
      }
      // The same elements in dark colors.
      await page.emulateMedia({ colorScheme: "dark" });
      assert.deepEqual(await violations(page, ["color-contrast"]), [], `${view[0]}, dark`);
      await page.emulateMedia({ colorScheme: "light" });
    }
  });

  test("nothing is cut off on any view, from a phone to a laptop", async (t) => {
    const page = await dashboard.openAsOwner(t);
    for (const view of views) {
      await see(page, view);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 });
        assert.deepEqual(await cutOff(page), [], `${view[0]} at ${width}`);
      }
    }
  });

  test("the navigation fits a low screen: in groups, and the service's views in place of the team's", async (t) => {
    const page = await dashboard.openAsOwner(t, "", { viewport: { width: 1280, height: 720 } });
    const { url } = dashboard.server;
    const headers = { origin: url };
    const made = await page.request.post(`${url}/api/dashboard/accounts`, {
      data: { email: owner.email, plan: "free", name: "Second" },
      headers,
    });
    assert.equal(made.status(), 201, await made.text());
    await page.reload();
    const side = page.getByRole("complementary");
    await side.getByLabel("Team", { exact: true }).waitFor();
    const overflow = () => side.locator("nav").evaluate((nav) => nav.scrollHeight - nav.clientHeight);
    assert.deepEqual(await side.getByRole("heading").allInnerTexts(), ["Verification", "Integration", "Account"]);
    assert.equal(await side.getByRole("link").count(), 1 + 14 + 1, "the brand, each view, and the way to the service");
    assert.equal(await overflow(), 0);
    await side.getByRole("link", { name: "Service" }).click();
    await heading(page, "Accounts");
    assert.deepEqual(await side.getByRole("heading").allInnerTexts(), ["Service"]);
    assert.equal(await overflow(), 0);
    await side.getByRole("button", { name: `Menu of ${owner.email}` }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).waitFor();
    assert.deepEqual([await violations(page), await cutOff(page)], [[], []]);
    await page.keyboard.press("Escape");
    await side.getByRole("link", { name: owner.email }).click();
    await heading(page, "Overview");
  });

  test("a long address is broken in its table, and the words beside it are not", async (t) => {
    const page = await dashboard.openAsOwner(t);
    const name = "first.second.third.of_all_the_names_that_somebody_may_have";
    const email = `${name}@department.of.a-company-with-a-long-name.example.com`;
    const { url } = dashboard.server;
    const made = await page.request.post(`${url}/api/dashboard/accounts`, {
      data: { email, plan: "free" },
      headers: { origin: url },
    });
    assert.equal(made.status(), 201, await made.text());
    const tables = [
      ["accounts", email],
      ["people", "no password yet"],
      ["audit", "Account created"],
    ] as const;
    for (const [path, sign] of tables) {
      await see(page, [path, sign]);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 });
        assert.deepEqual(await cutOff(page), [], `${path} at ${width}`);
        for (const words of await page.getByText("by a link", { exact: true }).all())
          assert.ok(((await words.boundingBox())?.height ?? 0) < 30, `${path} at ${width}`);
      }
    }
  });

  test("what is chosen stands out in forced colours", async (t) => {
    const page = await dashboard.openAsOwner(t, "playground/verify", { forcedColors: "active" });
    await page.getByRole("button", { name: "Send request" }).waitFor();
    const colourOf = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => getComputedStyle(element).backgroundColor);
    const chosen = await colourOf(".choice .chosen");
    assert.notEqual(chosen, await colourOf(".choice label:not(.chosen)"));
    for (const [place, of] of [
      [".side-link", "aria-current=page"],
      [".endpoint-tabs a", "aria-current=page"],
      [".tabs button", "aria-selected=true"],
    ] as const) {
      assert.equal(await colourOf(`${place}[${of}]`), chosen, place);
      assert.notEqual(await colourOf(`${place}:not([${of}])`), chosen, place);
    }
    await page.keyboard.press("Control+k");
    assert.equal(await colourOf(".palette-list [aria-selected=true]"), chosen);
  });

  test("every view says that it loads, and what failed with a way to try again", async (t) => {
    const page = await dashboard.openAsOwner(t, "", { reducedMotion: "reduce" });
    await heading(page, "Overview");
    // The response is fabricated, because this server's database cannot be stopped.
    const message = "The database cannot be reached: try again soon";
    let answer = Promise.withResolvers<void>();
    await page.route(/\/api\/(?:dashboard\/(?!state)|v3\/)/, async (route) => {
      await answer.promise;
      await route.fulfill({ status: 503, json: { error: { code: "store_unavailable", message, field: null } } });
    });
    // As in a new window: no earlier answers are cached.
    await page.goto("about:blank");
    for (const [path] of views.filter(([path]) => !asksNothing.has(path))) {
      // Views of one part share requests. Leaving the part discards a failure.
      await see(page, ["playground/verify", "Send request"]);
      await dashboard.go(page, path);
      await page.locator("main").getByRole("status").filter({ hasText: "Loading" }).first().waitFor();
      if (seenByAxe.has(path)) assert.deepEqual(await violations(page), [], `${path} while it loads`);
      answer.resolve();
      const failed = page.locator("main").getByRole("alert").filter({ hasText: message }).first();
      await failed.getByRole("button", { name: "Try again" }).waitFor();
      if (seenByAxe.has(path)) assert.deepEqual(await violations(page), [], `${path} when it failed`);
      answer = Promise.withResolvers();
    }
    // A view without automatic retry: otherwise the button would disappear before it is pressed.
    await dashboard.go(page, "models");
    const again = page.locator("main").getByRole("button", { name: "Try again" }).first();
    answer.resolve();
    await again.waitFor();
    await page.unrouteAll();
    await again.click();
    await page.getByText("finds faces", { exact: true }).waitFor();
  });

  test("axe finds nothing to mend in dialogs, the palette and a verdict", async (t) => {
    const page = await dashboard.openAsOwner(t, "keys?new=public", { reducedMotion: "reduce" });
    await page.getByRole("dialog").waitFor();
    assert.deepEqual(await violations(page), []);
    await page.keyboard.press("Escape");
    await dialogGone(page);
    await fromMenu(page, "First key", "Revoke First key");
    assert.deepEqual(await violations(page), []);
    await page.keyboard.press("Escape");
    await dialogGone(page);
    await dashboard.go(page, "accounts");
    await fromMenu(page, owner.email, `Log ${owner.email}`);
    await page.getByRole("dialog").getByRole("table").waitFor();
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      assert.deepEqual([await violations(page), await cutOff(page)], [[], []], `an account's log at ${width}`);
    }
    await page.keyboard.press("Escape");
    await dialogGone(page);
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").getByRole("combobox").waitFor();
    assert.deepEqual(await violations(page), []);
    await page.keyboard.press("Escape");
    await dialogGone(page);
    await dashboard.go(page, "playground/verify");
    await page.getByRole("button", { name: "Send request" }).waitFor();
    await drop(page, [reference, selfie]);
    await page.getByRole("button", { name: "Send request" }).click();
    await page.getByRole("heading", { name: "Same person" }).waitFor();
    assert.deepEqual(await violations(page), []);
  });
});
