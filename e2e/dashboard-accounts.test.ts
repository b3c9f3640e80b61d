import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { noBrowser, openBrowser } from "./browser.ts";
import { addMember, enterAsOwner, heading, openPerson, owner, signIn } from "./dashboard.ts";
import { startServer } from "./server.ts";
import type { RunningServer } from "./server.ts";

const member = { email: "member@example.com", password: "a member's password" };

async function choosePassword(page: Page, link: string, password: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Set the password" }).click();
  await heading(page, "Overview");
}

describe("accounts and settings in the dashboard", { skip: noBrowser }, () => {
  let server: RunningServer;
  let browser: Browser;
  before(async () => {
    [server, browser] = await Promise.all([startServer({ SELFSAME_WORKERS: "1" }), openBrowser()]);
  });
  after(async () => {
    await browser.close();
    assert.equal(await server.stop(), 0);
  });

  test("a new account makes its first key on the overview, in a curl line ready to copy", async (t) => {
    const ownersPage = await openPerson(t, browser);
    await enterAsOwner(ownersPage, server);
    const page = await openPerson(t, browser);
    await choosePassword(page, await addMember(ownersPage, server, member.email, "free"), member.password);
    await page.getByRole("button", { name: "Make a private key" }).click();
    const key = await page.locator(".secret code").innerText();
    await page.getByRole("button", { name: "Copy curl line" }).click();
    const line = await page.evaluate("navigator.clipboard.readText()");
    assert.ok(String(line).includes(`-H "Authorization: Bearer ${key}"`));
    const answer = await fetch(`${server.url}/api/v3/models`, { headers: { authorization: `Bearer ${key}` } });
    assert.equal(answer.status, 200);
  });

  test("a closed account is signed out and refused, and opened again it gets in with a new link", async (t) => {
    const ownersPage = await openPerson(t, browser);
    await enterAsOwner(ownersPage, server);
    const page = await openPerson(t, browser);
    await signIn(page, server, member);
    await ownersPage.goto(`${server.url}/#/accounts`);
    await ownersPage.getByRole("button", { name: `Close ${member.email}` }).click();
    await ownersPage.getByRole("button", { name: "Close the account" }).click();
    // The open page notices by itself.
    await heading(page, "Sign in");
    await ownersPage.getByRole("button", { name: `Open again ${member.email}` }).click();
    await ownersPage.getByRole("button", { name: "Open the account" }).click();
    await ownersPage.getByRole("button", { name: `Reset link ${member.email}` }).click();
    const dialog = ownersPage.getByRole("dialog", { name: "A link to set a new password" });
    await choosePassword(page, await dialog.locator(".secret code").innerText(), "another good password");
  });

  test("the last owner cannot be closed, and the page says why", async (t) => {
    const page = await openPerson(t, browser);
    await enterAsOwner(page, server);
    await page.goto(`${server.url}/#/accounts`);
    await page.getByRole("button", { name: `Close ${owner.email}` }).click();
    await page.getByRole("button", { name: "Close the account" }).click();
    await page.getByRole("alert").filter({ hasText: "The last owner" }).waitFor();
  });

  test("a new password signs out the other browsers; a wrong current one is said at its field", async (t) => {
    const page = await openPerson(t, browser);
    await enterAsOwner(page, server);
    const other = await openPerson(t, browser);
    await signIn(other, server, owner);
    await page.goto(`${server.url}/#/settings`);
    await page.getByLabel("Current password").fill("not this one");
    await page.getByLabel("New password").fill("a fresh good password");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").filter({ hasText: "This is not the current password" }).waitFor();
    await page.getByLabel("Current password").fill(owner.password);
    await page.keyboard.press("Enter");
    await page.getByText("The password is changed").waitFor();
    await heading(other, "Sign in");
    await page.reload();
    await page.getByRole("cell", { name: "Password changed" }).waitFor();
  });

  test("a domain is added, refused where it is none, and removed", async (t) => {
    const page = await openPerson(t, browser);
    await signIn(page, server, { ...owner, password: "a fresh good password" });
    await page.goto(`${server.url}/#/domains`);
    await page.getByLabel("Host").fill("no host");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").filter({ hasText: "A domain is a host" }).waitFor();
    await page.getByLabel("Host").fill("*.photos.example");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Remove *.photos.example" }).click();
    await page.getByText("No host is allowed").waitFor();
  });
});
