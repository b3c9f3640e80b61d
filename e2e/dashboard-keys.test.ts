import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { noBrowser } from "../testing/browser/browser.ts";
import { noCurl, runCurl } from "../testing/curl-line.ts";
import {
  addMember,
  choosePassword,
  copied,
  createKey,
  fromMenu,
  heading,
  owner,
  signIn,
  signOut,
  takeSecret,
  useDashboard,
} from "../testing/dashboard.ts";

const member = { email: "member@example.com", password: "a member's password" };
const plans = { tiny: { requestsPerMinute: 2, requestsPerMonth: 100, concurrentRequests: 2 } };

describe("keys and their use in the dashboard", { skip: noBrowser || noCurl }, () => {
  const dashboard = useDashboard({ SELFSAME_PLANS: JSON.stringify(plans) });

  /** The curl line that starts every example in the documentation, with this key. */
  const curlWith = (key: string): string =>
    `curl ${dashboard.server.url}/api/v3/verify -H "Authorization: Bearer ${key}" -F reference=@reference.jpg -F selfie=@selfie.jpg`;
  const statusWith = async (key: string): Promise<number> => (await runCurl(curlWith(key))).status;

  test("a key is created, used by the curl line shown, seen in usage within 5 s, revoked, and refused", async (t) => {
    const page = await dashboard.openAsOwner(t);
    await page.getByRole("link", { name: "Keys" }).click();
    await heading(page, "Keys");
    await page.getByRole("button", { name: "Create a key" }).first().click();
    await page.getByLabel("Name").fill("Till");
    await page.getByRole("button", { name: "Create the key" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Copy curl line" }).click();
    const line = await copied(page);
    const key = await takeSecret(page, "Till is ready");
    assert.match(key, /^ss_sk_[0-9A-Za-z]{38}$/);
    assert.ok(!(await page.content()).includes(key), "the key is shown once");

    await dashboard.go(page, "usage?range=24h&split=key");
    await page.getByText("No requests in this time").waitFor();
    const { status, body } = await runCurl(line);
    assert.equal(status, 200);
    assert.equal((body as { data: { match: boolean } }).data.match, true);
    // The row appears without a reload.
    const row = page.getByRole("row", { name: /Till/ });
    await row.waitFor({ timeout: 5000 });
    assert.match(await row.innerText(), /Till\s+1\s+[\d.]+ m?s\s+[\d.]+ m?s/);
    const file = page.waitForEvent("download");
    await page.getByRole("button", { name: "CSV" }).click();
    assert.equal((await file).suggestedFilename(), "usage.csv");

    await page.getByRole("link", { name: "Keys" }).click();
    await page.getByRole("row", { name: /Till/ }).getByText("today").waitFor();
    await fromMenu(page, "Till", "Revoke Till");
    await page.getByRole("button", { name: "Revoke the key" }).click();
    await page.getByText("Till is revoked.").waitFor();
    await page.getByRole("row", { name: /Till/ }).waitFor({ state: "detached" });
    assert.equal((await runCurl(line)).status, 401);
    await page.getByText("All", { exact: true }).click();
    await page.getByRole("row", { name: /Till.*revoked/ }).waitFor();
  });

  test("a rotated key goes on for as long as was chosen, beside its successor", async (t) => {
    const page = await dashboard.openAsOwner(t, "keys");
    const key = await createKey(page, "Kiosk");
    await fromMenu(page, "Kiosk", "Rotate Kiosk");
    await page.getByLabel("The old key works for").selectOption({ label: "1 hour" });
    await page.getByRole("button", { name: "Create the new key" }).click();
    const successor = await takeSecret(page, "Kiosk is ready");
    assert.deepEqual([await statusWith(key), await statusWith(successor)], [200, 200]);
    assert.equal(await page.getByRole("row", { name: /Kiosk/ }).count(), 2);
    // Usage distinguishes two keys of one name by their last characters.
    await dashboard.go(page, "usage?range=24h&split=key");
    await page.getByRole("cell", { name: `Kiosk (${key.slice(-4)})` }).waitFor();
    await page.getByRole("cell", { name: `Kiosk (${successor.slice(-4)})` }).waitFor();
  });

  test("a public key needs an origin, and says so at the field", async (t) => {
    const page = await dashboard.openAsOwner(t, "keys?new=public");
    await page.getByLabel("Name").fill("Web shop");
    await page.getByLabel("Allowed origins").fill("not an origin");
    await page.getByRole("button", { name: "Create the key" }).click();
    await page.getByRole("alert").filter({ hasText: "An origin is a scheme and a host" }).waitFor();
    await page.getByLabel("Allowed origins").fill("https://shop.example");
    await page.getByRole("button", { name: "Create the key" }).click();
    await takeSecret(page, "Web shop is ready");
    await page.getByRole("link", { name: "Domains and origins" }).click();
    await page.getByRole("cell", { name: "https://shop.example" }).waitFor();
  });

  test("a second account sees nothing of the first, and a limit that it reaches", async (t) => {
    const ownersPage = await dashboard.openAsOwner(t);
    const link = await addMember(ownersPage, dashboard.server, member.email, "tiny");

    const page = await dashboard.open(t);
    await choosePassword(page, link, member.password);
    await page.getByRole("heading", { name: "Three steps to the first response" }).waitFor();
    assert.equal(await page.getByRole("link", { name: "Accounts" }).count(), 0);
    await dashboard.go(page, "accounts");
    await heading(page, "There is nothing here");
    await dashboard.go(page, "keys?show=all");
    await page.getByText("No active key").waitFor();
    await dashboard.go(page, "usage?range=24h&account=all");
    await page.getByRole("alert").filter({ hasText: "There is nothing here" }).waitFor();
    await dashboard.go(page, "settings/audit");
    await page.getByText("Password reset").waitFor();
    assert.ok(!(await page.content()).includes(owner.email));

    await dashboard.go(page, "keys");
    const key = await createKey(page, "Small");
    assert.deepEqual([await statusWith(key), await statusWith(key), await statusWith(key)], [200, 200, 429]);
    await dashboard.go(page, "limits");
    await page.getByRole("alert").filter({ hasText: "Limit reached: requests receive 429" }).waitFor();
    const minute = page.getByRole("region", { name: "Requests a minute" });
    assert.match(await minute.innerText(), /2\s+of 2 used\s+0 left/);
    await dashboard.go(page, "usage?range=24h&split=outcome");
    await page.getByRole("cell", { name: "Rate limited" }).waitFor();

    // Operators see the usage under the key's name and its account.
    await dashboard.go(ownersPage, "usage?range=24h&split=key&account=all");
    await ownersPage.getByRole("cell", { name: `Small, ${member.email}` }).waitFor();
  });

  test("another person's signing in at the same browser finds nothing of the one before", async (t) => {
    const page = await dashboard.openAsOwner(t, "keys");
    await page.getByRole("row", { name: /Kiosk/ }).first().waitFor();
    await signOut(page);
    await heading(page, "Sign in");
    await signIn(page, dashboard.server, member);
    await page.getByRole("link", { name: "Keys" }).click();
    await page.getByRole("row", { name: /Small/ }).waitFor();
    assert.equal(await page.getByText("Kiosk").count(), 0);
  });
});
