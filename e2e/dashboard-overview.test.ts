import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Page } from "playwright-core";
import { violations } from "../testing/browser/axe.ts";
import { noBrowser } from "../testing/browser/browser.ts";
import { cutOff } from "../testing/cut-off.ts";
import { heading, useDashboard } from "../testing/dashboard.ts";
import { reference } from "../testing/photos.ts";

const addressHas = (page: Page, text: string): Promise<void> => page.waitForURL((url) => url.hash.includes(text));

describe("the dashboard's overview", { skip: noBrowser }, () => {
  const dashboard = useDashboard();

  test("live and test are apart; the choice is in the address and remembered", async (t) => {
    const page = await dashboard.openAsOwner(t);
    const { url, privateKey } = dashboard.server;
    const body = new FormData();
    body.append("photo", new Blob([new Uint8Array(reference)]), "photo.jpg");
    const headers = { authorization: `Bearer ${privateKey}` };
    assert.equal((await fetch(`${url}/api/v3/analyze`, { method: "POST", headers, body })).status, 200);
    const missing = await fetch(`${url}/api/v3/analyze`, { method: "POST", headers, body: new FormData() });
    assert.equal(missing.status, 400);
    const { error } = (await missing.json()) as { error: { code: string } };
    const made = await page.request.post(`${url}/api/v3/sessions?mode=test`, { data: {}, headers: { origin: url } });
    assert.equal(made.status(), 201);

    await page.reload();
    await heading(page, "Overview");
    const times = page.getByRole("table", { name: /^Response times/ });
    await times.getByRole("row", { name: /^v3 analyze 2/ }).waitFor();
    await page.getByText("No session in this time").waitFor();
    const code = page.getByRole("link", { name: error.code });
    await code.click();
    await heading(page, "Requests");
    await page.getByRole("table", { name: "Requests" }).getByText(error.code.replace("_", " ")).first().waitFor();

    await page.getByRole("complementary").getByText("Test", { exact: true }).click();
    await addressHas(page, "mode=test");
    await page.getByText("No request matches").waitFor();
    await page.getByRole("link", { name: "Overview" }).click();
    await addressHas(page, "mode=test");
    const funnel = page.getByRole("listitem").filter({ hasText: "Created" });
    await funnel.getByText("1 is still here.").waitFor();
    assert.equal(await times.count(), 0);
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      assert.deepEqual([await violations(page), await cutOff(page)], [[], []], `test data at ${width}`);
    }
    await page.reload();
    await page.getByText("Test data, from test keys.").waitFor();

    // In a view of both live and test data, the switch has no effect.
    await dashboard.go(page, "keys");
    await heading(page, "Keys");
    assert.ok(await page.getByRole("radio", { name: "Test data" }).isDisabled());
    await dashboard.go(page, "requests?mode=live");
    await heading(page, "Requests");
    await page.getByRole("table", { name: "Requests" }).waitFor();
    await page.getByRole("link", { name: "Overview" }).click();
    await times.waitFor();
  });
});
