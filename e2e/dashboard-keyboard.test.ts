/** Every action of every view by keyboard alone: no test here clicks or sets a field other than by typing. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { TestContext } from "node:test";
import type { Page } from "playwright-core";
import { violations } from "../testing/browser/axe.ts";
import { noBrowser } from "../testing/browser/browser.ts";
import { copied, dialogGone, heading, owner, setupLink, useDashboard, verdict } from "../testing/dashboard.ts";
import { keyboardOf, tabTo } from "../testing/browser/keyboard.ts";
import { reference, selfie } from "../testing/photos.ts";

const password = "a fresh good password";

describe("the dashboard by keyboard alone", { skip: noBrowser }, () => {
  const dashboard = useDashboard();

  async function signedIn(t: TestContext, path = ""): Promise<{ page: Page; keys: ReturnType<typeof keyboardOf> }> {
    const page = await dashboard.openAsOwner(t, path);
    return { page, keys: keyboardOf(page) };
  }

  const dialog = (page: Page, name: string): Promise<void> => page.getByRole("dialog", { name, exact: true }).waitFor();
  const toast = (page: Page, text: string): Promise<void> =>
    page.locator(".toast").filter({ hasText: text }).last().waitFor();

  /** Copies the secret that a dialog shows once, and closes the dialog. */
  async function takeSecret(page: Page, keys: ReturnType<typeof keyboardOf>, title: string): Promise<void> {
    await dialog(page, title);
    // Chromium lets a page cancel Escape only once, and the dialog must survive more presses.
    for (let presses = 0; presses < 3; presses++) await page.keyboard.press("Escape");
    const secret = await page.getByRole("dialog").locator(".secret code").innerText();
    await keys.press(/^Copy the (key|link)$/);
    await page.getByText("Copied", { exact: true }).first().waitFor();
    assert.equal(await copied(page), secret);
    await keys.press("I have copied it");
    await dialogGone(page);
  }

  test("the service is set up, a key made, two photos compared, and the palette opens what it lists", async (t) => {
    const page = await dashboard.open(t);
    const keys = keyboardOf(page);
    await page.goto(setupLink(dashboard.server));
    await heading(page, "Set up the service");
    await keys.type("Team", "Example Shop");
    await keys.type("E-mail", owner.email);
    await keys.type("Password", owner.password);
    await page.keyboard.press("Enter");
    await heading(page, "Overview");
    await keys.press("Create a private key");
    await keys.press("Copy the key");
    await keys.press("Copy curl line");
    await keys.chooseFile("Reference photo: choose a file", reference);
    await keys.chooseFile("Selfie: choose a file", selfie);
    await keys.press("Compare them", "Space");
    await verdict(page, "Same person");
    await page.reload();
    await heading(page, "Overview");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    assert.ok(await page.getByRole("heading", { level: 1 }).evaluate((element) => element === document.activeElement));
    await keys.command("keyboard short");
    await dialog(page, "Keyboard");
    const shortcuts = await page.getByRole("dialog").locator("dd").allInnerTexts();
    assert.ok(shortcuts.length > 20, "an operator has every view");
    assert.deepEqual(shortcuts, [...new Set(shortcuts)], "no two commands share their keys");
    await page.keyboard.press("Escape");
    await dialogGone(page);
    await keys.command("limits");
    await heading(page, "Limits");
    await keys.follow("All plans");
    await heading(page, "Plans");
    await keys.press("Copy setting");
    await tabTo(page.getByRole("table", { name: "Plans" }).getByRole("link").first());
    await page.keyboard.press("Enter");
    await heading(page, "Accounts");
    await keys.go("m", "Models");
    await keys.press("Copy the SHA-256 of rfb-320");
    await keys.go("h", "Health");
    await keys.go("c", "Audit log");
    await keys.go("r", "Requests");
  });

  test("keys are made, changed, rotated, revoked and searched; domains and origins changed", async (t) => {
    const { page, keys } = await signedIn(t, "keys");
    await keys.press("Create a key");
    await dialog(page, "Create a key");
    await keys.choose("Kind", "Public");
    await keys.type("Name", "Web shop");
    await keys.type("Allowed origins", "https://shop.example");
    await keys.select("Expires", "In 30 days");
    await keys.press("Create the key");
    await takeSecret(page, keys, "Web shop is ready");
    await keys.fromMenu("Web shop", "Edit Web shop");
    await keys.type("Name", "Shop");
    await keys.press("Save");
    await toast(page, "Shop is changed.");
    await dialogGone(page);
    await keys.fromMenu("Shop", "Rotate Shop");
    await keys.select("The old key works for", "No overlap: it ends now");
    await keys.press("Create the new key");
    await takeSecret(page, keys, "Shop is ready");
    await page.keyboard.press("/");
    await page.waitForFunction("document.activeElement?.matches('[data-search]')");
    await page.keyboard.type("shop");
    await page.getByRole("row", { name: /First key/ }).waitFor({ state: "detached" });
    await keys.choose("Which keys", "All");
    await page.getByRole("row", { name: /Shop/ }).nth(1).waitFor();
    await keys.choose("Which keys", "Active");
    await keys.fromMenu("Shop", "Revoke Shop");
    await dialog(page, "Revoke Shop?");
    await keys.press("Cancel");
    await dialogGone(page);

    await keys.go("d", "Domains and origins");
    await keys.press("Edit the origins of Shop");
    await keys.type("Allowed origins", "https://www.shop.example");
    await keys.press("Save");
    await page.getByRole("cell", { name: "https://www.shop.example" }).waitFor();
    await dialogGone(page);
    await keys.type("Host", "photos.example.com");
    await page.keyboard.press("Enter");
    await keys.press("Remove photos.example.com");
    await page.getByText("No host is allowed").waitFor();

    await keys.go("k", "Keys");
    await keys.fromMenu("Shop", "Revoke Shop");
    await keys.press("Revoke the key");
    await toast(page, "Shop is revoked.");
    await page.getByRole("row", { name: /Shop/ }).waitFor({ state: "detached" });
  });

  test("a row's menu: the arrows go around it, a letter leads on, Escape and Tab close it, what ends a key is last", async (t) => {
    const { page } = await signedIn(t, "keys");
    const button = page.getByRole("button", { name: "More actions for First key" });
    const focused = () => page.evaluate("document.activeElement.textContent");
    await tabTo(button);
    await page.keyboard.press("ArrowDown");
    const menu = page.getByRole("menu", { name: "More actions for First key" });
    await menu.waitFor();
    assert.deepEqual(await menu.getByRole("menuitem").allInnerTexts(), ["Edit", "Rotate", "Revoke"]);
    assert.equal(await menu.locator("hr + .danger").innerText(), "Revoke");
    const seen = [await focused()];
    for (const key of ["ArrowDown", "ArrowDown", "ArrowDown", "ArrowUp", "Home", "End", "e", "r", "r"]) {
      await page.keyboard.press(key);
      seen.push(await focused());
    }
    const [edit, rotate, revoke] = ["Edit", "Rotate", "Revoke"];
    assert.deepEqual(seen, [edit, rotate, revoke, edit, revoke, edit, revoke, edit, rotate, revoke]);
    assert.deepEqual(await violations(page), []);
    await page.keyboard.press("Escape");
    await menu.waitFor({ state: "detached" });
    assert.ok(await button.evaluate((element) => element.matches(":focus")), "the focus is back");
    assert.equal(await button.getAttribute("aria-expanded"), "false");
    await page.keyboard.press("Enter");
    await menu.waitFor();
    await page.keyboard.press("Tab");
    await menu.waitFor({ state: "detached" });
  });

  test("the playground: endpoint, version, threshold, photos, camera, address, request", async (t) => {
    const { page, keys } = await signedIn(t, "playground/analyze");
    await keys.chooseFile("Photo: choose a file", reference);
    await keys.press("Send request");
    await verdict(page, "One face");
    await keys.follow("Verify");
    await keys.chooseFile("Reference photo: choose a file", reference);
    await keys.press("Selfie: use the camera");
    await keys.press(/cancel/i);
    await keys.chooseFile("Selfie: choose a file", selfie);
    await keys.select("Threshold", "0.8: 1 in 100,000");
    await keys.press("Send request");
    await page.getByText(/^threshold 0\.8$/).waitFor();
    await tabTo(page.getByRole("tab", { name: "Answer" }));
    for (const name of ["curl", "Node", "Python"]) {
      await page.keyboard.press("ArrowRight");
      await page.getByRole("region", { name: `${name} request` }).waitFor();
    }
    await keys.press("Copy python request");
    assert.match(await copied(page), /requests\.post/);
    await keys.choose("Version", "Version 2");
    await keys.press("Remove the selfie");
    await keys.press("Selfie: from an address");
    await keys.type("Address of the photo", "https://photos.example.com/me.jpg");
    await page.keyboard.press("Enter");
    await dialogGone(page);
    await keys.press("Send request");
    await verdict(page, "Domain not whitelisted");
  });

  test("usage: what is shown, of when, split by what, of which key, and as a file", async (t) => {
    const { page, keys } = await signedIn(t, "usage");
    await page.getByRole("table", { name: "Requests by time" }).waitFor();
    await keys.choose("Range", "7 days");
    await keys.choose("Split", "By outcome");
    await keys.choose("Bucket", "Hour");
    await keys.choose("Chart", "Response time");
    await page.getByRole("columnheader", { name: "Outcome" }).waitFor();
    const first = await page
      .getByLabel("Key", { exact: true })
      .locator("option", { hasText: "First steps" })
      .innerText();
    await keys.select("Key", first);
    await page.waitForURL(/key=key_/);
    const file = page.waitForEvent("download");
    await keys.press("CSV");
    assert.equal((await file).suggestedFilename(), "usage.csv");
  });

  test("operators: accounts made, changed, looked into, closed, opened again", async (t) => {
    const { page, keys } = await signedIn(t, "accounts");
    await keys.press("Create an account");
    await keys.type("E-mail", "member@example.com");
    await keys.press("Create the account");
    await takeSecret(page, keys, "The account is ready");
    await keys.press("Change member@example.com");
    await keys.select("Plan", "unlimited: 256 at a time");
    await keys.press("Save");
    await toast(page, "member@example.com is changed.");
    await dialogGone(page);
    await keys.fromMenu("member@example.com", "Log member@example.com");
    await page.getByRole("dialog").getByRole("cell", { name: "Account changed" }).waitFor();
    await keys.press("Close");
    await dialogGone(page);
    await dashboard.go(page, "people");
    await keys.press("Reset link member@example.com");
    await takeSecret(page, keys, "A link to set a new password");
    await dialogGone(page);
    await keys.fromMenu("member@example.com", "Make operator member@example.com");
    await keys.press("Make operator");
    await toast(page, "member@example.com is an operator.");
    await dialogGone(page);
    await dashboard.go(page, "accounts");
    await heading(page, "Accounts");
    await page.keyboard.press("/");
    await page.waitForFunction("document.activeElement?.matches('[data-search]')");
    await page.keyboard.type("member");
    await keys.fromMenu("member@example.com", "Close member@example.com");
    await keys.press("Close the account");
    await toast(page, "member@example.com is closed.");
    await dialogGone(page);
    // The row's actions change when the list has been loaded again.
    await page
      .getByRole("row", { name: /member/ })
      .getByText("closed", { exact: true })
      .waitFor();
    await keys.fromMenu("member@example.com", "Open again member@example.com");
    await keys.press("Open the account");
    await toast(page, "member@example.com is open again.");
    await dialogGone(page);
    await tabTo(page.getByRole("row", { name: /member/ }).getByRole("link"));
    await page.keyboard.press("Enter");
    await heading(page, "Usage");
    assert.equal(
      await page.getByLabel("Account", { exact: true }).locator("option:checked").innerText(),
      "member@example.com",
    );
  });

  test("settings: theme, sign-ins, password, and out", async (t) => {
    const { page, keys } = await signedIn(t, "settings");
    const [one, two] = [await dashboard.openAs(t, owner), await dashboard.openAs(t, owner)];
    await page.reload();
    await keys.choose("Theme", "Dark");
    await page.waitForFunction("getComputedStyle(document.documentElement).colorScheme === 'dark'");
    await keys.follow("Sign-ins");
    const others = page.getByRole("table", { name: "Sign-ins" }).getByRole("button", { name: /^Sign out/ });
    await others.first().waitFor();
    const before = await others.count();
    await tabTo(others.first());
    await page.keyboard.press("Enter");
    await toast(page, "That browser is signed out.");
    await others.nth(before - 1).waitFor({ state: "detached" });
    await keys.press("Sign out the others");
    await toast(page, "You are signed out everywhere else.");
    await heading(one, "Sign in");
    await heading(two, "Sign in");
    await keys.follow("Password and passkeys");
    await keys.type("Current password", owner.password);
    await keys.type("New password", password);
    await page.keyboard.press("Enter");
    await toast(page, "The password is changed");
    await keys.signOut();
    await heading(page, "Sign in");
    await keys.type("E-mail", owner.email);
    await keys.type("Password", password);
    await page.keyboard.press("Enter");
    await heading(page, "Overview");
    await keys.command("sign out");
    await heading(page, "Sign in");
  });
});
