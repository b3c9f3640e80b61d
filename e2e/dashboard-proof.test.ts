import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { startMailServer } from "../packages/server/testing/mail-server.ts";
import { until } from "../packages/platform/testing/until.ts";
import { noBrowser } from "../testing/browser/browser.ts";
import {
  addMember,
  choosePassword,
  createKey,
  dialogGone,
  fromMenu,
  heading,
  signIn,
  useDashboard,
} from "../testing/dashboard.ts";

const squatter = { email: "victim@example.com", password: "what the squatter chose" };
const mail = await startMailServer({ after });

describe("whose an address is, in the dashboard", { skip: noBrowser }, () => {
  const dashboard = useDashboard({ SELFSAME_SMTP_URL: mail.url, SELFSAME_MAIL_FROM: "faces@example.com" });
  // Selects mails with an invitation link: the address also receives others, such as notices of sign-ins, before or after.
  const mailedLink = (words: string) =>
    until(() =>
      mail.taken
        .filter(({ to }) => to[0] === words)
        .flatMap(({ text }) => /http\S+\/#\/invitation\/[\w-]+/.exec(text) ?? [])
        .at(-1),
    );

  test("a mailed invitation is shown to nobody; its reader takes the address from who never proved it", async (t) => {
    const ownersPage = await dashboard.openAsOwner(t);
    const link = await addMember(ownersPage, dashboard.server, squatter.email, "free");
    const squattersPage = await dashboard.open(t);
    await choosePassword(squattersPage, link, squatter.password);
    await dashboard.go(ownersPage, "people");
    await ownersPage.getByRole("row", { name: /victim@example\.com.*address not verified/ }).waitFor();

    await dashboard.go(ownersPage, "team");
    await ownersPage.getByRole("button", { name: "Invite somebody" }).click();
    await ownersPage.getByLabel("E-mail").fill(squatter.email);
    await ownersPage.getByRole("button", { name: "Send the invitation" }).click();
    await ownersPage.getByText(`The invitation is on its way to ${squatter.email}.`).waitFor();
    await dialogGone(ownersPage);
    await ownersPage.getByRole("table", { name: "Open invitations" }).getByText(squatter.email).waitFor();
    const invitation = await mailedLink(squatter.email);
    assert.ok(!(await ownersPage.content()).includes(invitation.split("/").at(-1) ?? ""));

    const page = await dashboard.open(t);
    await page.goto(invitation);
    await page.getByLabel("Your password").waitFor();
    await page.getByRole("button", { name: "Take the address over" }).click();
    await page.getByLabel("Choose a password").fill("what its owner chose");
    await page.getByRole("button", { name: "Join the team" }).click();
    await heading(page, "Overview");
    await squattersPage.reload();
    await heading(squattersPage, "Sign in");
    await signIn(squattersPage, dashboard.server, { ...squatter, password: "what its owner chose" });
  });

  test("who removes a member ends the keys they made, and hears which go on", async (t) => {
    const ownersPage = await dashboard.openAsOwner(t, "team");
    await ownersPage.getByRole("button", { name: "Invite somebody" }).click();
    await ownersPage.getByLabel("E-mail").fill("dev@example.com");
    await ownersPage.getByRole("button", { name: "Send the invitation" }).click();
    await dialogGone(ownersPage);
    const page = await dashboard.open(t);
    await page.goto(await mailedLink("dev@example.com"));
    await page.getByLabel("Choose a password").fill("a developer's password");
    await page.getByRole("button", { name: "Join the team" }).click();
    await heading(page, "Overview");
    await dashboard.go(page, "keys");
    await createKey(page, "Shop");
    await createKey(page, "Till");

    await dashboard.go(ownersPage, "team");
    await ownersPage.reload();
    await fromMenu(ownersPage, "dev@example.com", "Remove: dev@example.com");
    await ownersPage.getByText("2 keys of theirs would go on working").waitFor();
    await ownersPage.getByLabel("Revoke Shop").check();
    await ownersPage.getByRole("button", { name: "Remove", exact: true }).click();
    await ownersPage.getByText("dev@example.com is removed. Revoked: Shop. Still working: Till.").waitFor();
    await dialogGone(ownersPage);
    await dashboard.go(ownersPage, "keys");
    await ownersPage.getByRole("row", { name: /Till/ }).waitFor();
    await ownersPage.getByRole("row", { name: /Shop/ }).waitFor({ state: "detached" });
  });
});
