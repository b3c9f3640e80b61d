import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { violations } from "../testing/browser/axe.ts";
import { noBrowser } from "../testing/browser/browser.ts";
import { cutOff } from "../testing/cut-off.ts";
import { heading, owner, putPhoto, setupLink, signOut, useDashboard, verdict } from "../testing/dashboard.ts";
import { reference, selfie } from "../testing/photos.ts";

describe("entering the dashboard", { skip: noBrowser }, () => {
  const dashboard = useDashboard();

  test("from the first start to a verified pair through the pages only; the setup link works once", async (t) => {
    const page = await dashboard.open(t, { reducedMotion: "reduce" });
    await dashboard.go(page, "");
    await heading(page, "Almost there");
    assert.deepEqual(await violations(page), []);
    await page.goto(setupLink(dashboard.server));
    await heading(page, "Set up the service");
    assert.deepEqual(await violations(page), []);
    await page.getByLabel("Team").fill("Example Shop");
    await page.getByLabel("E-mail").fill(owner.email);
    await page.getByLabel("Password").fill(owner.password);
    await page.keyboard.press("Enter");
    await heading(page, "Overview");
    await page.getByRole("button", { name: "Create a private key" }).click();
    await page.locator(".secret code").waitFor();
    await page.setViewportSize({ width: 360, height: 800 });
    assert.deepEqual(await cutOff(page), [], "the first steps before the photos are there");
    await putPhoto(page, "Reference photo", reference);
    await putPhoto(page, "Selfie", selfie);
    await page.getByRole("button", { name: "Compare them" }).click();
    await verdict(page, "Same person");
    await page.getByText("The first response is here.").waitFor();
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 800 });
      assert.deepEqual([await violations(page), await cutOff(page)], [[], []], `the first steps at ${width}`);
    }

    const other = await dashboard.open(t);
    await other.goto(setupLink(dashboard.server));
    await heading(other, "Already set up");
    assert.deepEqual(await violations(other), []);
    await other.getByRole("link", { name: "Sign in" }).click();
    await heading(other, "Sign in");
  });

  test("signing in leads to the view whose address was opened; signing out ends the session", async (t) => {
    const page = await dashboard.openAsOwner(t);
    await signOut(page);
    await heading(page, "Sign in");
    assert.deepEqual(await violations(page), []);
    await dashboard.go(page, "keys?show=all");
    await page.getByLabel("E-mail").fill(owner.email);
    await page.getByLabel("Password").fill("not the password");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").filter({ hasText: "e-mail or the password is wrong" }).waitFor();
    await page.getByLabel("Password").fill(owner.password);
    await page.keyboard.press("Enter");
    await heading(page, "Keys");
    assert.ok(await page.getByLabel("All", { exact: true }).isChecked());
  });
});
