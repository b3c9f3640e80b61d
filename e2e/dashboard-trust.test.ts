import { X509Certificate } from "node:crypto";
import { describe, test } from "node:test";
import { makeCountry } from "../packages/server/testing/documents/issuer.ts";
import { noBrowser } from "../testing/browser/browser.ts";
import { useDashboard } from "../testing/dashboard.ts";

describe("trust anchors of a team", { skip: noBrowser }, () => {
  const dashboard = useDashboard();

  test("a certificate is added from a file and removed; a file without one says so", async (t) => {
    const page = await dashboard.openAsOwner(t, "settings/trust");
    const add = (buffer: Buffer) =>
      page.locator("input[type=file]").setInputFiles({ name: "csca.pem", mimeType: "application/x-pem-file", buffer });
    await add(Buffer.from("nothing"));
    await page.getByText("The file contains no certificate of an authority").waitFor();
    await add(Buffer.from(new X509Certificate(makeCountry().csca).toString()));
    await page.getByText("Utopia CSCA 1").waitFor();
    await page.getByRole("button", { name: "Remove Utopia CSCA 1" }).click();
    await page.getByText("No trust anchors yet").waitFor();
  });
});
