import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { violations } from "../testing/browser/axe.ts";
import { noBrowser } from "../testing/browser/browser.ts";
import { useDashboard } from "../testing/dashboard.ts";

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="40"><circle cx="20" cy="20" r="18" fill="#ffb000"/></svg>';

describe("the dashboard's branding panel", { skip: noBrowser }, () => {
  const dashboard = useDashboard();

  test("shows the page as it is typed, keeps it, and takes a logo", async (t) => {
    const page = await dashboard.openAsOwner(t, "settings");
    const preview = page.getByRole("img", { name: "The page of Aurora Bank in light and in dark" });
    const button = page.locator(".mini-page.light .mini-button");
    const before = await button.evaluate((element) => getComputedStyle(element).backgroundColor);
    await page.getByLabel("Name", { exact: true }).fill("Aurora Bank");
    await preview.waitFor();
    await page.getByLabel("Colour", { exact: true }).fill("#ffb000");
    const shown = await button.evaluate((element) => getComputedStyle(element).backgroundColor);
    assert.notEqual(shown, before);
    // White words on it could not be read.
    assert.notEqual(shown, "rgb(255, 176, 0)");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("The page has your look.").waitFor();
    const file = (name: string, mimeType: string, content: string) => ({
      name,
      mimeType,
      buffer: Buffer.from(content),
    });
    await page.getByLabel("Logo", { exact: true }).setInputFiles(file("logo.svg", "image/svg+xml", svg));
    const logo = page.getByRole("img", { name: "Your logo" });
    await logo.waitFor();
    assert.equal(await logo.evaluate((image) => (image as HTMLImageElement).decode().then(() => true)), true);
    await page.getByLabel("Logo", { exact: true }).setInputFiles(file("logo.png", "image/png", "no picture"));
    await page.getByRole("alert").filter({ hasText: "A logo is a PNG or an SVG" }).waitFor();
    assert.deepEqual(await violations(page), []);
    await page.reload();
    assert.equal(await page.getByLabel("Name", { exact: true }).inputValue(), "Aurora Bank");
    await page.getByRole("button", { name: "Remove the logo" }).click();
    await logo.waitFor({ state: "detached" });
  });
});
