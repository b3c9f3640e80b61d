import assert from "node:assert/strict";
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, describe, test } from "node:test";
import { noBrowser } from "../testing/browser/browser.ts";
import {
  addMember,
  choosePassword,
  createKey,
  dialogGone,
  fromMenu,
  heading,
  owner,
  takeSecret,
  useDashboard,
} from "../testing/dashboard.ts";
import { databaseFile } from "../packages/platform/src/store/data-folder.ts";

const member = { email: "member@example.com", password: "a member's password" };
const dataDir = mkdtempSync(join(tmpdir(), "selfsame-erasure-"));

describe("deleting, and saying the password again, in the dashboard", { skip: noBrowser }, () => {
  const dashboard = useDashboard({ SELFSAME_DATA_DIR: dataDir });
  after(() => rm(dataDir, { recursive: true, force: true }));

  /** Moves every sign-in back by one hour. */
  function age(): void {
    const database = new DatabaseSync(databaseFile(dataDir));
    database.exec("UPDATE sessions SET confirmed_at_ms = confirmed_at_ms - 3600000");
    database.close();
  }

  test("a while after signing in, a key is made only with the password said again", async (t) => {
    const page = await dashboard.openAsOwner(t, "keys");
    age();
    await page.getByRole("button", { name: "Create a key" }).first().click();
    await page.getByLabel("Name").fill("Till");
    await page.getByRole("button", { name: "Create the key" }).click();
    const question = page.getByRole("dialog", { name: "Confirm that it is you" });
    await question.locator("input[type=password]:focus").waitFor();
    await question.getByLabel("Your password").fill("not this one");
    await page.keyboard.press("Enter");
    await question.getByRole("alert").filter({ hasText: "This is not your password" }).waitFor();
    await question.getByLabel("Your password").fill(owner.password);
    await page.keyboard.press("Enter");
    await takeSecret(page, "Till is ready");
    await createKey(page, "Kiosk");

    age();
    await fromMenu(page, "Kiosk", "Rotate Kiosk");
    await page.getByRole("button", { name: "Create the new key" }).click();
    await question.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("alert").filter({ hasText: "Nothing was changed" }).waitFor();
    assert.equal(await page.getByRole("row", { name: /Kiosk/ }).count(), 1);
  });

  test("a key that has ended is deleted from the list", async (t) => {
    const page = await dashboard.openAsOwner(t, "keys");
    await createKey(page, "Old");
    await fromMenu(page, "Old", "Revoke Old");
    await page.getByRole("button", { name: "Revoke the key" }).click();
    await dialogGone(page);
    await page.getByText("All", { exact: true }).click();
    await fromMenu(page, "Old", "Delete Old");
    await page.getByRole("button", { name: "Delete the key" }).click();
    await page.getByText("Old is deleted.").waitFor();
    await page.getByRole("row", { name: /Old/ }).waitFor({ state: "detached" });
  });

  test("an owner deletes their team; an operator deletes a closed one, with its name typed; the last operator stays", async (t) => {
    const ownersPage = await dashboard.openAsOwner(t);
    const page = await dashboard.open(t);
    const join = async () => {
      await choosePassword(page, await addMember(ownersPage, dashboard.server, member.email, "free"), member.password);
    };
    await join();
    await dashboard.go(page, "settings/danger");
    await page.getByRole("button", { name: "Delete the team" }).click();
    await page.getByLabel("Type its name").fill(member.email);
    await page.getByRole("button", { name: "Delete the account" }).click();
    await heading(page, "Sign in");

    await join();
    await dashboard.go(ownersPage, "accounts");
    await ownersPage.reload();
    await fromMenu(ownersPage, member.email, `Close ${member.email}`);
    await ownersPage.getByRole("button", { name: "Close the account" }).click();
    await dialogGone(ownersPage);
    await fromMenu(ownersPage, member.email, `Delete ${member.email}`);
    await ownersPage.getByLabel("Type its name").fill("another@example.com");
    await ownersPage.getByRole("button", { name: "Delete the account" }).click();
    await ownersPage
      .getByRole("alert")
      .filter({ hasText: `This is not ${member.email}` })
      .waitFor();
    await ownersPage.getByLabel("Type its name").fill(member.email);
    await ownersPage.getByRole("button", { name: "Delete the account" }).click();
    await ownersPage.getByRole("row", { name: member.email }).waitFor({ state: "detached" });

    await dashboard.go(ownersPage, "settings/danger");
    await ownersPage.getByRole("button", { name: "Delete the team" }).click();
    await ownersPage.getByLabel("Type its name").fill(owner.email);
    await ownersPage.getByRole("button", { name: "Delete the account" }).click();
    await ownersPage.getByRole("alert").filter({ hasText: "Nobody would be left" }).waitFor();
  });
});
