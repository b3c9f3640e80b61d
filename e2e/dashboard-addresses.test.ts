import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Page } from "playwright-core";
import { noBrowser } from "../testing/browser/browser.ts";
import { heading, useDashboard } from "../testing/dashboard.ts";
import { reference } from "../testing/photos.ts";

/** Waits for an address, because it changes after the press and not with it. */
const address = (page: Page, path: string): Promise<void> => page.waitForURL((url) => url.hash === `#/${path}`);

describe("the dashboard's addresses, times and states", { skip: noBrowser }, () => {
  const dashboard = useDashboard();

  test("an address that does not exist says so, and the back button goes back", async (t) => {
    const page = await dashboard.openAsOwner(t);
    await heading(page, "Overview");
    await dashboard.go(page, "nowhere");
    await heading(page, "There is nothing here");
    await page.getByRole("link", { name: "Keys" }).click();
    await heading(page, "Keys");
    await page.goBack();
    await heading(page, "There is nothing here");
    await page.goBack();
    await heading(page, "Overview");
    await page.goForward();
    await heading(page, "There is nothing here");
  });

  test("what is chosen in a view is in its address, and the address opens it so again", async (t) => {
    const page = await dashboard.openAsOwner(t, "usage");
    await page.getByText("7d", { exact: true }).click();
    await page.getByText("By outcome", { exact: true }).click();
    await page.getByText("Hour", { exact: true }).click();
    await page.getByText("Response time").click();
    await address(page, "usage?mode=live&range=7d&split=outcome&by=hour&show=time");
    await dashboard.go(page, "keys");
    await page.getByLabel("Search keys").fill("first");
    await address(page, "keys?q=first");
    await page.goBack();
    await heading(page, "Usage");
    for (const label of ["7 days", "By outcome", "Hour", "Response time"]) {
      assert.ok(await page.getByLabel(label, { exact: true }).isChecked(), label);
    }
    await page.reload();
    await heading(page, "Usage");
    assert.ok(await page.getByLabel("By outcome").isChecked());
    await dashboard.go(page, "playground/verify?version=v2");
    assert.ok(await page.getByLabel("Version 2").isChecked());
    await dashboard.go(page, "keys?new=public");
    await page.getByRole("dialog", { name: "Create a key" }).getByLabel("Allowed origins").waitFor();
  });

  test("times are the viewer's, with the exact one on hover; days are said to be UTC", async (t) => {
    const body = new FormData();
    body.append("photo", new Blob([new Uint8Array(reference)]), "photo.jpg");
    const headers = { authorization: `Bearer ${dashboard.server.privateKey}` };
    const answer = await fetch(`${dashboard.server.url}/api/v3/analyze`, { method: "POST", headers, body });
    assert.equal(answer.status, 200);

    const page = await dashboard.openAsOwner(t, "settings/sign-ins", { timezoneId: "Asia/Kathmandu", locale: "en-GB" });
    const signedIn = page.getByRole("table", { name: "Sign-ins" }).locator("time").last();
    const atMs = Date.parse((await signedIn.getAttribute("datetime")) ?? "");
    const exact = new Intl.DateTimeFormat("en-GB", {
      dateStyle: "full",
      timeStyle: "long",
      timeZone: "Asia/Kathmandu",
    });
    assert.equal(await signedIn.getAttribute("title"), exact.format(atMs));
    assert.match(await signedIn.innerText(), /just now|ago/);

    await dashboard.go(page, "usage?range=24h");
    const hour = page.getByRole("table", { name: "Requests by time" }).locator("time").first();
    const startMs = Date.parse((await hour.getAttribute("datetime")) ?? "");
    // Kathmandu's offset from UTC ends in 45 minutes.
    assert.match(await hour.innerText(), /:45$/);
    assert.equal(await hour.getAttribute("title"), exact.format(startMs));
    await dashboard.go(page, "usage?range=7d&by=day");
    await page.getByRole("table", { name: "Requests by time" }).locator('time[title$=", UTC"]').first().waitFor();
  });

  test("a server that is away is said, what was there stays, and the page goes on when it is back", async (t) => {
    const page = await dashboard.openAsOwner(t, "keys");
    await page.getByRole("row", { name: /First key/ }).waitFor();
    await page.context().setOffline(true);
    const notice = page.getByRole("alert").filter({ hasText: "This page shows the last answers" });
    await notice.waitFor();
    assert.ok(await page.getByRole("row", { name: /First key/ }).isVisible());
    // An attempt while the server is unavailable shows why it failed, and the input is not lost.
    await page.getByRole("button", { name: "Create a key" }).click();
    await page.getByLabel("Name").fill("From afar");
    await page.getByRole("button", { name: "Create the key" }).click();
    await page.getByRole("dialog").getByRole("alert").filter({ hasText: "cannot be reached" }).waitFor();
    await page.context().setOffline(false);
    await notice.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Create the key" }).click();
    await page.getByRole("dialog", { name: "From afar is ready" }).waitFor();
  });
});
