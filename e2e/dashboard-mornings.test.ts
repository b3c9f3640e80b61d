/** Five questions that people open the dashboard with in the morning. Each is answered on the overview, or at most three clicks from it. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { makeSampleData } from "../scripts/pictures/sample-data.ts";
import { violations } from "../testing/browser/axe.ts";
import { noBrowser } from "../testing/browser/browser.ts";
import { heading, useDashboard } from "../testing/dashboard.ts";

const clicksMax = 3;

describe("the five questions of a morning", { skip: noBrowser }, () => {
  const dataDir = mkdtempSync(join(tmpdir(), "selfsame-mornings-"));
  const dashboard = useDashboard({ SELFSAME_DATA_DIR: dataDir, SELFSAME_ALLOW_PRIVATE_WEBHOOKS: "true" });
  const broken = createServer((_, response) => void response.writeHead(500).end("no room"));
  before(async () => {
    broken.listen(0, "localhost");
    await once(broken, "listening");
    await makeSampleData(dashboard.server, dataDir);
  });
  after(() => {
    broken.closeAllConnections();
    broken.close();
    rmSync(dataDir, { recursive: true });
  });

  const { post } = dashboard;

  /** @returns a function that clicks and counts its clicks */
  function clicking() {
    let clicks = 0;
    return async (place: Locator) => {
      assert.ok(++clicks <= clicksMax, `${clicks} clicks`);
      await place.click();
    };
  }
  const clean = async (page: Page) => assert.deepEqual(await violations(page), []);

  test("is it working? The overview says it itself", async (t) => {
    const page = await dashboard.openAsOwner(t);
    const figure = (name: string) => page.locator(".figures").getByRole("link", { name: new RegExp(name) });
    assert.match(await figure("Match rate").innerText(), /\d+(\.\d)?%/);
    assert.match(await figure("Sessions verified").innerText(), /of \d+ sessions that ended/);
    assert.match(await figure("Errors").innerText(), /of [\d,]+ requests/);
    await page
      .getByRole("table", { name: /^Response times/ })
      .getByRole("row", { name: /v3 verify/ })
      .waitFor();
    await clean(page);
  });

  test("who failed, and why?", async (t) => {
    const page = await dashboard.openAsOwner(t);
    const click = clicking();
    await click(page.getByRole("link", { name: "Failed sessions" }));
    const failed = page.getByRole("row").filter({ hasText: "customer-1203" });
    await failed.getByText("another person", { exact: false }).waitFor();
    await click(failed.getByRole("link", { name: "customer-1203" }));
    await heading(page, "Session");
    await page.getByRole("heading", { name: "customer-1203" }).waitFor();
    await page.getByText("If it should be the same person").waitFor();
    await page.getByText("Reasons").waitFor();
    await clean(page);
  });

  test("which webhook fails?", async (t) => {
    const page = await dashboard.openAsOwner(t);
    const address = `http://localhost:${(broken.address() as AddressInfo).port}/faces`;
    const { id } = await post<{ id: string }>(page, "api/v3/webhook_endpoints", { url: address });
    await post(page, `api/v3/webhook_endpoints/${id}/test`, {});
    const item = page.getByRole("listitem").filter({ hasText: `Deliveries to ${address} fail` });
    await item.waitFor();
    await clean(page);
    const click = clicking();
    await click(item.getByRole("link", { name: "See deliveries" }));
    await page.getByRole("row").filter({ hasText: "ping" }).filter({ hasText: "500" }).waitFor();
    await clean(page);
  });

  test("what does this key do?", async (t) => {
    const page = await dashboard.openAsOwner(t);
    const click = clicking();
    await click(page.getByRole("link", { name: "Keys", exact: true }));
    const key = page.getByRole("row").filter({ hasText: "First key" });
    await key.getByText("private").waitFor();
    await click(key.getByRole("link", { name: "Requests of First key" }));
    await heading(page, "Requests");
    const requests = page.getByRole("table", { name: "Requests", exact: true }).getByRole("row");
    await requests.filter({ hasText: "/verify" }).first().waitFor();
    await clean(page);
  });

  test("what did this person change?", async (t) => {
    const page = await dashboard.openAsOwner(t);
    const email = "dev@example.com";
    const { link } = await post<{ link: string }>(page, "invitations", { email, role: "developer" });
    const theirs = await dashboard.open(t);
    const password = "the developer's own password";
    await post(theirs, "invitation/accept", { secret: link.split("/").at(-1), password });
    await post(theirs, "api/v3/keys", { name: "Till", kind: "private" });

    const click = clicking();
    await click(page.getByRole("link", { name: "Team", exact: true }));
    await click(page.getByRole("link", { name: `Changes of ${email}` }));
    await heading(page, "Settings");
    const log = page.getByRole("table", { name: "Audit log" });
    const created = log.getByRole("row").filter({ hasText: "Key created" });
    await created.filter({ hasText: "Till" }).filter({ hasText: email }).waitFor();
    assert.equal(await log.getByRole("row").filter({ hasText: "Account claimed" }).count(), 0, "others' are left out");
    await clean(page);
  });
});
