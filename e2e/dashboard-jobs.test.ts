import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { after, before, describe, test } from "node:test";
import { verifyWebhook } from "@selfsame/client";
import type { Page } from "playwright-core";
import { violations } from "../testing/browser/axe.ts";
import { noBrowser } from "../testing/browser/browser.ts";
import { cutOff } from "../testing/cut-off.ts";
import { copied, dialogGone, heading, useDashboard } from "../testing/dashboard.ts";
import { reference, selfie, impostor } from "../testing/photos.ts";

interface Heard {
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

describe("webhooks and batches in the dashboard", { skip: noBrowser }, () => {
  const env = {
    SELFSAME_ALLOWED_DOMAINS: "localhost",
    SELFSAME_ALLOW_PRIVATE_DOWNLOADS: "true",
    SELFSAME_ALLOW_PRIVATE_WEBHOOKS: "true",
  };
  const dashboard = useDashboard(env);

  const photos: Readonly<Record<string, Uint8Array>> = { reference, selfie, impostor };
  const heard: Heard[] = [];
  let answer = 200;
  /** Photos that wait for it, so that a batch stands still where a test wants it to. */
  let gate = Promise.resolve();
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.method === "POST") {
      heard.push({ headers: request.headers, body: await text(request) });
      response.writeHead(answer).end("heard");
      return;
    }
    await gate;
    response.end(photos[(request.url ?? "").slice(1)]);
  };
  const other = createServer((request, response) => void serve(request, response));
  const at = (path: string) => `http://localhost:${(other.address() as AddressInfo).port}/${path}`;
  before(async () => {
    other.listen(0, "localhost");
    await once(other, "listening");
  });
  after(() => {
    other.closeAllConnections();
    other.close();
  });

