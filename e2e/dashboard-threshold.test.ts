import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Page } from "playwright-core";
import { noBrowser } from "../testing/browser/browser.ts";
import { copied, useDashboard } from "../testing/dashboard.ts";
import { drop } from "../testing/browser/drop.ts";

const results = (rate: number) => {
  const byThreshold = [0.6, 0.7, 0.8].map((threshold) => ({
    threshold,
    falseMatchRate: rate / threshold,
    falseNonMatchRate: threshold / 10,
  }));
  const counted = { pairs: 500, people: 200 };
  const groups = [{ group: "north", falseMatch: { pairs: 9000 }, falseNonMatch: counted, byThreshold }];
  return { pairs: { impostors: 20_000, genuine: 500, byThreshold }, groups: { groups } };
};

describe("the threshold explorer", { skip: noBrowser }, () => {
  const dashboard = useDashboard();
  const card = (page: Page, title: string) => page.getByRole("region", { name: title });
  const slider = (page: Page) => page.getByRole("slider", { name: "Threshold" });

  test("it starts with impostors of one group; the slider says what a threshold costs, and the line of code follows", async (t) => {
    const page = await dashboard.openAsOwner(t, "threshold");
    await slider(page).waitFor();
    assert.equal(await slider(page).inputValue(), "0.7");
    const people = page.getByRole("combobox", { name: "People" });
    assert.equal(await people.locator(":checked").innerText(), "Impostors of one region and gender");
    await card(page, "Of 1,000 impostors").getByText("1.3 match").waitFor();
    await people.selectOption({ label: "Impostors picked at random" });
    await card(page, "Of 1,000 impostors").getByText("0.1 match").waitFor();
    await page.getByText("This is the default").waitFor();
    await slider(page).focus();
    for (let step = 0; step < 10; step++) await page.keyboard.press("ArrowLeft");
    await card(page, "Of 1,000 impostors").getByText("1 match", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Copy curl: the threshold in a request" }).click();
    await page.getByText("Copied").first().waitFor();
    assert.equal(await copied(page), "-F threshold=0.6");
    assert.match(page.url(), /at=0\.6(&|$)/);
    await page.getByRole("tab", { name: "TypeScript" }).click();
    await page.getByText("threshold: 0.6 });").waitFor();
    await page.getByRole("button", { name: "Back to the default" }).click();
    await card(page, "Of 1,000 impostors").getByText("0.1 match").waitFor();
  });

  test("impostors of one group are shown with how many pairs were counted", async (t) => {
    const page = await dashboard.openAsOwner(t, "threshold?at=0.5");
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
    await card(page, "Of 1,000 impostors").getByText("10 match").waitFor();
    await card(page, "Of 1,000 genuine people").getByText("70 are rejected").waitFor();
    await page
      .getByRole("row")
      .filter({ hasText: /^north.*7%.*500.*200/ })
      .waitFor();
    await page.getByRole("button", { name: "Remove it" }).click();
    await card(page, "Of 1,000 impostors").getByText("1.3 match").waitFor();
  });

  test("a threshold is saved for the team, for sessions and for a key, and cleared", async (t) => {
    const page = await dashboard.openAsOwner(t, "threshold?at=0.75");
    const row = (name: string) =>
      page.getByRole("table", { name: "Saved thresholds" }).getByRole("row").filter({ hasText: name });
    const saved = async (name: string, text: string) =>
      row(name).getByRole("cell", { name: text, exact: true }).waitFor();
    await saved("all keys", "not set");
    const place = page.getByRole("combobox", { name: "Save for" });
    await page.getByRole("button", { name: "Save 0.75" }).click();
    await saved("all keys", "0.75");
    await place.selectOption("sessions");
    await page.getByRole("button", { name: "Save 0.75" }).click();
    await saved("new verification sessions", "0.75");
    await place.selectOption({ index: 2 });
    await page.getByRole("button", { name: "Save 0.75" }).click();
    await saved("ss_sk_", "0.75");

    await dashboard.go(page, "threshold");
    await page.reload();
    await slider(page).waitFor();
    assert.equal(await slider(page).inputValue(), "0.75", "it starts with what applies to the team");
    for (const name of ["ss_sk_", "new verification sessions", "all keys"]) {
      await row(name).getByRole("button", { name: "Clear" }).click();
    }
    await saved("all keys", "not set");
    await saved("new verification sessions", "not set");
    await row("ss_sk_").waitFor({ state: "detached" });
    await dashboard.go(page, "settings/audit");
    await page.getByText("team default, sessions default").first().waitFor();
  });
});
