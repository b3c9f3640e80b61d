import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { describe, test } from "node:test";
import { violations } from "../testing/browser/axe.ts";
import { noBrowser } from "../testing/browser/browser.ts";
import { useDashboard } from "../testing/dashboard.ts";

const { publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const jwks = JSON.stringify({ keys: [{ ...publicKey.export({ format: "jwk" }), kid: "2026" }] });

describe("OpenID Connect clients of a team", { skip: noBrowser }, () => {
  const dashboard = useDashboard({ SELFSAME_OIDC: "on" });

  test("a client is added with its secret once, changed, rotated and deleted", async (t) => {
    const page = await dashboard.openAsOwner(t, "settings/oidc");
    await page.getByText("No clients yet").waitFor();
    await page.getByText(`${dashboard.server.url}/oidc`, { exact: true }).waitFor();
    await page.getByRole("button", { name: "Add client" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Keycloak");
    await dialog.getByLabel("Redirect URIs").fill("http://login.example/callback");
    await dialog.getByRole("button", { name: "Add the client" }).click();
    await dialog.getByText("Enter 1 to 10 addresses of one host").waitFor();
    await dialog.getByLabel("Redirect URIs").fill("https://login.example/callback\nhttps://login.example/other");
    assert.deepEqual(await violations(page), []);
    await dialog.getByRole("button", { name: "Add the client" }).click();
    const secret = await dialog.locator(".secret code").innerText();
    assert.equal(secret.length, 43);
    await dialog.getByRole("button", { name: "I have copied it" }).click();
    const row = page.getByRole("row", { name: /Keycloak/ });
    await row.getByText("https://login.example/other").waitFor();
    assert.ok(!(await page.content()).includes(secret));

    await page.getByRole("button", { name: "More actions for Keycloak" }).click();
    await page.getByRole("menuitem", { name: "Edit Keycloak" }).click();
    await dialog.getByLabel("Pushed requests only").check();
    await dialog.getByRole("button", { name: "Save changes" }).click();
    await row.getByText("pushed requests only").waitFor();

    await page.getByRole("button", { name: "More actions for Keycloak" }).click();
    await page.getByRole("menuitem", { name: "Rotate the secret of Keycloak" }).click();
    await dialog.getByRole("button", { name: "Create new secret" }).click();
    assert.notEqual(await dialog.locator(".secret code").innerText(), secret);
    await dialog.getByRole("button", { name: "I have copied it" }).click();
    await row.getByText("old secret until").waitFor();
    assert.deepEqual(await violations(page), []);

    await page.getByRole("button", { name: "More actions for Keycloak" }).click();
    await page.getByRole("menuitem", { name: "Delete Keycloak" }).click();
    await dialog.getByRole("button", { name: "Delete client" }).click();
    await page.getByText("No clients yet").waitFor();
  });

  test("a client that signs has no secret, and keys that are none are said with their field", async (t) => {
    const page = await dashboard.openAsOwner(t, "settings/oidc");
    await page.getByRole("button", { name: "Add client" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("App");
    await dialog.getByLabel("Redirect URIs").fill("https://app.example/callback");
    await dialog.getByLabel("Authenticates by").selectOption("private_key_jwt");
    for (const wrong of ["no JSON", "{}", ""]) {
      await dialog.getByLabel("Public keys").fill(wrong);
      await dialog.getByRole("button", { name: "Add the client" }).click();
      await dialog.getByText("Enter a JWKS with 1 to 10 public keys").waitFor();
      await dialog.getByLabel("Public keys").fill(jwks);
    }
    await dialog.getByRole("button", { name: "Add the client" }).click();
    await dialog.getByText("there is no secret").waitFor();
    await dialog.getByRole("button", { name: "Close" }).click();
    await page.getByRole("row", { name: /App.*Signed assertion/ }).waitFor();
  });
});

describe("OpenID Connect clients of a service that is no provider", { skip: noBrowser }, () => {
  const dashboard = useDashboard();

  test("the page says how it is turned on", async (t) => {
    const page = await dashboard.openAsOwner(t, "settings/oidc");
    await page.getByText("SELFSAME_OIDC=on").waitFor();
    assert.equal(await page.getByRole("button", { name: "Add client" }).count(), 0);
  });
});
