import { describe, test } from "node:test";
import type { Page } from "playwright-core";
import { noBrowser } from "../testing/browser/browser.ts";
import { addMember, choosePassword, dialogGone, fromMenu, heading, owner, useDashboard } from "../testing/dashboard.ts";
import { keyboardOf } from "../testing/browser/keyboard.ts";

const developer = { email: "developer@example.com", password: "a developer's password" };
const partner = { email: "partner@example.com", password: "a partner's password" };

describe("teams in the dashboard", { skip: noBrowser }, () => {
  const dashboard = useDashboard();

  /** Invites by keyboard alone. @returns the link */
  async function invite(page: Page, email: string, role: string): Promise<string> {
    const keys = keyboardOf(page);
    await dashboard.go(page, "team");
    await keys.press("Invite somebody");
    await keys.type("E-mail", email);
    await keys.select("Role", role);
    await keys.press("Create the invitation");
    const dialog = page.getByRole("dialog", { name: "The invitation is ready" });
    const link = await dialog.locator(".secret code").innerText();
    await keys.press("I have copied it");
    await dialogGone(page);
    return link;
  }

  async function accept(page: Page, link: string, label: string, password: string): Promise<void> {
    await page.goto(link);
    await page.getByLabel(label).fill(password);
    await page.getByRole("button", { name: "Join the team" }).click();
    await heading(page, "Overview");
  }

  test("somebody new joins by a link, sees what their role allows, and is put out", async (t) => {
    const ownersPage = await dashboard.openAsOwner(t);
    const link = await invite(ownersPage, developer.email, "Viewer: read only");
    await ownersPage.getByRole("table", { name: "Open invitations" }).getByText(developer.email).waitFor();
    const page = await dashboard.open(t);
    await accept(page, link, "Choose a password", developer.password);
    await dashboard.go(page, "keys");
    await page.getByRole("row", { name: /First key/ }).waitFor();
    await page.getByRole("button", { name: "Create a key" }).waitFor({ state: "detached" });
    await page.goto(link);
    await page.getByRole("alert").filter({ hasText: "This link was used" }).waitFor();

    await ownersPage.reload();
    const keys = keyboardOf(ownersPage);
    await keys.fromMenu(developer.email, `Change role: ${developer.email}`);
    await keys.select("Role", "Developer: also manages keys, webhooks and sessions");
    await keys.press("Save");
    await dialogGone(ownersPage);
    await page.goto("about:blank");
    await dashboard.go(page, "keys");
    await page.getByRole("button", { name: "Create a key" }).waitFor();

    await keys.fromMenu(developer.email, `Remove: ${developer.email}`);
    await keys.press("Remove");
    await dialogGone(ownersPage);
    await dashboard.go(page, "limits");
    await heading(page, "Sign in");
  });

  test("who has a sign-in joins with it, switches between teams, and leaves", async (t) => {
    const ownersPage = await dashboard.openAsOwner(t);
    const page = await dashboard.open(t);
    await choosePassword(page, await addMember(ownersPage, dashboard.server, partner.email, "free"), partner.password);
    const link = await invite(ownersPage, partner.email, "Admin: also manages members, branding and the audit log");
    const other = await dashboard.open(t);
    await accept(other, link, "Your password", partner.password);
    await dashboard.go(other, "team");
    await other.getByRole("row", { name: owner.email }).waitFor();
    await other.getByLabel("Team", { exact: true }).selectOption(partner.email);
    await other.getByText(`You are looking at ${partner.email}.`).waitFor();
    await other.getByRole("row", { name: owner.email }).waitFor({ state: "detached" });
    await other.getByLabel("Team", { exact: true }).selectOption(owner.email);
    await other.getByRole("row", { name: owner.email }).waitFor();
    await fromMenu(other, partner.email, "Leave the team");
    await other.getByRole("dialog").getByRole("button", { name: "Leave" }).click();
    await heading(other, "Overview");
    await other.getByLabel("Team", { exact: true }).waitFor({ state: "detached" });
    await ownersPage.reload();
    await ownersPage.getByRole("row", { name: owner.email }).waitFor();
    await ownersPage.getByRole("row", { name: partner.email }).waitFor({ state: "detached" });
  });

  test("ownership is handed over, and the new owner gives it back; the team has a name", async (t) => {
    const ownersPage = await dashboard.openAsOwner(t);
    const link = await invite(
      ownersPage,
      "next@example.com",
      "Admin: also manages members, branding and the audit log",
    );
    const page = await dashboard.open(t);
    await accept(page, link, "Choose a password", "the next one's password");
    await ownersPage.reload();
    await fromMenu(ownersPage, "next@example.com", "Hand over: next@example.com");
    await ownersPage.getByRole("button", { name: "Hand over", exact: true }).click();
    await dialogGone(ownersPage);
    await ownersPage.getByRole("row", { name: /owner@example.com.*admin/ }).waitFor();
    await page.goto("about:blank");
    await dashboard.go(page, "team");
    await fromMenu(page, owner.email, `Change role: ${owner.email}`);
    await page.getByLabel("Role", { exact: true }).selectOption("owner");
    await page.getByRole("button", { name: "Save" }).click();
    await dialogGone(page);
    await page.getByRole("link", { name: "Team settings" }).click();
    await page.getByLabel("Name of the team").fill("Faces Ltd");
    await page.getByRole("button", { name: "Rename" }).click();
    await page.getByText("The team is called Faces Ltd.").waitFor();
    await page.getByRole("heading", { level: 2, name: "Faces Ltd", exact: true }).waitFor();
  });
});
