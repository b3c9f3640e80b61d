/** Loading states, and input that survives while requests are pending. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Page } from "playwright-core";
import { noBrowser } from "../testing/browser/browser.ts";
import { dialogGone, heading, owner, signIn, signOut, useDashboard } from "../testing/dashboard.ts";

describe("waiting in the dashboard", { skip: noBrowser }, () => {
  const dashboard = useDashboard();
  const reopen = async (page: Page, path: string) => {
    await page.goto("about:blank");
    await dashboard.go(page, path);
  };

  test("views ask for their data with their script and the session, not after them", async (t) => {
    const page = await dashboard.openAsOwner(t);
    for (const [view, wanted, there] of [
      ["threshold", ["/thresholds", "/account/settings", "/api/v3/keys"], "Of 1,000 impostors"],
      ["requests?outcome=error", ["/api/v3/requests", "/api/v3/keys"], "No request matches"],
      ["verifications", ["/api/v3/sessions", "/verifications/funnel", "/api/v3/keys"], "No session yet"],
      ["usage?range=7d&split=key", ["/api/v3/usage", "/api/v3/keys"], "No requests in this time"],
      ["batches", ["/api/v3/batches", "/api/v3/keys"], "No batch yet"],
      ["webhooks/events", ["/api/v3/events"], "No events yet"],
    ] as const) {
      const asked = Promise.withResolvers<void>();
      // The user's state and the view's script are answered only after the view's data was requested.
      const held = /\/api\/dashboard\/state$|\/assets\/\w+-view/;
      await page.route(held, async (route) => {
        await asked.promise;
        await route.continue();
      });
      const seen = new Set<string>();
      const note = (request: { url(): string }) => {
        const { pathname, search } = new URL(request.url());
        const path = pathname.replace("/api/dashboard", "");
        if (!wanted.some((one) => one === path)) return;
        seen.add(path + search);
        if (seen.size === wanted.length) asked.resolve();
      };
      page.on("request", note);
      await reopen(page, view);
      await page.getByText(there).first().waitFor();
      page.off("request", note);
      await page.unroute(held);
      const paths = [...seen].map((one) => one.replace(/\?.*/, ""));
      assert.deepEqual(paths.toSorted(), wanted.toSorted(), `${view}: the view asks for what was asked ahead`);
    }
  });

  test("a placeholder is seen after 300 ms, and not before", async (t) => {
    const page = await dashboard.openAsOwner(t);
    const answer = Promise.withResolvers<void>();
    await page.route(/\/api\/dashboard\/limits/, async (route) => {
      await answer.promise;
      await route.continue();
    });
    // On the second visit the view's script is cached, so only the answer is pending.
    await page.getByRole("link", { name: "Limits" }).click();
    await heading(page, "Limits");
    await page.getByRole("link", { name: "Keys", exact: true }).click();
    await heading(page, "Keys");
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 3600_000);
    await page.getByRole("link", { name: "Limits" }).click();
    const placeholder = page.locator("main .skeleton").first();
    await placeholder.waitFor({ state: "attached" });
    const isSeen = () => placeholder.evaluate((element) => getComputedStyle(element).visibility === "visible");
    assert.equal(await isSeen(), false);
    await page.clock.runFor(299);
    assert.equal(await isSeen(), false);
    await page.clock.runFor(2);
    assert.equal(await isSeen(), true);
    answer.resolve();
    await placeholder.waitFor({ state: "detached" });
  });

  test("what was typed is there again after a look elsewhere and a reload, until it is sent or discarded", async (t) => {
    const page = await dashboard.openAsOwner(t, "settings/branding");
    const name = page.getByLabel("Name", { exact: true });
    await name.fill("Half typed");
    await page.getByRole("link", { name: "Overview" }).click();
    await heading(page, "Overview");
    await page.goBack();
    assert.equal(await name.inputValue(), "Half typed");
    await page.getByText("Restored: what you typed here before").waitFor();
    await page.reload();
    assert.equal(await name.inputValue(), "Half typed");
    await page.getByRole("button", { name: "Discard changes" }).click();
    assert.equal(await name.inputValue(), "");
    await page.reload();
    assert.equal(await name.inputValue(), "");
  });

  test("a dialog that is left keeps what was typed; its Cancel does not", async (t) => {
    const page = await dashboard.openAsOwner(t, "keys?new=private");
    const name = page.getByRole("dialog").getByLabel("Name");
    await name.fill("checkout");
    await page.keyboard.press("Escape");
    await dialogGone(page);
    await page.getByRole("button", { name: "Create a key" }).click();
    assert.equal(await name.inputValue(), "checkout");
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    await dialogGone(page);
    await page.getByRole("button", { name: "Create a key" }).click();
    assert.equal(await name.inputValue(), "");
  });

  test("nothing of it is left to who signs in next", async (t) => {
    const page = await dashboard.openAsOwner(t, "settings/branding");
    await page.getByLabel("Name", { exact: true }).fill("Half typed");
    await signOut(page);
    await heading(page, "Sign in");
    await signIn(page, dashboard.server, owner);
    await dashboard.go(page, "settings/branding");
    assert.equal(await page.getByLabel("Name", { exact: true }).inputValue(), "");
  });
});
