import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { violations } from "./axe.ts";
import { noBrowser, openBrowser } from "./browser.ts";
import { enterAsOwner, heading, openPerson } from "./dashboard.ts";
import { drop } from "./drop.ts";
import { reference, selfie } from "./photos.ts";
import { startServer } from "./server.ts";
import type { RunningServer } from "./server.ts";

/** Address, and something that is there when the view is. */
const views = [
  ["", "Requests, last 30 days"],
  ["playground/verify", "Send request"],
  ["playground/analyze", "Send request"],
  ["keys?show=all", "First key"],
  ["usage?range=24h&split=outcome", "in all"],
  ["limits", "At the same time"],
  ["domains", "No public key"],
  ["settings", "Account claimed"],
  ["accounts", "you"],
  ["plans", "unlimited"],
  ["models", "finds faces"],
  ["health", "ready"],
] as const;

describe("the dashboard's views", { skip: noBrowser }, () => {
  let server: RunningServer;
  let browser: Browser;
  before(async () => {
    [server, browser] = await Promise.all([startServer({ SELFSAME_WORKERS: "1" }), openBrowser()]);
    const body = new FormData();
    body.append("photo", new Blob([new Uint8Array(reference)]), "photo.jpg");
    const headers = { authorization: `Bearer ${server.privateKey}` };
    assert.equal((await fetch(`${server.url}/api/v3/analyze`, { method: "POST", headers, body })).status, 200);
  });
  after(async () => {
    await browser.close();
    assert.equal(await server.stop(), 0);
  });

  async function see(page: Page, [path, sign]: (typeof views)[number]): Promise<void> {
    await page.goto(`${server.url}/#/${path}`);
    await page.locator("main").getByText(sign, { exact: true }).first().waitFor();
  }

  for (const colorScheme of ["light", "dark"] as const) {
    test(`axe finds nothing to mend on any view, and none scrolls sideways (${colorScheme})`, async (t) => {
      const page = await openPerson(t, browser, { colorScheme, reducedMotion: "reduce" });
      await enterAsOwner(page, server);
      for (const view of views) {
        for (const size of [
          { width: 1280, height: 800 },
          { width: 360, height: 740 },
        ]) {
          await page.setViewportSize(size);
          await see(page, view);
          assert.deepEqual(await violations(page), [], `${view[0]} at ${size.width}`);
          const fits = await page.evaluate("document.documentElement.scrollWidth <= innerWidth");
          assert.ok(fits, `${view[0]} scrolls sideways at ${size.width}`);
        }
      }
    });
  }

  test("axe finds nothing to mend in dialogs, the palette and a verdict", async (t) => {
    const page = await openPerson(t, browser, { reducedMotion: "reduce" });
    await enterAsOwner(page, server);
    await page.goto(`${server.url}/#/keys?new=public`);
    await page.getByRole("dialog").waitFor();
    assert.deepEqual(await violations(page), []);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Revoke First key" }).click();
    assert.deepEqual(await violations(page), []);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").waitFor();
    assert.deepEqual(await violations(page), []);
    await page.keyboard.press("Escape");
    await page.goto(`${server.url}/#/playground/verify`);
    await heading(page, "Playground");
    await drop(page, [reference, selfie]);
    await page.getByRole("button", { name: "Send request" }).click();
    await page.getByRole("heading", { name: "Same person" }).waitFor();
    assert.deepEqual(await violations(page), []);
  });

  test("by keyboard alone: to a view, a key made and revoked, the theme changed, signed out", async (t) => {
    const page = await openPerson(t, browser);
    await enterAsOwner(page, server);
    const { keyboard } = page;
    await keyboard.press("g");
    await keyboard.press("k");
    await heading(page, "Keys");
    await page.waitForFunction("document.activeElement?.tagName === 'H1'");
    await keyboard.press("Tab");
    await keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Create a key" }).waitFor();
    await keyboard.type("By keyboard");
    await keyboard.press("Enter");
    await page.getByRole("dialog", { name: "By keyboard is ready" }).waitFor();
    await tabTo(page, "I have copied it");
    await keyboard.press("Enter");
    // Keys pressed before the dialog is gone are the dialog's.
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await keyboard.press("/");
    await page.waitForFunction("document.activeElement?.tagName === 'INPUT'");
    await keyboard.type("keyboard");
    await tabTo(page, "Revoke By keyboard");
    await keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Revoke By keyboard?" }).waitFor();
    await tabTo(page, "Revoke the key");
    await keyboard.press("Enter");
    await page.getByText("No key is called that").waitFor();
    await command(page, "theme: dark");
    await page.waitForFunction("getComputedStyle(document.documentElement).colorScheme === 'dark'");
    await command(page, "sign out");
    await heading(page, "Sign in");
  });

  test("a server that is away is said, what was there stays, and the page goes on when it is back", async (t) => {
    const page = await openPerson(t, browser);
    await enterAsOwner(page, server);
    await page.goto(`${server.url}/#/keys`);
    await page.getByRole("row", { name: /First key/ }).waitFor();
    await page.context().setOffline(true);
    await page.getByRole("alert").filter({ hasText: "cannot be reached" }).waitFor();
    await page.getByRole("row", { name: /First key/ }).waitFor();
    await page.context().setOffline(false);
    await page.getByRole("alert").filter({ hasText: "cannot be reached" }).waitFor({ state: "detached" });
  });

  test("a question that fails is said with a way to try again", async (t) => {
    const page = await openPerson(t, browser);
    await enterAsOwner(page, server);
    let failing = true;
    // Only the failure is made up: the database of this server cannot be taken away.
    await page.route("**/api/dashboard/domains", async (route) => {
      if (!failing) return route.continue();
      const error = {
        code: "store_unavailable",
        message: "The database cannot be reached: try again soon",
        field: null,
      };
      return route.fulfill({ status: 503, json: { error } });
    });
    await page.goto(`${server.url}/#/domains`);
    await page.getByRole("alert").filter({ hasText: "The database cannot be reached" }).waitFor();
    failing = false;
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("No host is allowed").waitFor();
  });
});

/** As somebody who sees where the focus is and presses Tab until it is there. */
async function tabTo(page: Page, name: string): Promise<void> {
  const wanted = page.getByRole("button", { name, exact: true });
  for (let presses = 0; presses < 40; presses++) {
    await page.keyboard.press("Tab");
    if (await wanted.evaluate((button) => button === document.activeElement)) return;
  }
  assert.fail(`Tab never reaches ${name}`);
}

async function command(page: Page, text: string): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").waitFor();
  await page.keyboard.type(text);
  await page.keyboard.press("Enter");
}
