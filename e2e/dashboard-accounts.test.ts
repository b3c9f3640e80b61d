import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { noBrowser } from "../testing/browser/browser.ts";
import { noCurl, runCurl } from "../testing/curl-line.ts";
import {
  addMember,
  choosePassword,
  copied,
  dialogGone,
  fromMenu,
  heading,
  owner,
  putPhoto,
  useDashboard,
  verdict,
} from "../testing/dashboard.ts";
import { reference, selfie } from "../testing/photos.ts";

const member = { email: "member@example.com", password: "a member's password" };
const guest = { email: "guest@example.com", password: "a guest's password" };

describe("accounts and settings in the dashboard", { skip: noBrowser }, () => {
  const dashboard = useDashboard();

  test(
    "a new account makes its first key on the overview, and runs the curl line shown",
    { skip: noCurl },
    async (t) => {
      const ownersPage = await dashboard.openAsOwner(t);
      const page = await dashboard.open(t);
      await choosePassword(page, await addMember(ownersPage, dashboard.server, member.email, "free"), member.password);
      await page.getByRole("button", { name: "Create a private key" }).click();
      const key = await page.locator(".secret code").innerText();
      await page.getByRole("button", { name: "Copy curl line" }).click();
      const line = await copied(page);
      assert.ok(line.includes(`-H "Authorization: Bearer ${key}"`));
      assert.equal((await runCurl(line)).status, 200);
      // The page updates without a reload.
      await page.getByText("The first response is here.").waitFor();
    },
  );

  test("a new account runs its first request from the overview, with the key just made", async (t) => {
    const ownersPage = await dashboard.openAsOwner(t);
    const page = await dashboard.open(t);
    await choosePassword(page, await addMember(ownersPage, dashboard.server, guest.email, "free"), guest.password);
    await page.getByRole("button", { name: "Create a private key" }).click();
    await page.getByText("It is sent with the key above").waitFor();
    await page.getByRole("button", { name: "Selfie: use the camera" }).click();
    await page.getByRole("button", { name: /cancel/i }).click();
    await putPhoto(page, "Reference photo", reference);
    await putPhoto(page, "Selfie", selfie);
    await page.getByRole("button", { name: "Compare them" }).click();
    await verdict(page, "Same person");
    assert.equal(await page.locator(".outline.good").count(), 2);
    // The answer stays visible while the first request's figures load below it.
    await page.getByText("The first response is here.").waitFor();
    await page.getByRole("heading", { name: "Requests, last 30 days" }).waitFor();
    await verdict(page, "Same person");
    await dashboard.go(page, "usage?range=24h&split=key");
    await page.getByRole("cell", { name: "First steps" }).waitFor();
    await dashboard.go(page, "");
    await page.getByRole("heading", { name: "Requests, last 30 days" }).waitFor();
    assert.equal(await page.getByText("Three steps to the first response").count(), 0);
  });

  test("a domain is added, refused where it is none, and removed", async (t) => {
    const page = await dashboard.openAs(t, member, "domains");
    await page.getByLabel("Host").fill("no host");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").filter({ hasText: "A domain is a host" }).waitFor();
    await page.getByLabel("Host").fill("*.photos.example");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Remove *.photos.example" }).click();
    await page.getByText("No host is allowed").waitFor();
  });

  test("a closed account is signed out and refused, and opened again it gets in with a new link", async (t) => {
    const ownersPage = await dashboard.openAsOwner(t, "accounts");
    const page = await dashboard.openAs(t, member);
    await fromMenu(ownersPage, member.email, `Close ${member.email}`);
    await ownersPage.getByRole("button", { name: "Close the account" }).click();
    // The open page signs out without a reload.
    await heading(page, "Sign in");
    await fromMenu(ownersPage, member.email, `Open again ${member.email}`);
    await ownersPage.getByRole("button", { name: "Open the account" }).click();
    await dialogGone(ownersPage);
    await dashboard.go(ownersPage, "people");
    await ownersPage.getByRole("button", { name: `Reset link ${member.email}` }).click();
    const dialog = ownersPage.getByRole("dialog", { name: "A link to set a new password" });
    await choosePassword(page, await dialog.locator(".secret code").innerText(), "another good password");
  });

  test("the last operator's account cannot be closed, and the page says why", async (t) => {
    const page = await dashboard.openAsOwner(t, "accounts");
    await fromMenu(page, owner.email, `Close ${owner.email}`);
    await page.getByRole("button", { name: "Close the account" }).click();
    await page.getByRole("alert").filter({ hasText: "Nobody would be left" }).waitFor();
  });

  test("a new password signs out the other browsers; a wrong current one is said at its field", async (t) => {
    const page = await dashboard.openAsOwner(t, "settings/sign-in");
    const other = await dashboard.openAs(t, owner);
    await page.getByLabel("Current password").fill("not this one");
    await page.getByLabel("New password").fill("a fresh good password");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").filter({ hasText: "This is not the current password" }).waitFor();
    await page.getByLabel("Current password").fill(owner.password);
    await page.keyboard.press("Enter");
    await page.getByText("The password is changed").waitFor();
    await heading(other, "Sign in");
    await dashboard.go(page, "settings/audit");
    await page.getByRole("cell", { name: "Password changed" }).waitFor();
  });
});
