import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Page } from "playwright-core";
import { violations } from "../testing/browser/axe.ts";
import { noBrowser } from "../testing/browser/browser.ts";
import { cutOff } from "../testing/cut-off.ts";
import { copied, dialogGone, heading, useDashboard } from "../testing/dashboard.ts";

describe("verification sessions in the dashboard", { skip: noBrowser }, () => {
  const dashboard = useDashboard();

  const fits = async (page: Page) => {
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      assert.deepEqual([await violations(page), await cutOff(page)], [[], []], `at ${width}`);
    }
  };
  const create = async (page: Page, externalId: string, end = "") => {
    await page.getByRole("button", { name: "Create a test session" }).click();
    const dialog = page.getByRole("dialog", { name: "Create a test session" });
    await dialog.getByLabel("It ends").selectOption(end);
    await dialog.getByLabel("External id").fill(externalId);
    await dialog.getByRole("button", { name: "Create the session" }).click();
    const ready = page.getByRole("dialog", { name: "The test session is ready" });
    const link = await ready.locator(".secret code").innerText();
    await ready.getByRole("button", { name: "Copy the link" }).click();
    assert.equal(await copied(page), link);
    return { ready, link };
  };

  test("a test session is created, found, looked at and cancelled; the plot counts them", async (t) => {
    const page = await dashboard.openAsOwner(t, "verifications", { reducedMotion: "reduce" });
    await heading(page, "Sessions");
    await page.getByText("No session yet").waitFor();
    await fits(page);

    const { ready, link } = await create(page, "customer-1");
    assert.match(link, /\/verify#[\w-]{65}$/);
    await fits(page);
    await ready.getByRole("button", { name: "Done" }).click();
    await dialogGone(page);
    assert.ok(!(await page.content()).includes(link), "the link is shown once");
    const failed = await create(page, "customer-2", "no_match");
    await failed.ready.getByRole("button", { name: "Done" }).click();
    await dialogGone(page);
    await page
      .getByRole("row", { name: /customer-2/ })
      .filter({ hasText: "another person" })
      .waitFor();
    await page.getByRole("img", { name: /2 sessions in 30 days: 0 verified, 1 captured/ }).waitFor();
    await fits(page);

    await page.getByLabel("Search by external id").fill("customer-1");
    await page.getByRole("row", { name: /customer-2/ }).waitFor({ state: "detached" });
    await page.getByLabel("Search by external id").fill("nobody");
    await page.getByText("No session matches").waitFor();
    await page.getByRole("button", { name: "Show all sessions" }).click();
    await page.getByLabel("Status").selectOption("failed");
    await page.getByRole("row", { name: /customer-1/ }).waitFor({ state: "detached" });
    await page.getByLabel("Status").selectOption("");

    await page.getByRole("link", { name: "customer-2" }).click();
    await heading(page, "Session");
    for (const moment of ["Created", "Consent given", "Failed"]) {
      await page.getByRole("listitem").filter({ hasText: moment }).waitFor();
    }
    await fits(page);
    await page.getByRole("link", { name: "All sessions" }).click();
    await page.getByRole("link", { name: "customer-1" }).click();
    await page.getByRole("button", { name: "Create a new link" }).click();
    await fits(page);
    await page.getByRole("dialog").getByRole("button", { name: "Create a new link" }).click();
    const renewed = page.getByRole("dialog", { name: "The new link is ready" });
    assert.match(await renewed.locator(".secret code").innerText(), /\/verify#[\w-]{66}$/);
    await renewed.getByRole("button", { name: "Done" }).click();
    await page.getByRole("listitem").filter({ hasText: "New link created" }).waitFor();

    await page.getByRole("button", { name: "Cancel the session" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel the session" }).click();
    await page.getByRole("listitem").filter({ hasText: "Cancelled" }).waitFor();
    await dialogGone(page);
    await page.getByRole("button", { name: "Create another session" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Create the session" }).click();
    const again = page.getByRole("dialog", { name: "The session is ready" });
    await fits(page);
    await again.getByRole("button", { name: "Done" }).click();
    await dialogGone(page);
    await page.getByRole("heading", { name: "customer-1", exact: true }).waitFor();
    await page.getByRole("listitem").filter({ hasText: "Cancelled" }).waitFor({ state: "detached" });
  });

  test("the page of a session tells of each attempt its steps, the check that rejected it and the selfie", async (t) => {
    const page = await dashboard.openAsOwner(t, "verifications", { reducedMotion: "reduce" });
    const { url } = dashboard.server;
    const made = await page.request.post(`${url}/api/dashboard/verifications`, { data: {}, headers: { origin: url } });
    const { id } = ((await made.json()) as { session: { id: string } }).session;
    const told = {
      kind: "attempt",
      number: 1,
      passed: false,
      reasons: ["challenge_failed"],
      challenge: "failed",
      check: "step_not_seen",
      photo: 2,
      issues: ["too_dark", "blurred"],
      steps: [
        { step: "turn_left", seen: true },
        { step: "follow_dot", seen: false },
      ],
    };
    await page.route(`**/api/dashboard/verifications/${id}`, async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { timeline: readonly object[] };
      await route.fulfill({
        response,
        json: { ...body, timeline: [...body.timeline, { ...body.timeline[0], ...told }] },
      });
    });
    await dashboard.go(page, `verifications/${id}`);
    const attempt = page.getByRole("listitem").filter({ hasText: "Attempt 1 failed" });
    for (const text of [
      "turn left: seen",
      "follow the dot: not seen",
      "Rejected because the movement is not seen (step 2, follow the dot)",
      "Selfie: too dark, blurred",
    ]) {
      await attempt.getByText(text).waitFor();
    }
    await fits(page);
  });

  test("a session that failed is decided by a reviewer; a viewer sees who decides", async (t) => {
    const page = await dashboard.openAsOwner(t, "settings/team", { reducedMotion: "reduce" });
    await page.getByLabel("Review sessions that fail").check();
    await page.getByText("The settings of reviews are saved.").waitFor();
    const ask = async (path: string, data: object) => {
      const headers = { origin: dashboard.server.url };
      const answer = await page.request.post(`${dashboard.server.url}/api/dashboard/${path}`, { data, headers });
      assert.ok(answer.ok(), await answer.text());
      return (await answer.json()) as { readonly link: string; readonly session: { readonly id: string } };
    };
    const { id } = (await ask("verifications", { externalId: "customer-7", simulate: "no_match" })).session;
    const viewer = { email: "viewer@example.com", password: "correct horse viewer" };
    const invited = await ask("invitations", { email: viewer.email, role: "viewer" });
    const other = await dashboard.open(t);
    const joined = await other.request.post(`${dashboard.server.url}/api/dashboard/invitation/accept`, {
      data: { secret: invited.link.split("/").at(-1), password: viewer.password },
      headers: { origin: dashboard.server.url },
    });
    assert.ok(joined.ok(), await joined.text());

    await dashboard.go(page, "verifications?mode=test");
    await page.getByLabel("Status").selectOption("needs_review");
    await page.getByRole("link", { name: "customer-7" }).click();
    await heading(page, "Session");
    await page.getByRole("heading", { name: "Decide" }).waitFor();
    await fits(page);
    await dashboard.go(other, `verifications/${id}`);
    await other.getByText("Ask an admin of the team for the role reviewer.").waitFor();
    assert.equal(await other.getByRole("button", { name: "Approve" }).count(), 0);

    await dashboard.go(page, "reviews?mode=test");
    await page.getByRole("link", { name: "Reviews 1" }).waitFor();
    await page.getByRole("row", { name: /customer-7/ }).waitFor();
    await fits(page);
    await page.getByRole("link", { name: "customer-7" }).click();

    await page.getByRole("button", { name: "Assign to me" }).click();
    await page.getByText("Reviewer: you").waitFor();
    await page.getByText("Add a note").click();
    await page.getByLabel("Note").fill("Called twice");
    await page.getByRole("button", { name: "Add the note" }).click();
    await page.getByRole("listitem").filter({ hasText: "by owner@example.com: Called twice" }).waitFor();

    const choice = page.getByRole("group", { name: "Decision" });
    assert.equal(await choice.getByRole("radio", { checked: true }).count(), 0, "nothing is chosen beforehand");
    assert.ok(await page.getByRole("button", { name: "Decide" }).isDisabled());
    const decide = async () => {
      await page.getByRole("group", { name: "Decision" }).getByText("Approve").click();
      await page.getByLabel("Reason").fill("Passport seen");
      await page.getByRole("button", { name: "Approve" }).click();
      const dialog = page.getByRole("dialog", { name: "Approve: customer-7" });
      await dialog.getByText("You can undo this for a minute").waitFor();
      await fits(page);
      await dialog.getByRole("button", { name: "Approve" }).click();
      await page.getByText(/It takes effect in \d+ seconds/).waitFor();
    };
    await decide();
    await fits(page);
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("The decision is undone.").waitFor();
    await decide();
    await page.getByRole("button", { name: "Take effect now" }).click();
    await page.getByRole("listitem").filter({ hasText: "owner@example.com decided to approve the person" }).waitFor();
    await page.getByText("owner@example.com: Passport seen").first().waitFor();
    await page.getByRole("heading", { name: "Decide" }).waitFor({ state: "detached" });
    await fits(page);
  });

  test("a test key is made in the dialog of keys", async (t) => {
    const page = await dashboard.openAsOwner(t, "keys?new=test", { reducedMotion: "reduce" });
    const dialog = page.getByRole("dialog", { name: "Create a key" });
    await dialog.getByText("No photo is analyzed and nothing is billed").waitFor();
    await dialog.getByLabel("Name").fill("CI");
    await fits(page);
    await dialog.getByRole("button", { name: "Create the key" }).click();
    const ready = page.getByRole("dialog", { name: "CI is ready" });
    assert.match(await ready.locator(".secret code").innerText(), /^ss_tk_\w{38}$/);
    await ready.getByRole("button", { name: "I have copied it" }).click();
    await page.getByRole("row", { name: /CI/ }).filter({ hasText: "test: no photo analyzed" }).waitFor();
  });
});
