import { X509Certificate } from "node:crypto";
import { describe, test } from "node:test";
import { makeCountry } from "../packages/server/testing/documents/issuer.ts";
import { registrationOf } from "../packages/server/testing/documents/registration.ts";
import { noBrowser } from "../testing/browser/browser.ts";
import { useDashboard } from "../testing/dashboard.ts";

describe("trust anchors of a team", { skip: noBrowser }, () => {
  const dashboard = useDashboard();

  test("authorities and registration certificates are added from files and removed; a file without one says so", async (t) => {
    const page = await dashboard.openAsOwner(t, "settings/trust");
    const add = (buffer: Buffer) =>
      page
        .getByLabel("Certificates of authorities")
        .setInputFiles({ name: "csca.pem", mimeType: "application/x-pem-file", buffer });
    await add(Buffer.from("nothing"));
    await page.getByText("The file contains no certificate of an authority").waitFor();
    await add(Buffer.from(new X509Certificate(makeCountry().csca).toString()));
    await page.getByText("Utopia CSCA 1").waitFor();
    await page.getByRole("button", { name: "Remove Utopia CSCA 1" }).click();
    await page.getByText("No trust anchors yet").waitFor();

    await page.getByText("No registration certificates yet").waitFor();
    const register = (text: string) =>
      page
        .getByLabel("Registration certificate", { exact: true })
        .setInputFiles({ name: "registration.jwt", mimeType: "text/plain", buffer: Buffer.from(text) });
    await register("nothing");
    await page.getByText("The text is no registration certificate").waitFor();
    await register(`${await registrationOf("Example Bank")}\n`);
    await page.getByText("Example Bank").waitFor();
    await page.getByRole("button", { name: "Remove registration Example Bank" }).click();
    await page.getByText("No registration certificates yet").waitFor();
  });
});
