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
    const page = await dashboard.openAsOwner(t, "settings/branding", { colorScheme: "light" });
    const [phone, laptop] = ["phone", "laptop"].map((name) =>
      page.frameLocator(`iframe[title="The hosted page on a ${name}"]`),
    );
    assert.ok(phone && laptop);
    const button = phone.locator(".button.main");
    const colorOf = (of: typeof button) => of.evaluate((element) => getComputedStyle(element).backgroundColor);
    const before = await colorOf(button);
    await page.getByLabel("Name", { exact: true }).fill("Aurora Bank");
    for (const screen of [phone, laptop]) await screen.locator(".brand .name", { hasText: "Aurora Bank" }).waitFor();
    await page.getByLabel("Privacy policy").fill("https://aurora.example/privacy");
    await phone.getByRole("link", { name: "Privacy policy", includeHidden: true }).waitFor();
    await page.getByLabel("Color", { exact: true }).fill("#ffb000");
    // The hosted page's own breakpoints: a card appears only where the screen has room around it.
    const radiusOf = (of: typeof button) => of.evaluate((element) => getComputedStyle(element).borderRadius);
    assert.deepEqual(
      [await radiusOf(phone.locator(".card")), await radiusOf(laptop.locator(".card"))],
      ["0px", "24px"],
    );
    const ground = () => phone.locator(".card").evaluate((element) => getComputedStyle(element).backgroundColor);
    assert.equal(await ground(), "rgb(255, 255, 255)");
    await page.getByText("Dark", { exact: true }).click();
    while ((await ground()) !== "rgb(23, 23, 28)");
    await page.getByText("Light", { exact: true }).click();
    while ((await ground()) !== "rgb(255, 255, 255)");
    const shown = await colorOf(button);
    assert.notEqual(shown, before);
    // White text on #ffb000 would be unreadable, so another shade is shown.
    assert.notEqual(shown, "rgb(255, 176, 0)");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("The branding is saved.").waitFor();
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
    await page.getByLabel("Language of the text").selectOption("fr");
    await page.getByLabel("Text", { exact: true }).fill("J’accepte <b>tout</b>");
    await page.getByRole("button", { name: "Save consent text" }).click();
    await page.getByRole("alert").filter({ hasText: "Enter plain text without markup" }).waitFor();
    await page.getByLabel("Text", { exact: true }).fill("J’accepte la comparaison.");
    await page.getByRole("button", { name: "Save consent text" }).click();
    await page.getByText("The consent text is saved.").waitFor();
    if (process.env["SHOTS"]) await page.screenshot({ path: `${process.env["SHOTS"]}/texts.png`, fullPage: true });
    assert.deepEqual(await violations(page), []);
    await page.reload();
    await page.getByLabel("Language of the text").selectOption("fr");
    assert.equal(await page.getByLabel("Text", { exact: true }).inputValue(), "J’accepte la comparaison.");
    assert.equal(await page.getByLabel("Name", { exact: true }).inputValue(), "Aurora Bank");
    await page.getByRole("button", { name: "Remove the logo" }).click();
    await logo.waitFor({ state: "detached" });
  });
});
