import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { violations } from "./axe.ts";
import { fakeCamera, noBrowser, openBrowser } from "./browser.ts";
import { drop } from "./drop.ts";
import { reference, selfie, stranger } from "./photos.ts";
import { startServer } from "./server.ts";
import type { RunningServer } from "./server.ts";

const put = async (page: Page, slot: "reference" | "selfie", buffer: Buffer): Promise<void> =>
  page.locator(`#${slot} input`).setInputFiles({ name: `${slot}.jpg`, mimeType: "image/jpeg", buffer });

const verdict = (page: Page, text: string): Promise<void> =>
  page.getByRole("heading", { level: 2, name: text }).waitFor();

describe("the first page in a browser", { skip: noBrowser }, () => {
  let server: RunningServer;
  let browser: Browser;
  before(async () => {
    [server, browser] = await Promise.all([startServer(), openBrowser(fakeCamera())]);
  });
  after(async () => {
    await browser.close();
    assert.equal(await server.stop(), 0);
  });

  /** Opens it as the line printed at the first start does. Anything the page complains of fails the test. */
  async function openPage(
    t: { after(fn: () => Promise<void>): void },
    hash = `#key=${server.privateKey}`,
  ): Promise<Page> {
    const context = await browser.newContext({ permissions: ["camera"] });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("console", (message) => {
      // Chromium reports every answer of 400 or more as an error; those the page is to handle.
      if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
        complaints.push(message.text());
    });
    t.after(async () => {
      await context.close();
      assert.deepEqual(complaints, []);
    });
    await page.goto(`${server.url}/${hash}`);
    return page;
  }

  test("two photos dropped on it are compared: verdict, outlined faces, answer and a curl line", async (t) => {
    const page = await openPage(t);
    await drop(page, [reference, selfie]);
    await verdict(page, "Same person");
    assert.equal(await page.locator(".outline.yes").count(), 2);
    assert.match(await page.locator("#answer").innerText(), /"match": true/);
    assert.match(
      await page.locator("#request").innerText(),
      /curl http:\S+\/api\/v3\/verify[^]*-F selfie=@photo-1\.jpg/,
    );
    await page.getByRole("tab", { name: "Version 2" }).click();
    assert.match(await page.locator("#answer").innerText(), /"message": "Face match successful"/);
  });

  test("another person in the selfie turns the verdict", async (t) => {
    const page = await openPage(t);
    await put(page, "reference", reference);
    await put(page, "selfie", selfie);
    await verdict(page, "Same person");
    await page.getByRole("button", { name: "Remove the selfie" }).click();
    await put(page, "selfie", stranger);
    await verdict(page, "Different people");
    assert.equal(await page.locator(".outline.no").count(), 2);
  });

  test("the key is taken out of the address, kept for the tab, and never shown whole", async (t) => {
    const page = await openPage(t);
    assert.doesNotMatch(page.url(), /key/);
    await page.reload();
    assert.match(await page.locator("#key-button").innerText(), /^Key ss_sk_…\w{4}$/);
    assert.ok(!(await page.locator("body").innerText()).includes(server.privateKey));
  });

  test("without a key it asks for one, and says when the key is wrong", async (t) => {
    const page = await openPage(t, "");
    await drop(page, [reference, selfie]);
    await page.getByLabel("Private key").fill("ss_sk_wrong");
    await page.getByRole("button", { name: "Use key" }).click();
    await page.getByRole("alert").filter({ hasText: /key/i }).waitFor();
    await page.getByLabel("Private key").fill(server.privateKey);
    await page.keyboard.press("Enter");
    await verdict(page, "Same person");
  });

  test("a photo without a face, and a file that is no photo, are said in words", async (t) => {
    const page = await openPage(t);
    await put(page, "reference", Buffer.from("not a photo"));
    await page.getByRole("alert").filter({ hasText: "cannot read" }).waitFor();
    await put(page, "selfie", selfie);
    await page.getByRole("button", { name: "Reference photo: use camera" }).click();
    await page.getByRole("button", { name: "Take photo" }).click();
    await page.locator("#reference .filled").waitFor();
    await page.getByRole("heading", { level: 2, name: /face/i }).waitFor();
  });

  for (const colorScheme of ["light", "dark"] as const) {
    test(`axe finds nothing to mend before and after a verdict (${colorScheme})`, async (t) => {
      const page = await openPage(t);
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      assert.deepEqual(await violations(page), []);
      await drop(page, [reference, selfie]);
      await verdict(page, "Same person");
      assert.deepEqual(await violations(page), []);
      await page.locator("#key-button").click();
      assert.deepEqual(await violations(page), []);
    });
  }

  test("fits a phone without scrolling sideways", async (t) => {
    const page = await openPage(t);
    await page.setViewportSize({ width: 360, height: 740 });
    await drop(page, [reference, selfie]);
    await verdict(page, "Same person");
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth));
  });
});
