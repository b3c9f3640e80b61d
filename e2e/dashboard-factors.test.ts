import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Page } from "playwright-core";
import { codeAt, stepAt } from "@selfsame/server/accounts/people/factors/totp";
import { fromBase32 } from "../packages/server/testing/people-with-factors.ts";
import { violations } from "../testing/browser/axe.ts";
import { noBrowser } from "../testing/browser/browser.ts";
import { keyboardOf } from "../testing/browser/keyboard.ts";
import { cutOff } from "../testing/cut-off.ts";
import { dialogGone, heading, owner, useDashboard } from "../testing/dashboard.ts";

describe("passkeys and second factors in the dashboard", { skip: noBrowser }, () => {
  const dashboard = useDashboard();

  /** Browsers allow passkeys on localhost, but not on an IP address. */
  const home = () => dashboard.server.url.replace("127.0.0.1", "localhost");

  /** Adds an authenticator that has already verified its user. @returns sets whether the user touches it */
  async function addAuthenticator(page: Page) {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("WebAuthn.enable", { enableUI: false });
    const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        transport: "internal",
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return (enabled: boolean) => devtools.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled });
  }

  async function typeCredentials(page: Page): Promise<void> {
    const keys = keyboardOf(page);
    await keys.type("E-mail", owner.email);
    await keys.type("Password", owner.password);
    await keys.press("Sign in");
  }

  async function lookAt(page: Page, what: string): Promise<void> {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      for (const width of [1280, 360]) {
        await page.setViewportSize({ width, height: 900 });
        assert.deepEqual(await cutOff(page), [], `${what}, ${width} wide`);
      }
      assert.deepEqual(await violations(page), [], `${what}, ${colorScheme}`);
    }
    await page.setViewportSize({ width: 1280, height: 900 });
  }

  test("by keyboard: a passkey is added, opens the dashboard, and another address has none", async (t) => {
    const page = await dashboard.openAsOwner(t, "settings/sign-in");
    await page.getByText(`Passkeys work at ${home()}`).waitFor();
    await page.goto(`${home()}/#/settings/sign-in`);
    const touches = await addAuthenticator(page);
    await heading(page, "Sign in");
    await typeCredentials(page);
    await heading(page, "Settings");
    const keys = keyboardOf(page);
    await keys.press("Add a passkey");
    await keys.type("Name of the passkey", "laptop");
    await keys.press("Add the passkey");
    const dialog = page.getByRole("dialog", { name: "Your recovery codes" });
    await dialog.waitFor();
    const codes = await dialog.getByRole("listitem").allInnerTexts();
    assert.equal(codes.length, 10);
    await lookAt(page, "recovery codes");
    await keys.press("I have saved them");
    await dialogGone(page);
    await page.getByRole("row", { name: /laptop/ }).waitFor();
    await lookAt(page, "settings");

    await touches(false);
    await keys.signOut();
    await heading(page, "Sign in");
    await lookAt(page, "signing in");
    // Touched only from here on: earlier, the list at the e-mail field would use the passkey. A device that waited untouched would stay untouched.
    await page.route("**/sign-in/passkey/options", async (route) => {
      await touches(true);
      await route.continue();
    });
    await keys.press("Use a passkey");
    await heading(page, "Overview");
    await page.unroute("**/sign-in/passkey/options");
    await page.goto(`${home()}/#/settings/sign-in`);
    await heading(page, "Settings");
    await keys.signOut();
    // A person would choose the passkey from the list at the e-mail field; this device chooses it automatically.
    await heading(page, "Overview");
    await page.goto(`${home()}/#/settings/sign-ins`);
    await page.getByRole("cell", { name: "passkey", exact: true }).first().waitFor();
    await page.goto(`${home()}/#/settings/sign-in`);
    await keys.press("Rename laptop");
    await keys.type("Name of the passkey", "my laptop");
    await keys.press("Save the name");
    await dialogGone(page);
    await page.getByRole("row", { name: /my laptop/ }).waitFor();

    const elsewhere = await dashboard.open(t);
    await elsewhere.goto(`${home()}/#/`);
    await typeCredentials(elsewhere);
    await heading(elsewhere, "One more step");
    await lookAt(elsewhere, "a passkey is needed");
    await keyboardOf(elsewhere).type("Recovery code", codes[0] ?? "");
    await keyboardOf(elsewhere).press("Continue");
    await heading(elsewhere, "Overview");

    await keys.fromMenu("my laptop", "Remove my laptop");
    await keys.press("Remove");
    await dialogGone(page);
    await page.getByText("You have none yet.").waitFor();
  });

  test("by keyboard: an authenticator app is set up, its code is asked for, and the team can require it", async (t) => {
    const page = await dashboard.openAsOwner(t, "settings/sign-in");
    const keys = keyboardOf(page);
    await keys.press("Set up an app");
    const secret = (await page.locator(".setup-key code").innerText()).replaceAll(" ", "");
    const code = (away = 0) => codeAt(fromBase32(secret), stepAt(Date.now()) + away);
    await lookAt(page, "setting up an app");
    await keys.type("Code that the app shows", "000000");
    await keys.press("Finish");
    await page.getByRole("alert").filter({ hasText: "This code is wrong" }).waitFor();
    await keys.type("Code that the app shows", code());
    await keys.press("Finish");
    await keys.press("I have saved them");
    await dialogGone(page);

    const other = await dashboard.open(t);
    await dashboard.go(other, "team");
    await typeCredentials(other);
    await heading(other, "One more step");
    await lookAt(other, "a code is needed");
    await keyboardOf(other).type("Code of your authenticator app", code(1));
    await keyboardOf(other).press("Continue");
    await heading(other, "Team");
    await keyboardOf(other).follow("Team settings");
    await keyboardOf(other).press("Require a second factor");
    await other.getByText("Everybody in the team needs a second factor now.").waitFor();
    await lookAt(other, "team settings");
    await dashboard.go(other, "team");
    await keyboardOf(other).press("Invite somebody");
    await keyboardOf(other).type("E-mail", "guest@example.com");
    await keyboardOf(other).press("Create the invitation");
    const link = await other.getByRole("dialog").locator(".secret code").innerText();

    const guest = await dashboard.open(t);
    await guest.goto(link.replace("127.0.0.1", "localhost"));
    await addAuthenticator(guest);
    await guest.getByLabel("Choose a password").fill("the guest's own password");
    await keyboardOf(guest).press("Join the team");
    await heading(guest, "Set up a second factor");
    await lookAt(guest, "a second factor is needed");
    await keyboardOf(guest).press("Add a passkey");
    await keyboardOf(guest).press("Add the passkey");
    await keyboardOf(guest).press("I have saved them");
    await heading(guest, "Overview");
  });
});
