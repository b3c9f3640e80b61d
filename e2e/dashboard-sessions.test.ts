import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, test } from "node:test";
import type { Page } from "playwright-core";
import { violations } from "../testing/browser/axe.ts";
import { noBrowser } from "../testing/browser/browser.ts";
import { cutOff } from "../testing/cut-off.ts";
import { copied, dialogGone, heading, useDashboard } from "../testing/dashboard.ts";
import { reference, selfie } from "../testing/photos.ts";

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
    const made = await page.request.post(`${url}/api/v3/sessions?mode=test`, { data: {}, headers: { origin: url } });
    const { id } = ((await made.json()) as { data: { id: string } }).data;
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
    await page.route(`**/api/v3/sessions/${id}/timeline`, async (route) => {
      const response = await route.fetch();
      const { data } = (await response.json()) as { data: { entries: readonly object[] } };
      const entries = [...data.entries, { ...data.entries[0], ...told }];
      await route.fulfill({ response, json: { success: true, data: { ...data, entries } } });
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

  /** Completes a session as its person, with a selfie and no challenge. @returns the session's id */
  async function makeSession(): Promise<string> {
    const { url, privateKey } = dashboard.server;
    const ask = async (path: string, secret: string, body: FormData | object) => {
      const isForm = body instanceof FormData;
      const headers = {
        authorization: `Bearer ${secret}`,
        "selfsame-device": "device000000000000000d",
        ...(!isForm && { "content-type": "application/json" }),
      };
      const answer = await fetch(`${url}/api/v3${path}`, {
        method: "POST",
        headers,
        body: isForm ? body : JSON.stringify(body),
      });
      const text = await answer.text();
      assert.ok(answer.ok, text);
      return JSON.parse(text).data as { readonly id: string; readonly url: string };
    };
    const form = (parts: Readonly<Record<string, Buffer | string>>) => {
      const data = new FormData();
      for (const [name, part] of Object.entries(parts))
        data.append(name, typeof part === "string" ? part : new Blob([new Uint8Array(part)]));
      return data;
    };
    const made = await ask("/sessions", privateKey, form({ reference, challenge: "off" }));
    const secret = made.url.split("#")[1] ?? "";
    await ask("/session/start", secret, { consent_version: "2026-11" });
    await ask("/session/complete", secret, form({ selfie }));
    return made.id;
  }

  test("photos are sealed to a key that the owner's browser makes, and opened in it alone", async (t) => {
    const page = await dashboard.openAsOwner(t, "settings/evidence", { reducedMotion: "reduce" });
    await dashboard.post(page, "api/v3/branding", { name: "Aurora Bank", privacy_url: "https://example.com/privacy" });
    const sent: string[] = [];
    page.on("request", (request) => sent.push(`${request.url()} ${request.postData() ?? ""}`));
    const make = async () => {
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: "Make a key pair" }).click(),
      ]);
      return { name: download.suggestedFilename(), buffer: Buffer.from(await readFile(await download.path())) };
    };
    const other = await make();
    const pair = await make();
    const jwk = JSON.parse(pair.buffer.toString()) as { readonly d: string; readonly kid: string };
    await page.getByText(`The private key is in ${pair.name}`).waitFor();
    await page.getByLabel("Public key").fill(pair.buffer.toString());
    await page.getByRole("button", { name: "Set the key" }).click();
    await page.getByText("This is a private key, and was not sent.").waitFor();
    const { d: _, ...publicKey } = jwk;
    await page.getByLabel("Public key").fill(JSON.stringify(publicKey));
    await page.getByLabel("Stored for, in days").fill("3");
    await fits(page);
    await page.getByRole("button", { name: "Set the key" }).click();
    await page.getByText("3 days").waitFor();
    await page.getByText(jwk.kid).waitFor();
    await fits(page);

    const [id, another] = [await makeSession(), await makeSession()];
    await dashboard.go(page, `verifications/${id}`);
    await page.getByRole("link", { name: "View sealed photos" }).waitFor();
    await fits(page);
    await page.getByRole("link", { name: "View sealed photos" }).click();
    await heading(page, "Sealed photos");
    await page.getByRole("figure").nth(1).waitFor();
    assert.deepEqual(await page.locator("figure .strong").allInnerTexts(), ["Reference", "Selfie of attempt 1"]);

    await page.context().setOffline(true);
    const choose = ({ name, buffer }: typeof pair) =>
      page.getByLabel("Private key").setInputFiles({ name, mimeType: "application/json", buffer });
    await choose({ name: "photo.jpg", buffer: Buffer.from(selfie) });
    await page.getByText("This file has no X25519 private key as JWK").waitFor();
    await choose(other);
    await page.getByText("It was sealed to another key.").nth(1).waitFor();
    await choose(pair);
    await page.locator("figure img").nth(1).waitFor();
    const widths = () =>
      page
        .locator("figure img")
        .evaluateAll((images) =>
          Promise.all(
            images.map(
              async (image) => (await (image as HTMLImageElement).decode(), (image as HTMLImageElement).naturalWidth),
            ),
          ),
        );
    assert.deepEqual(await widths(), [520, 580], "both photos are shown");
    await fits(page);
    const urls = await page
      .locator("figure img")
      .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).src));
    await page.getByRole("button", { name: "Forget the key" }).click();
    await page.getByText("Sealed", { exact: true }).nth(1).waitFor();
    const isGone = (url: string) =>
      page.evaluate(
        (src) =>
          new Promise<boolean>((done) => {
            Object.assign(new Image(), { onload: () => done(false), onerror: () => done(true), src });
          }),
        url,
      );
    for (const url of urls) assert.ok(await isGone(url), "its address leads nowhere");
    await page.context().setOffline(false);
    const base64 = selfie.toString("base64").slice(400, 440);
    for (const request of sent)
      assert.ok(
        ![jwk.d, JSON.parse(other.buffer.toString()).d, base64].some((secret) => request.includes(secret)),
        request,
      );

    // What a compromised server might return: another session's photo, and a tampered photo.
    const foreign = await page.request.get(`${dashboard.server.url}/api/v3/sessions/${another}/evidence`);
    const [theirs] = ((await foreign.json()) as { data: { photos: readonly object[] } }).data.photos;
    await page.route(`**/api/v3/sessions/${id}/evidence`, async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { data: { photos: readonly { readonly jwe: string }[] } };
      const mine = body.data.photos[1];
      const jwe = mine?.jwe.replace(/.(?=.{30}$)/, (one) => (one === "A" ? "B" : "A"));
      await route.fulfill({ response, json: { ...body, data: { ...body.data, photos: [theirs, { ...mine, jwe }] } } });
    });
    await page.reload();
    await page.getByRole("figure").nth(1).waitFor();
    await choose(pair);
    await page.getByText("It was sealed for another session").waitFor();
    await page.getByText("It was changed after it was sealed").waitFor();
    assert.equal(await page.locator("figure img").count(), 0);
    await fits(page);
    await page.unrouteAll({ behavior: "wait" });

    await page.getByRole("link", { name: "The session" }).click();
    await page.getByRole("button", { name: "Delete sealed photos" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete sealed photos" }).click();
    await page.getByRole("link", { name: "View sealed photos" }).waitFor({ state: "detached" });
    await dashboard.go(page, "settings/evidence");
    await page.getByRole("button", { name: "Switch off evidence" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Switch off evidence" }).click();
    await page.getByText("No public key yet").waitFor();
  });

  test("a session that failed is decided by a reviewer; a viewer sees who decides", async (t) => {
    const page = await dashboard.openAsOwner(t, "settings/team", { reducedMotion: "reduce" });
    await page.getByLabel("Review sessions that fail").check();
    await page.getByText("The settings of reviews are saved.").waitFor();
    const asked = { external_id: "customer-7", simulate: "no_match" };
    const { id } = await dashboard.post<{ id: string }>(page, "api/v3/sessions?mode=test", asked);
    const viewer = { email: "viewer@example.com", password: "correct horse viewer" };
    const invited = await dashboard.post<{ link: string }>(page, "invitations", {
      email: viewer.email,
      role: "viewer",
    });
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
