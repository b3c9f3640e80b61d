/** /embed.js on pages of the account's origin, and of others. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { after, describe, test, type TestContext } from "node:test";
import type { FrameLocator, Page } from "playwright-core";
import { violations } from "../testing/browser/axe.ts";
import { noBrowser } from "../testing/browser/browser.ts";
import { sharedBrowser } from "../testing/browser/shared-browser.ts";
import { until } from "../packages/platform/testing/until.ts";
import { laptop, openPerson, startSessionServer } from "../testing/session-page.ts";
import { linkLimits } from "@selfsame/server/features/sessions/visit/link-limits";

const service = await startSessionServer(
  '<!doctype html><html lang="en"><title>Shop</title><main><h1>Shop</h1><button>Sign up</button></main></html>',
);
after(() => service.stop());

/** Serves the example's page and its backend, at an origin of the account. */
async function serveExample(t: TestContext, url: string): Promise<string> {
  const example = await readFile(join(import.meta.dirname, "../examples/embed/page.html"), "utf8");
  const site = createServer((request, response) => {
    if (request.url === "/sign-up") response.setHeader("content-type", "application/json").end(JSON.stringify({ url }));
    else
      response
        .setHeader("content-type", "text/html; charset=utf-8")
        .end(example.replaceAll("https://faces.example.com", service.running().url));
  }).listen(0, "127.0.0.1");
  t.after(() => {
    site.closeAllConnections();
    site.close();
  });
  await once(site, "listening");
  const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  await service.running().command(["keys", "create", "Example", "--kind", "public", "--origin", origin]);
  return origin;
}

declare global {
  interface Window {
    Selfsame: { open(url: string): Promise<{ status: string; declined: boolean; inReview: boolean }> };
    ended?: string;
    declined?: boolean;
    inReview?: boolean;
    heard?: unknown[];
  }
}

/** Opens the shop's page, where a press opens the dialog. */
async function openOn(t: TestContext, origin: string, url: string): Promise<{ page: Page; complaints: string[] }> {
  const { page, complaints } = await openPerson(await sharedBrowser(), laptop);
  t.after(() => page.context().close());
  await page.goto(origin);
  await page.addScriptTag({ url: `${service.running().url}/embed.js` });
  await page.evaluate((url) => {
    addEventListener("message", ({ data }) => (window.heard ??= []).push(data));
    document.querySelector("button")?.addEventListener("click", async () => {
      const { status, declined, inReview } = await window.Selfsame.open(url);
      window.declined = declined;
      window.inReview = inReview;
      window.ended = status;
    });
  }, url);
  await page.getByRole("button", { name: "Sign up" }).click();
  return { page, complaints };
}

const frameOn = (page: Page): FrameLocator => page.frameLocator("[data-selfsame=session] iframe");

async function endedOn(page: Page): Promise<string> {
  const ended = await page.waitForFunction(() => window.ended);
  assert.equal(await page.locator("[data-selfsame=session]").count(), 0);
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Sign up");
  return String(await ended.jsonValue());
}

