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
import { copied, dialogGone, fromMenu, heading, useDashboard } from "../testing/dashboard.ts";
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
  /** Downloads of photos wait for this promise, so that a test can hold a batch. */
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
    await page.getByLabel("Address", { exact: true }).fill("http://shop.example/hook");
    await page.getByRole("button", { name: "Add the endpoint" }).click();
    await page.getByRole("alert").filter({ hasText: "A webhook goes to a public https address" }).waitFor();
    await page.getByLabel("Address", { exact: true }).fill(at("hook"));
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
    await page.getByText("receives batch.completed").waitFor();
    await fits(page);

    await fromMenu(page, at("hook"), `Test ${at("hook")}`);
    await page.getByRole("button", { name: "Send it" }).click();
    await heading(page, "Deliveries");
    const row = page.getByRole("row", { name: /ping/ });
    await row.filter({ hasText: "delivered" }).waitFor();
    const [first] = heard;
    assert.ok(first);
    assert.equal((await verifyWebhook(first.body, first.headers, secret)).type, "ping");
    await row.getByRole("button", { name: /^Details/ }).click();
    const details = page.getByRole("dialog", { name: "ping" });
    await details.getByText(`webhook-id: ${String(first.headers["webhook-id"])}`).waitFor();
    await details.getByText(`webhook-signature: ${String(first.headers["webhook-signature"])}`).waitFor();
    await details.getByText("The body was empty, or came from a private network and was not stored.").waitFor();
    await fits(page);
    await details.getByRole("button", { name: "Close" }).last().click();
    await dialogGone(page);

    answer = 500;
    await row.getByRole("button", { name: /^More actions for / }).click();
    await page.getByRole("menuitem", { name: /^Replay/ }).click();
    await page.getByRole("row", { name: /ping.*retrying.*500/ }).waitFor();
    assert.equal(new Set(heard.map(({ headers }) => headers["webhook-id"])).size, 1, "the same event");
    await fits(page);

    await page.getByRole("link", { name: "All endpoints" }).click();
    await page.getByText("failing", { exact: true }).waitFor();
    answer = 200;
    await fromMenu(page, at("hook"), `Edit ${at("hook")}`);
    const edit = page.getByRole("dialog", { name: "Edit the endpoint" });
    assert.ok(await edit.getByLabel("batch.completed").isChecked());
    await edit.getByLabel("session.failed").check();
    await fits(page);
    await edit.getByRole("button", { name: "Save changes" }).click();
    await page.getByText("receives batch.completed, session.failed").waitFor();
    await fromMenu(page, at("hook"), `Disable ${at("hook")}`);
    await page.getByRole("button", { name: "Disable the endpoint" }).click();
    await page.getByText("by a member", { exact: true }).waitFor();
    await page.getByLabel("Status").selectOption("active");
    await page.getByRole("button", { name: "Show all endpoints" }).click();
    await fromMenu(page, at("hook"), `Enable ${at("hook")}`);
    await page.getByRole("button", { name: "Enable the endpoint" }).click();
    await dialogGone(page);
    await fits(page);
    await fromMenu(page, at("hook"), `Rotate ${at("hook")}`);
    await page.getByLabel("The old secret signs for").selectOption({ label: "No overlap: it ends now" });
    await page.getByRole("button", { name: "Create new secret" }).click();
    assert.notEqual(await secretDialog.locator(".secret code").innerText(), secret);
    await secretDialog.getByRole("button", { name: "I have copied it" }).click();
    await dialogGone(page);
    await fromMenu(page, at("hook"), `Delete ${at("hook")}`);
    await page.getByRole("button", { name: "Delete the endpoint" }).click();
    await page.getByText("No webhook endpoints yet").waitFor();
  });

  test("an endpoint that answers 410 is switched off, the overview says so, and it is switched on again", async (t) => {
    const page = await dashboard.openAsOwner(t, "webhooks", { reducedMotion: "reduce" });
    await page.getByRole("button", { name: "Add an endpoint" }).first().click();
    await page.getByLabel("Address", { exact: true }).fill(at("gone"));
    await page.getByRole("button", { name: "Add the endpoint" }).click();
    await page.getByRole("button", { name: "I have copied it" }).click();
    await dialogGone(page);
    answer = 410;
    await page.getByRole("link", { name: `Deliveries to ${at("gone")}` }).click();
    await page.getByRole("button", { name: "Send a test event" }).click();
    await page.getByText("disabled", { exact: true }).waitFor();
    answer = 200;
    await page.getByRole("link", { name: "Overview" }).click();
    const item = page.getByRole("listitem").filter({ hasText: `${at("gone")} was disabled` });
    await item.waitFor();
    assert.deepEqual(await violations(page), []);
    await item.getByRole("button", { name: "Enable" }).click();
    await item.waitFor({ state: "detached" });
    await dashboard.go(page, "webhooks");
    await page.getByText("unverified", { exact: true }).waitFor();

    await page.getByRole("link", { name: `Deliveries to ${at("gone")}` }).click();
    await page.getByRole("row", { name: /ping.*failed.*410/ }).waitFor();
    await page.getByRole("button", { name: "Replay failed" }).click();
    await fits(page);
    await page.getByRole("button", { name: "Replay them" }).click();
    const delivered = page.getByRole("row", { name: /ping.*delivered.*200/ });
    await delivered.waitFor();
    await page.getByLabel("Status").selectOption("failed");
    await delivered.waitFor({ state: "detached" });
    await page.getByRole("button", { name: /^Details of ping/ }).click();
    const details = page.getByRole("dialog", { name: "ping" });
    await details.getByText("Answer 410: the first kilobyte of its body").waitFor();
    const address = page.url();
    assert.match(address, /status=failed.*delivery=wd_/);
    await page.reload();
    await details.getByText("webhook-signature: v1,").waitFor();
    await details.getByRole("button", { name: "Close" }).last().click();
    // A deleted delivery does not prevent the next from opening.
    await page.goto(address.replace(/delivery=wd_\w+/, "delivery=wd_gone"));
    await page.getByText("This delivery is not stored any more.").waitFor();
    await page.getByRole("button", { name: /^Details of ping/ }).click();
    await details.getByText("webhook-signature: v1,").waitFor();
    await details.getByRole("button", { name: "Close" }).last().click();
    await dashboard.go(page, "webhooks/events");
    await page
      .getByRole("button", { name: /^Details of ping/ })
      .first()
      .click();
    await page
      .getByRole("dialog", { name: "ping" })
      .getByRole("link", { name: at("gone") })
      .first()
      .waitFor();
    await fits(page);
    await dashboard.go(page, "settings/audit");
    await page.getByText("Webhook endpoint enabled").first().waitFor();
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
    await fromMenu(page, stuck, `Cancel ${stuck}`);
    await page.getByRole("button", { name: "Cancel the batch" }).click();
    await running.filter({ hasText: "cancelled" }).waitFor();
    resolve();
    await fromMenu(page, stuck, `Delete ${stuck}`);
    await page.getByRole("button", { name: "Delete the batch" }).click();
    await running.waitFor({ state: "detached" });
    await row.waitFor();
  });

  test("a CSV is looked through before it is sent; its results are a table, and what failed is retried", async (t) => {
    const page = await dashboard.openAsOwner(t, "batches", { reducedMotion: "reduce" });
    await page.getByRole("button", { name: "Upload a CSV" }).first().click();
    const dialog = page.getByRole("dialog", { name: "Upload a CSV" });
    const choose = (of: typeof dialog, ...lines: string[]) =>
      of.getByLabel("CSV file").setInputFiles({
        name: "people.csv",
        mimeType: "text/csv",
        buffer: Buffer.from(["id;reference_url;selfie_url", ...lines].join("\r\n")),
      });
    await choose(dialog, "only one line without addresses");
    await dialog.getByText("Line 2 There is no reference_url.").waitFor();
    assert.ok(await dialog.getByRole("button", { name: "Send" }).isDisabled());
    await choose(
      dialog,
      `ann;${at("reference")};${at("selfie")}`,
      `bob;${at("reference")};${at("impostor")}`,
      `cid;${at("reference")};${at("nothing")}`,
      `cid;${at("reference")};${at("selfie")}`,
      "eve;https://closed.example/1;https://closed.example/2",
    );
    await dialog.getByText("4 items ready to send, 1 line with a problem left out.").waitFor();
    await dialog.getByText("Line 5 The id cid is also that of line 4.").waitFor();
    await dialog.getByText("Photos may not be fetched from closed.example (1 item)").waitFor();
    await fits(page);
    await dialog.getByRole("button", { name: "Send 4 items" }).click();
    await heading(page, "Batch");
    await page.getByText("completed", { exact: true }).waitFor();
    const row = (name: string) => page.getByRole("row", { name: new RegExp(`^${name}`) });
    await row("ann").filter({ hasText: "match" }).waitFor();
    await row("bob").filter({ hasText: "no match" }).waitFor();
    await row("eve").filter({ hasText: "url not allowed" }).waitFor();
    await fits(page);
    await page.getByLabel("Result").selectOption("failed");
    await row("ann").waitFor({ state: "detached" });
    const file = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export as CSV" }).click();
    const exported = await text(await (await file).createReadStream());
    assert.deepEqual(
      exported.split("\r\n").map((line) => line.split(",")[0]),
      ["id", "cid", "eve", ""],
    );

    await page.getByRole("button", { name: "Retry 2 failed items" }).click();
    const again = page.getByRole("dialog", { name: "Retry failed items" });
    await choose(again, `ann;${at("reference")};${at("selfie")}`, `cid;${at("reference")};${at("selfie")}`);
    await again.getByText("1 item ready to send, 1 failed item not in the file.").waitFor();
    await again.getByRole("button", { name: "Send 1 item" }).click();
    await dialogGone(page);
    await row("cid").filter({ hasText: "match" }).waitFor();
    await page.getByText("1 of 1").waitFor();
  });
});
