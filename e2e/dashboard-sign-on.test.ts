import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { providerClient, startProvider } from "../packages/server/src/testing/sign-on/real-provider.ts";
import { violations } from "../testing/browser/axe.ts";
import { noBrowser } from "../testing/browser/browser.ts";
import { keyboardOf } from "../testing/browser/keyboard.ts";
import { dialogGone, heading, useDashboard } from "../testing/dashboard.ts";

const email = "anna@corp.example";

describe("single sign-on in the dashboard", { skip: noBrowser }, () => {
  // Another site than the dashboard's 127.0.0.1, so that cookies go and come as with a provider out there.
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
    // It is looked for when the field is left.
    await other.keyboard.press("Tab");
    await other.getByText("Your organization asks you to sign in there.").waitFor();
    assert.deepEqual(await violations(other), []);
    await annas.press(`Continue with ${new URL(provider.issuer).host}`);
    // The view that was asked for, at a provider of another site and back.
    await heading(other, "Keys");
    await dashboard.go(other, "team");
    await other.getByRole("row", { name: new RegExp(`${email} you viewer`) }).waitFor();

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
