import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser } from "playwright-core";
import { violations } from "./axe.ts";
import { noBrowser, openBrowser } from "./browser.ts";
import { enterAsOwner, heading, openPerson, owner, setupLink } from "./dashboard.ts";
import { startServer } from "./server.ts";
import type { RunningServer } from "./server.ts";

describe("entering the dashboard", { skip: noBrowser }, () => {
  let server: RunningServer;
  let browser: Browser;
  before(async () => {
    [server, browser] = await Promise.all([startServer({ SELFSAME_WORKERS: "1" }), openBrowser()]);
  });
  after(async () => {
    await browser.close();
    assert.equal(await server.stop(), 0);
  });

  test("before its setup the page says where the link is; the link makes the owner's account, once", async (t) => {
    const page = await openPerson(t, browser);
    await page.goto(server.url);
    await heading(page, "Almost there");
    assert.deepEqual(await violations(page), []);
    await page.goto(setupLink(server));
    await heading(page, "Set up the service");
    assert.deepEqual(await violations(page), []);
    await page.getByLabel("E-mail").fill(owner.email);
    await page.getByLabel("Password").fill(owner.password);
    await page.keyboard.press("Enter");
    await heading(page, "Overview");

    const other = await openPerson(t, browser);
    await other.goto(setupLink(server));
    await other.getByLabel("E-mail").fill("late@example.com");
    await other.getByLabel("Password").fill(owner.password);
    await other.keyboard.press("Enter");
    await other.getByRole("alert").filter({ hasText: "This link was used" }).waitFor();
  });

  test("signing in leads to the view whose address was opened; signing out ends the session", async (t) => {
    const page = await openPerson(t, browser);
    await enterAsOwner(page, server);
    await page.getByRole("button", { name: "Sign out" }).click();
    await heading(page, "Sign in");
    assert.deepEqual(await violations(page), []);
    await page.goto(`${server.url}/#/keys?show=all`);
    await page.getByLabel("E-mail").fill(owner.email);
    await page.getByLabel("Password").fill("not the password");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").filter({ hasText: "e-mail or the password is wrong" }).waitFor();
    await page.getByLabel("Password").fill(owner.password);
    await page.keyboard.press("Enter");
    await heading(page, "Keys");
    assert.ok(await page.getByLabel("All", { exact: true }).isChecked());
  });

  test("an address that does not exist says so, and the back button goes back", async (t) => {
    const page = await openPerson(t, browser);
    await enterAsOwner(page, server);
    await page.goto(`${server.url}/#/nowhere`);
    await heading(page, "There is nothing here");
    await page.getByRole("link", { name: "Keys" }).click();
    await heading(page, "Keys");
    await page.goBack();
    await heading(page, "There is nothing here");
    await page.goBack();
    await heading(page, "Overview");
  });
});
