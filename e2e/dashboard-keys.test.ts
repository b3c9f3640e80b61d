import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { noBrowser, openBrowser } from "./browser.ts";
import { addMember, enterAsOwner, heading, openPerson, signIn } from "./dashboard.ts";
import { reference, selfie } from "./photos.ts";
import { startServer } from "./server.ts";
import type { RunningServer } from "./server.ts";

/** As a program sends it, with whatever key it was given. */
async function verify(server: RunningServer, key: string): Promise<number> {
  const body = new FormData();
  body.append("reference", new Blob([new Uint8Array(reference)]), "reference.jpg");
  body.append("selfie", new Blob([new Uint8Array(selfie)]), "selfie.jpg");
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(`${server.url}/api/v3/verify`, { method: "POST", headers, body });
  await response.arrayBuffer();
  return response.status;
}

/** @returns the key itself, from the dialog that shows it once */
async function createKey(page: Page, name: string): Promise<string> {
  await page.getByRole("button", { name: "Create a key" }).first().click();
  await page.getByLabel("Name").fill(name);
  await page.getByRole("button", { name: "Create the key" }).click();
  const dialog = page.getByRole("dialog", { name: `${name} is ready` });
  const key = await dialog.locator(".secret code").innerText();
  await dialog.getByRole("button", { name: "Copy the key" }).click();
  assert.equal(await page.evaluate("navigator.clipboard.readText()"), key);
  await dialog.getByRole("button", { name: "I have copied it" }).click();
  return key;
}

