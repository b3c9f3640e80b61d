import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { codeAt, stepAt } from "../packages/server/src/accounts/people/factors/totp.ts";
import { fromBase32 } from "../packages/server/testing/people-with-factors.ts";
import { startCraftedProvider } from "../packages/server/testing/sign-on/crafted-provider.ts";
import { providerClient, startProvider } from "../packages/server/testing/sign-on/real-provider.ts";
import { violations } from "../testing/browser/axe.ts";
import { noBrowser } from "../testing/browser/browser.ts";
import { keyboardOf } from "../testing/browser/keyboard.ts";
import { dialogGone, heading, useDashboard } from "../testing/dashboard.ts";

const email = "anna@corp.example";

describe("single sign-on in the dashboard", { skip: noBrowser }, () => {
  // Another site than the dashboard's 127.0.0.1, so that cookies behave as with an external provider.
  const dashboard = useDashboard({
    SELFSAME_ALLOWED_DOMAINS: "localhost",
    SELFSAME_ALLOW_PRIVATE_DOWNLOADS: "true",
  });

  test("an owner sets it up by keyboard, tests it and requires it; people come in by it and confirm by it", async (t) => {
    const page = await dashboard.openAsOwner(t, "team");
    const keys = keyboardOf(page);
    await keys.follow("Single sign-on");
    await heading(page, "Single sign-on");
    const redirectUri = await page.locator(".secret code").innerText();
    const provider = await startProvider(t, [redirectUri], "localhost");
    await keys.type("Issuer", provider.issuer);
    await keys.type("Client ID", providerClient.clientId);
    await keys.type("Client secret", providerClient.clientSecret);
    await keys.press("Save");
    await keys.type("Domain", "corp.example");
    await keys.press("Claim");
    const domain = page.getByRole("row", { name: /corp\.example/ });
    await domain.getByText("not proven").waitFor();
    await keys.press("Check corp.example");
    await page.getByText("The DNS does not have the record yet").waitFor();
    const { account } = (await page.evaluate(
      "fetch('/api/dashboard/state').then((answer) => answer.json()).then(({ me }) => me)",
    )) as { account: { id: string } };
    await dashboard.server.command(["sign-on", "prove", account.id, "corp.example"]);

    // The owner's connection test reports metadata that names another issuer.
    const crafted = await startCraftedProvider(t);
    crafted.describe({ issuer: "https://login.example/{tenantid}/v2.0" });
    await keys.type("Issuer", crafted.issuer.replace("127.0.0.1", "localhost"));
    await keys.type("Client secret", providerClient.clientSecret);
    await page.getByLabel("Claim with the e-mail address").selectOption("preferred_username");
    await page.getByText("Providers never report this name as verified").waitFor();
    await keys.press("Save");
    await page.getByText("The provider is saved.").last().waitFor();
    await keys.press("Test the sign-on");
    await page.getByText("names the issuer https://login.example/{tenantid}/v2.0").waitFor();
    assert.deepEqual(await violations(page), []);
    await keys.type("Issuer", provider.issuer);
    await keys.type("Client secret", providerClient.clientSecret);
    await page.getByLabel("Claim with the e-mail address").selectOption("email");
    await keys.press("Save");

    provider.be({ sub: "1", email, email_verified: true });
    await keys.press("Test the sign-on");
    await page.getByText("Would join the team as a new person.").waitFor();
    await page.getByRole("region", { name: "Claims" }).getByText(email).waitFor();
    await domain.getByText("proven", { exact: true }).waitFor();
    assert.deepEqual(await violations(page), []);
    await keys.press("Require single sign-on");
    await keys.press("Require it");
    await dialogGone(page);
    await page.getByRole("button", { name: "Let people choose" }).waitFor();

    const other = await dashboard.open(t);
    const annas = keyboardOf(other);
    await dashboard.go(other, "keys");
    await annas.type("E-mail", email);
    // The provider is looked up when the field loses focus.
    await other.keyboard.press("Tab");
    await other.getByText("Your organization asks you to sign in there.").waitFor();
    assert.deepEqual(await violations(other), []);
    await annas.press(`Continue with ${new URL(provider.issuer).host}`);
    // The requested view opens after the redirect to another site's provider and back.
    await heading(other, "Keys");
    await dashboard.go(other, "team");
    await other.getByRole("row", { name: new RegExp(`${email} you viewer`) }).waitFor();

    // The provider reported no sign-in time, and she has no other factor yet.
    await dashboard.go(other, "sign-on/no_auth_time");
    await other.getByText("The provider does not say when you signed in").waitFor();
    await annas.press("Confirm another way");
    const question = other.getByRole("dialog", { name: "Confirm that it is you" });
    await question.getByText("You have no password, passkey or authenticator app here.").waitFor();
    assert.deepEqual(await violations(other), []);
    await question.getByRole("button", { name: "Cancel" }).press("Enter");
    await dialogGone(other);
    const ask = async (path: string, data?: object) => {
      const headers = { origin: dashboard.server.url };
      const url = `${dashboard.server.url}/api/dashboard/${path}`;
      const answer = await other.request.post(url, data ? { data, headers } : { headers });
      assert.ok(answer.ok(), await answer.text());
      return answer.json();
    };
    const { secret } = await ask("authenticator-app");
    const codeOf = (later: number) => codeAt(fromBase32(secret), stepAt(Date.now()) + later);
    await ask("authenticator-app/finish", { code: codeOf(0) });
    await annas.press("Confirm another way");
    await annas.type("Code of your authenticator app", "000000");
    await annas.press("Use the code");
    await question.getByText("This code is wrong, or was used already").waitFor();
    assert.deepEqual(await violations(other), []);
    await annas.type("Code of your authenticator app", codeOf(1));
    await annas.press("Use the code");
    await other.getByText("Confirmed. You can make the change now.").waitFor();
    await dialogGone(other);

    provider.be({ sub: "2", email: "anna@elsewhere.example", email_verified: true });
    const stranger = await dashboard.open(t);
    await dashboard.go(stranger, "");
    await keyboardOf(stranger).type("E-mail", email);
    await stranger.keyboard.press("Tab");
    await keyboardOf(stranger).press(`Continue with ${new URL(provider.issuer).host}`);
    await stranger.getByRole("alert").filter({ hasText: "not one of this organization's" }).waitFor();
    assert.deepEqual(await violations(stranger), []);
  });
});
