import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Page } from "playwright-core";
import { noBrowser } from "../testing/browser/browser.ts";
import { copied, useDashboard } from "../testing/dashboard.ts";
import { drop } from "../testing/browser/drop.ts";

const results = (rate: number) => ({
  pairs: {
    impostors: 20_000,
    genuine: 500,
    byThreshold: [0.6, 0.7, 0.8].map((threshold) => ({
      threshold,
      falseMatchRate: rate / threshold,
      falseNonMatchRate: threshold / 10,
    })),
  },
});

describe("the threshold explorer", { skip: noBrowser }, () => {
  const dashboard = useDashboard();
  const card = (page: Page, title: string) => page.getByRole("region", { name: title });
  const slider = (page: Page) => page.getByRole("slider", { name: "Threshold" });

  test("the slider says what a threshold costs, and the line of code follows", async (t) => {
    const page = await dashboard.openAsOwner(t, "threshold");
    await slider(page).waitFor();
    assert.equal(await slider(page).inputValue(), "0.7");
    await card(page, "Of 1,000 impostors").getByText("0.1 pass").waitFor();
    await page.getByText("This is the default").waitFor();
    await slider(page).focus();
    for (let step = 0; step < 10; step++) await page.keyboard.press("ArrowLeft");
    await card(page, "Of 1,000 impostors").getByText("1 pass", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Copy curl: the threshold in a request" }).click();
    await page.getByText("Copied").first().waitFor();
    assert.equal(await copied(page), "-F threshold=0.6");
    assert.match(page.url(), /at=0\.6$/);
    await page.getByRole("tab", { name: "TypeScript" }).click();
    await page.getByText("threshold: 0.6 });").waitFor();
    await page.getByRole("button", { name: "Back to the default" }).click();
    await card(page, "Of 1,000 impostors").getByText("0.1 pass").waitFor();
  });

  test("strangers of one group are told with how many pairs were counted", async (t) => {
    const page = await dashboard.openAsOwner(t, "threshold?at=0.5");
    await page.getByRole("combobox", { name: "People" }).selectOption({ label: "Strangers of one region and gender" });
    await card(page, "Of 1,000 impostors")
      .getByText(/with 95% confidence/)
      .waitFor();
    await page.getByRole("img", { name: /threshold 0\.50/ }).waitFor();
  });

  test("who is rejected at the chosen threshold is told by gender, beside who is accepted", async (t) => {
    const page = await dashboard.openAsOwner(t, "threshold?at=0.7");
    const row = page.getByRole("row").filter({ hasText: /^female/ });
    await row.waitFor();
    const atDefault = await row.textContent();
    assert.match(atDefault ?? "", /%.*% to .*%/, "a rate and its interval");
    await slider(page).focus();
    for (let step = 0; step < 10; step++) await page.keyboard.press("ArrowLeft");
    await page.getByRole("img", { name: /threshold 0\.60/ }).waitFor();
    assert.notEqual(await row.textContent(), atDefault, "fewer at a lower threshold");
  });

  test("an address with a threshold that is none shows the default", async (t) => {
    const page = await dashboard.openAsOwner(t, "threshold?at=%3Cb%3E&of=nobody");
    await slider(page).waitFor();
    assert.equal(await slider(page).inputValue(), "0.7");
  });

  test("own results are shown when their file is dropped, and forgotten; other files are refused", async (t) => {
    const page = await dashboard.openAsOwner(t, "threshold");
    await slider(page).waitFor();
    await drop(page, [Buffer.from("no results")]);
    await page.getByRole("alert").filter({ hasText: "not JSON" }).waitFor();
    await drop(page, [Buffer.alloc(5 * 1024 * 1024 + 1, " ")]);
    await page.getByRole("alert").filter({ hasText: "larger than 5 MB" }).waitFor();
    const buffer = Buffer.from(JSON.stringify(results(0.007)));
    await page
      .getByLabel("Results of evaluate: choose a file")
      .setInputFiles({ name: "ours.json", mimeType: "application/json", buffer });
    await page.getByText("ours.json").waitFor();
    assert.equal(await page.getByRole("alert").count(), 0);
    await card(page, "Of 1,000 impostors").getByText("10 pass").waitFor();
    await card(page, "Of 1,000 genuine people").getByText("70 are refused").waitFor();
    await page.getByRole("button", { name: "Forget it" }).click();
    await card(page, "Of 1,000 impostors").getByText("0.1 pass").waitFor();
  });
});