  const fits = async (page: Page) => {
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      assert.deepEqual([await violations(page), await cutOff(page)], [[], []], `at ${width}`);
    }
  };

  test("an endpoint is added, its secret shown once, tested, looked at, sent to again, rotated and deleted", async (t) => {
    const page = await dashboard.openAsOwner(t, "webhooks", { reducedMotion: "reduce" });
    await page.getByText("No webhook endpoints yet").waitFor();
    await page.getByRole("button", { name: "Add an endpoint" }).first().click();
    await page.getByLabel("Address").fill("http://shop.example/hook");
    await page.getByRole("button", { name: "Add the endpoint" }).click();
    await page.getByRole("alert").filter({ hasText: "A webhook goes to a public https address" }).waitFor();
    await page.getByLabel("Address").fill(at("hook"));
    await page.getByText("Only some events").click();
    await page.getByLabel("batch.completed").check();
    await fits(page);
    await page.getByRole("button", { name: "Add the endpoint" }).click();

    const secretDialog = page.getByRole("dialog", { name: "The signing secret" });
    const secret = await secretDialog.locator(".secret code").innerText();
    await secretDialog.getByRole("button", { name: "Copy the secret" }).click();
    assert.equal(await copied(page), secret);
    await fits(page);
    await secretDialog.getByRole("button", { name: "I have copied it" }).click();
    await dialogGone(page);
    assert.ok(!(await page.content()).includes(secret), "the secret is shown once");
    await page.getByText("hears of batch.completed").waitFor();
    await fits(page);

    await page.getByRole("button", { name: `Test ${at("hook")}` }).click();
    await page.getByRole("button", { name: "Send it" }).click();
    await heading(page, "Deliveries");
    const row = page.getByRole("row", { name: /ping/ });
    await row.filter({ hasText: "delivered" }).waitFor();
    const [first] = heard;
    assert.ok(first);
    assert.equal((await verifyWebhook(first.body, first.headers, secret)).type, "ping");
    await row.getByRole("button", { name: /^Details/ }).click();
    const details = page.getByRole("dialog", { name: "ping" });
    await details.getByText("The body was empty, or came from a private network and was not stored.").waitFor();
    await fits(page);
    await details.getByRole("button", { name: "Close" }).last().click();
    await dialogGone(page);

    answer = 500;
    await row.getByRole("button", { name: /^Send again/ }).click();
    await page.getByRole("row", { name: /ping.*to be tried again.*500/ }).waitFor();
    answer = 200;
    assert.equal(new Set(heard.map(({ headers }) => headers["webhook-id"])).size, 1, "the same event");
    await fits(page);

    await page.getByRole("link", { name: "All endpoints" }).click();
    await page.getByText("failing", { exact: true }).waitFor();
    await page.getByRole("button", { name: `Rotate ${at("hook")}` }).click();
    await page.getByLabel("The old secret signs for").selectOption({ label: "No overlap: it ends now" });
    await page.getByRole("button", { name: "Make the new secret" }).click();
    assert.notEqual(await secretDialog.locator(".secret code").innerText(), secret);
    await secretDialog.getByRole("button", { name: "I have copied it" }).click();
    await dialogGone(page);
    await page.getByRole("button", { name: `Delete ${at("hook")}` }).click();
    await page.getByRole("button", { name: "Delete the endpoint" }).click();
    await page.getByText("No webhook endpoints yet").waitFor();
  });

  test("an endpoint that answers 410 is switched off, the overview says so, and it is switched on again", async (t) => {
    const page = await dashboard.openAsOwner(t, "webhooks", { reducedMotion: "reduce" });
    await page.getByRole("button", { name: "Add an endpoint" }).first().click();
    await page.getByLabel("Address").fill(at("gone"));
    await page.getByRole("button", { name: "Add the endpoint" }).click();
    await page.getByRole("button", { name: "I have copied it" }).click();
    await dialogGone(page);
    answer = 410;
    await page.getByRole("link", { name: `Deliveries to ${at("gone")}` }).click();
    await page.getByRole("button", { name: "Send a test event" }).click();
    await page.getByText("switched off", { exact: true }).waitFor();
    answer = 200;
    await page.getByRole("link", { name: "Overview" }).click();
    const item = page.getByRole("listitem").filter({ hasText: `${at("gone")} is disabled` });
    await item.waitFor();
    assert.deepEqual(await violations(page), []);
    await item.getByRole("button", { name: "Enable" }).click();
    await item.waitFor({ state: "detached" });
    await dashboard.go(page, "webhooks");
    await page.getByText("unverified", { exact: true }).waitFor();
    await dashboard.go(page, "settings/audit");
    await page.getByText("Webhook endpoint enabled").waitFor();
  });

  test("a batch is followed while it runs, cancelled, read as a table and deleted", async (t) => {
    const page = await dashboard.openAsOwner(t, "batches", { reducedMotion: "reduce" });
    await page.getByText("No batch yet").waitFor();
    const send = async (...selfies: string[]) => {
      const items = selfies.map((name, index) => ({
        id: `person-${index}`,
        reference_urls: [at("reference")],
        selfie_url: at(name),
      }));
      const response = await fetch(`${dashboard.server.url}/api/v3/batches`, {
        method: "POST",
        headers: { authorization: `Bearer ${dashboard.server.privateKey}`, "content-type": "application/json" },
        body: JSON.stringify({ items }),
      });
      assert.equal(response.status, 202);
      return ((await response.json()) as { data: { id: string } }).data.id;
    };
    const done = await send("selfie", "impostor", "nothing");
    const row = page.getByRole("row", { name: new RegExp(done) });
    await row.filter({ hasText: "completed" }).waitFor();
    assert.match(await row.innerText(), /with the key First key.*3 of 3, 1 without a result/s);
    assert.equal(await row.getByRole("progressbar").getAttribute("aria-valuenow"), "100");
    await fits(page);

    const file = page.waitForEvent("download");
    await row.getByRole("button", { name: `Results of ${done} as CSV` }).click();
    const download = await file;
    assert.equal(download.suggestedFilename(), `${done}.csv`);
    const lines = (await text(await download.createReadStream())).split("\r\n").map((line) => line.split(","));
    assert.deepEqual(
      lines.slice(1, 4).map(([id, status, match]) => [id, status, match]),
      [
        ["person-0", "done", "true"],
        ["person-1", "done", "false"],
        ["person-2", "failed", ""],
      ],
    );

    const { promise, resolve } = Promise.withResolvers<void>();
    gate = promise;
    const stuck = await send(...Array.from({ length: 30 }, () => "selfie"));
    const running = page.getByRole("row", { name: new RegExp(stuck) });
    await running.filter({ hasText: "0 of 30" }).waitFor();
    await page.getByRole("button", { name: `Cancel ${stuck}` }).click();
    await page.getByRole("button", { name: "Cancel the batch" }).click();
    await running.filter({ hasText: "cancelled" }).waitFor();
    resolve();
    await page.getByRole("button", { name: `Delete ${stuck}` }).click();
    await page.getByRole("button", { name: "Delete the batch" }).click();
    await running.waitFor({ state: "detached" });
    await row.waitFor();
  });
});