describe("a session in a dialog", { skip: noBrowser }, () => {
  test("on a page of the account's origins is gone through there, and tells the page that it is done, and no more", async (t) => {
    const { id, url } = await service.create();
    const { page, complaints } = await openOn(t, service.shop.origin, url);
    const frame = frameOn(page);
    await frame.getByRole("button", { name: "Agree and continue" }).click();
    await frame.getByRole("button", { name: "Use this computer" }).click();
    assert.deepEqual(await violations(page), []);
    await frame.getByRole("button", { name: "verified" }).click();
    await frame.getByRole("button", { name: "Close" }).click();
    assert.equal(await endedOn(page), "done");
    assert.equal(await page.evaluate(() => window.inReview), false);
    const heard = await page.evaluate(() => window.heard);
    assert.deepEqual(heard, [{ selfsame: "shown" }, { selfsame: "close", status: "done", declined: false }]);
    assert.equal((await service.read(id)).status, "verified");
    assert.equal(new URL(page.url()).origin, service.shop.origin);
    assert.deepEqual(complaints, []);
  });

  test("reports to its page that a reviewer has to decide first", async (t) => {
    const { id, url } = await service.create({ attempts: 1, review: true });
    const { page } = await openOn(t, service.shop.origin, url);
    const frame = frameOn(page);
    await frame.getByRole("button", { name: "Agree and continue" }).click();
    await frame.getByRole("button", { name: "Use this computer" }).click();
    await frame.getByRole("button", { name: "no_match" }).click();
    await frame.getByRole("button", { name: "Close" }).click();
    assert.equal(await endedOn(page), "done");
    assert.equal(await page.evaluate(() => window.inReview), true);
    assert.equal((await service.read(id)).status, "needs_review");
  });

  for (const locale of ["en", "ar"]) {
    test(`leaves room for the button that closes it, in ${locale}`, async (t) => {
      const { page } = await openOn(t, service.shop.origin, (await service.create({ locale })).url);
      const mark = await frameOn(page).locator(".test-mark").boundingBox();
      const close = await page.getByRole("button", { name: "Close", exact: true }).boundingBox();
      assert.ok(mark && close && mark.x + mark.width <= close.x, `${mark?.width}`);
    });
  }

  for (const locale of ["en", "de", "fr", "ar", "hi", "ja"]) {
    test(`shows both answers without scrolling on a low laptop, in ${locale}`, async (t) => {
      const { page } = await openOn(t, service.shop.origin, (await service.create({ locale })).url);
      await page.setViewportSize({ width: 1280, height: 700 });
      const buttons = frameOn(page).locator(".actions :is(button, a).button");
      await buttons.last().waitFor();
      const dialog = await page.locator("[data-selfsame=session] dialog").boundingBox();
      assert.equal(await buttons.count(), 2);
      for (const button of await buttons.all()) {
        const box = await button.boundingBox();
        assert.ok(dialog && box && box.y + box.height <= dialog.y + dialog.height, `${locale}: ${box?.y}`);
      }
    });
  }

  for (const [how, act] of [
    ["its button", (page: Page) => page.getByRole("button", { name: "Close", exact: true }).click()],
    ["declining", (page: Page) => frameOn(page).getByRole("button", { name: "Not now" }).click()],
    [
      "Escape",
      async (page: Page) => {
        await frameOn(page).getByRole("button", { name: "Agree and continue" }).focus();
        await page.keyboard.press("Escape");
      },
    ],
  ] as const) {
    test(`is closed by ${how}, and can be gone on with`, async (t) => {
      const { id, url } = await service.create();
      const { page } = await openOn(t, service.shop.origin, url);
      await frameOn(page).getByRole("button", { name: "Agree and continue" }).waitFor();
      await act(page);
      assert.equal(await endedOn(page), "closed");
      assert.equal((await service.read(id)).status, "open");
    });
  }

  test("tells the shop of Not now, on its page and by the session", async (t) => {
    const { id, url } = await service.create();
    const { page } = await openOn(t, service.shop.origin, url);
    await frameOn(page).getByRole("button", { name: "Not now" }).click();
    assert.equal(await endedOn(page), "closed");
    assert.equal(await page.evaluate(() => window.declined), true);
    const declined = async () => (await service.read(id)).declined_at !== null;
    await until(declined);
    assert.equal((await service.read(id)).status, "open");
  });

  test("believes no message of another frame", async (t) => {
    const { url } = await service.create();
    const { page } = await openOn(t, service.shop.origin, url);
    await frameOn(page).getByRole("button", { name: "Agree and continue" }).waitFor();
    await page.evaluate(() => window.postMessage({ selfsame: "close", status: "done" }, "*"));
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
    assert.equal(await page.evaluate(() => window.ended), undefined);
    assert.equal(await page.locator("[data-selfsame=session]").count(), 1);
  });

  test("is not shown on a page of another origin: open rejects, and the dialog says so", async (t) => {
    const { url } = await service.create();
    // The same machine under another host name is another origin.
    const { page } = await openPerson(await sharedBrowser(), laptop);
    t.after(() => page.context().close());
    const refused = page.waitForEvent("console", (message) => message.text().includes("frame-ancestors"));
    await page.goto(service.shop.origin.replace("127.0.0.1", "localhost"));
    await page.addScriptTag({ url: `${service.running().url}/embed.js` });
    const { name, message } = await page.evaluate(async (url) => {
      const error = await window.Selfsame.open(url).then(
        () => new Error("shown"),
        (error: Error) => error,
      );
      return { name: error.name, message: error.message };
    }, url);
    await refused;
    assert.equal(name, "OriginNotAllowedError");
    assert.match(message, new RegExp(`not on ${new URL(page.url()).origin}\\.`));
    assert.match(await page.getByRole("alert").innerText(), /cannot be shown on this page/);
    assert.equal(await page.locator("[data-selfsame=session] iframe").count(), 0);
    await page.getByRole("button", { name: "Close", exact: true }).click();
    assert.equal(await page.locator("[data-selfsame=session]").count(), 0);
  });

  test("is opened by examples/embed/page.html, with a link of its backend", async (t) => {
    const { url } = await service.create();
    const { page } = await openPerson(await sharedBrowser(), laptop);
    t.after(() => page.context().close());
    const origin = await serveExample(t, url);
    await page.goto(origin);
    await page.getByRole("button", { name: "Confirm your identity" }).click();
    await frameOn(page).getByRole("button", { name: "Not now" }).click();
    await page.getByText("You can verify in person instead.").waitFor();

    await page.getByRole("button", { name: "Confirm your identity" }).click();
    const frame = frameOn(page);
    await frame.getByRole("button", { name: "Agree and continue" }).click();
    await frame.getByRole("button", { name: "Use this computer" }).click();
    await frame.getByRole("button", { name: "verified" }).click();
    await frame.getByRole("button", { name: "Close" }).click();
    await page.waitForURL(`${origin}/welcome`);
  });

  test("says so when the service is away", async (t) => {
    const { url } = await service.create();
    const { page } = await openPerson(await sharedBrowser(), laptop);
    t.after(() => page.context().close());
    await page.goto(service.shop.origin);
    await page.addScriptTag({ url: `${service.running().url}/embed.js` });
    await page.route("**/verify/**", (route) => route.abort());
    const name = await page.evaluate(
      (url) =>
        window.Selfsame.open(url).then(
          () => "shown",
          (error: Error) => error.name,
        ),
      url,
    );
    assert.equal(name, "NetworkError");
    assert.equal(await page.getByRole("alert").count(), 1);
  });

  test("takes nothing but a session's link", async (t) => {
    const { page } = await openPerson(await sharedBrowser(), laptop);
    t.after(() => page.context().close());
    await page.goto(service.shop.origin);
    await page.addScriptTag({ url: `${service.running().url}/embed.js` });
    const name = await page.evaluate(() => {
      try {
        void window.Selfsame.open("https://shop.example/");
        return "none";
      } catch (error) {
        return (error as Error).name;
      }
    });
    assert.equal(name, "TypeError");
  });

  // Last: this network stays at its limit for a minute.
  test("says so when the service received too many requests from this network", async (t) => {
    const { url } = await service.create();
    const { page } = await openPerson(await sharedBrowser(), laptop);
    t.after(() => page.context().close());
    await page.goto(service.shop.origin);
    await page.addScriptTag({ url: `${service.running().url}/embed.js` });
    for (let count = 0; count < linkLimits.read.max; count += 50) {
      const fifty = Array.from({ length: 50 }, () => fetch(`${service.running().url}/verify/brand/vs_unknown`));
      await Promise.all((await Promise.all(fifty)).map((response) => response.text()));
    }
    const [name, message] = await page.evaluate(
      (url) =>
        window.Selfsame.open(url).then(
          () => ["shown"],
          (error: Error) => [error.name, error.message],
        ),
      url,
    );
    assert.equal(name, "NetworkError");
    assert.match(message ?? "", /too many requests from this network/);
  });
});