describe("keys and their use in the dashboard", { skip: noBrowser }, () => {
  let server: RunningServer;
  let browser: Browser;
  before(async () => {
    const plans = { tiny: { requestsPerMinute: 2, requestsPerMonth: 100, concurrentRequests: 2 } };
    const env = { SELFSAME_WORKERS: "1", SELFSAME_PLANS: JSON.stringify(plans) };
    [server, browser] = await Promise.all([startServer(env), openBrowser()]);
  });
  after(async () => {
    await browser.close();
    assert.equal(await server.stop(), 0);
  });

  test("a key is created, used, seen in usage while the page is open, revoked, and refused", async (t) => {
    const page = await openPerson(t, browser);
    await enterAsOwner(page, server);
    await page.getByRole("link", { name: "Keys" }).click();
    await heading(page, "Keys");
    const key = await createKey(page, "Till");
    assert.match(key, /^ss_sk_[0-9A-Za-z]{38}$/);
    assert.ok(!(await page.content()).includes(key), "the key is shown once");

    await page.goto(`${server.url}/#/usage?range=24h&split=key`);
    await page.getByText("No request in this time").waitFor();
    assert.equal(await verify(server, key), 200);
    // The row comes by itself.
    await page.getByRole("cell", { name: "Till", exact: true }).waitFor({ timeout: 5000 });
    const file = page.waitForEvent("download");
    await page.getByRole("link", { name: "CSV" }).click();
    assert.equal((await file).suggestedFilename(), "usage.csv");

    await page.getByRole("link", { name: "Keys" }).click();
    await page.getByRole("row", { name: /Till/ }).getByText("today").waitFor();
    await page.getByRole("button", { name: "Revoke Till" }).click();
    await page.getByRole("button", { name: "Revoke the key" }).click();
    await page.getByText("Till is revoked.").waitFor();
    await page.getByRole("row", { name: /Till/ }).waitFor({ state: "detached" });
    assert.equal(await verify(server, key), 401);
    await page.getByText("All", { exact: true }).click();
    await page.getByRole("row", { name: /Till.*revoked/ }).waitFor();
  });

  test("a rotated key goes on for as long as was chosen, beside its successor", async (t) => {
    const page = await openPerson(t, browser);
    await enterAsOwner(page, server);
    await page.goto(`${server.url}/#/keys`);
    const key = await createKey(page, "Kiosk");
    await page.getByRole("button", { name: "Rotate Kiosk" }).click();
    await page.getByLabel("The old key works for").selectOption({ label: "1 hour" });
    await page.getByRole("button", { name: "Make the new key" }).click();
    const dialog = page.getByRole("dialog", { name: "Kiosk is ready" });
    const successor = await dialog.locator(".secret code").innerText();
    await dialog.getByRole("button", { name: "I have copied it" }).click();
    assert.deepEqual([await verify(server, key), await verify(server, successor)], [200, 200]);
    assert.equal(await page.getByRole("row", { name: /Kiosk/ }).count(), 2);
  });

  test("a public key needs an origin, and says so at the field", async (t) => {
    const page = await openPerson(t, browser);
    await enterAsOwner(page, server);
    await page.goto(`${server.url}/#/keys?new=public`);
    await page.getByLabel("Name").fill("Web shop");
    await page.getByLabel("Allowed origins").fill("not an origin");
    await page.getByRole("button", { name: "Create the key" }).click();
    await page.getByRole("alert").filter({ hasText: "An origin is a scheme and a host" }).waitFor();
    await page.getByLabel("Allowed origins").fill("https://shop.example");
    await page.getByRole("button", { name: "Create the key" }).click();
    await page.getByRole("button", { name: "I have copied it" }).click();
    await page.getByRole("link", { name: "Domains and origins" }).click();
    await page.getByRole("cell", { name: "https://shop.example" }).waitFor();
  });

  test("a second account sees nothing of the first, and a limit that it reaches", async (t) => {
    const ownersPage = await openPerson(t, browser);
    await enterAsOwner(ownersPage, server);
    const link = await addMember(ownersPage, server, "member@example.com", "tiny");

    const page = await openPerson(t, browser);
    await page.goto(link);
    await page.getByLabel("Password").fill("a member's password");
    await page.getByRole("button", { name: "Set the password" }).click();
    await heading(page, "Overview");
    await page.getByRole("heading", { name: "Three steps to the first answer" }).waitFor();
    assert.equal(await page.getByRole("link", { name: "Accounts" }).count(), 0);
    await page.goto(`${server.url}/#/accounts`);
    await heading(page, "There is nothing here");
    await page.goto(`${server.url}/#/keys?show=all`);
    await page.getByText("No active key").waitFor();
    await page.goto(`${server.url}/#/usage?range=24h&account=all`);
    await page.getByRole("alert").filter({ hasText: "There is nothing here" }).waitFor();
    await page.goto(`${server.url}/#/settings`);
    await page.getByText("Password reset").waitFor();
    assert.ok(!(await page.content()).includes("owner@example.com"));

    await page.goto(`${server.url}/#/keys`);
    const key = await createKey(page, "Small");
    const statuses = [await verify(server, key), await verify(server, key), await verify(server, key)];
    assert.deepEqual(statuses, [200, 200, 429]);
    await page.goto(`${server.url}/#/limits`);
    await page.getByRole("alert").filter({ hasText: "Reached: requests are refused" }).waitFor();
    const minute = page.getByRole("region", { name: "Requests a minute" });
    assert.match(await minute.innerText(), /2\s+of 2 used\s+0 left/);
    await page.goto(`${server.url}/#/usage?range=24h&split=outcome`);
    await page.getByRole("cell", { name: "Rate limited" }).waitFor();
  });

  test("another person's signing in at the same browser finds nothing of the one before", async (t) => {
    const page = await openPerson(t, browser);
    await enterAsOwner(page, server);
    await page.goto(`${server.url}/#/keys`);
    await page.getByRole("row", { name: /Kiosk/ }).first().waitFor();
    await page.getByRole("button", { name: "Sign out" }).click();
    await heading(page, "Sign in");
    await signIn(page, server, { email: "member@example.com", password: "a member's password" });
    await page.getByRole("link", { name: "Keys" }).click();
    await page.getByRole("row", { name: /Small/ }).waitFor();
    assert.equal(await page.getByText("Kiosk").count(), 0);
  });
});
