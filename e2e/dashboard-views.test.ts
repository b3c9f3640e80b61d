import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { violations } from "./axe.ts";
import { noBrowser } from "./browser.ts";
import { dialogGone, heading, useDashboard } from "./dashboard.ts";
import { drop } from "./drop.ts";
import { reference, selfie } from "./photos.ts";

/** Address, and something that is there when the view is. */
const views = [
  ["", "Requests, last 30 days"],
  ["playground/verify", "Send request"],
  ["playground/analyze", "Send request"],
  ["keys?show=all", "First key"],
  ["usage?range=24h&split=outcome", "Analyzed"],
  ["usage?range=24h&show=time", "95% within"],
  ["limits", "At the same time"],
  ["domains", "No public key"],
  ["settings", "Account claimed"],
  ["accounts", "you"],
  ["plans", "unlimited"],
  ["models", "finds faces"],
  ["health", "ready"],
] as const;

describe("the dashboard's views", { skip: noBrowser }, () => {
  const dashboard = useDashboard();
  before(async () => {
    const { url, privateKey } = dashboard.server;
    const body = new FormData();
    body.append("photo", new Blob([new Uint8Array(reference)]), "photo.jpg");
    const headers = { authorization: `Bearer ${privateKey}` };
    assert.equal((await fetch(`${url}/api/v3/analyze`, { method: "POST", headers, body })).status, 200);
  });

  async function see(page: Page, [path, sign]: (typeof views)[number]): Promise<void> {
    await dashboard.go(page, path);
    await page.locator("main").getByText(sign, { exact: true }).first().waitFor();
  }

  for (const colorScheme of ["light", "dark"] as const) {
    test(`axe finds nothing to mend on any view, and none scrolls sideways (${colorScheme})`, async (t) => {
      const page = await dashboard.openAsOwner(t, "", { colorScheme, reducedMotion: "reduce" });
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
    const page = await dashboard.openAsOwner(t, "keys?new=public", { reducedMotion: "reduce" });
    await page.getByRole("dialog").waitFor();
    assert.deepEqual(await violations(page), []);
    await page.keyboard.press("Escape");
    await dialogGone(page);
    await page.getByRole("button", { name: "Revoke First key" }).click();
    assert.deepEqual(await violations(page), []);
    await page.keyboard.press("Escape");
    await dialogGone(page);
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").waitFor();
    assert.deepEqual(await violations(page), []);
    await page.keyboard.press("Escape");
    await dialogGone(page);
    await dashboard.go(page, "playground/verify");
    await heading(page, "Playground");
    await drop(page, [reference, selfie]);
    await page.getByRole("button", { name: "Send request" }).click();
    await page.getByRole("heading", { name: "Same person" }).waitFor();
    assert.deepEqual(await violations(page), []);
  });
});
