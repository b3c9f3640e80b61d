/** The hosted page of a verification session, with a real browser and a real server. Tests choose an attempt's outcome: no model runs. */
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { after, describe, test, type TestContext } from "node:test";
import type { BrowserContextOptions, Page } from "playwright-core";
import { decodeQR } from "qr/decode.js";
import sharp from "sharp";
import { noBrowser } from "../testing/browser/browser.ts";
import { sharedBrowser } from "../testing/browser/shared-browser.ts";
import { keyboardOf } from "../testing/browser/keyboard.ts";
import { choose, laptop, openPerson, phone, press, reached, startSessionServer } from "../testing/session-page.ts";
import { databaseFile } from "../packages/platform/src/store/data-folder.ts";

const service = await startSessionServer();
after(() => service.stop());

async function open(t: TestContext, url: string, options: BrowserContextOptions = phone): Promise<Page> {
  const { page, complaints } = await openPerson(await sharedBrowser(), options);
  t.after(async () => {
    await page.context().close();
    assert.deepEqual(complaints, []);
  });
  await page.goto(url);
  return page;
}

/** Agrees, and waits for the choice of the outcome. */
async function agree(page: Page): Promise<void> {
  await reached(page, "welcome");
  await press(page, "Agree and continue");
  await page.locator(".page[data-state=simulating]").waitFor();
}

describe("a person on a phone", { skip: noBrowser }, () => {
  test("agrees, is verified, and is brought back with the session's id and no verdict", async (t) => {
    const { id, url } = await service.create();
    const page = await open(t, url);
    const told: string[] = [];
    page.on("response", async (response) => {
      if (response.url().includes("/api/") && !response.url().endsWith("/events")) told.push(await response.text());
    });
    await reached(page, "welcome");
    assert.match(await page.title(), /^Confirm that it’s you · 127\.0\.0\.1$/);
    const stage = () => page.locator(".progress [aria-current=step]").innerText();
    assert.equal(await stage(), "Consent");
    await press(page, "Agree and continue");
    await reached(page, "simulating");
    assert.equal(await stage(), "Selfie");
    await choose(page, "verified");
    await reached(page, "done");
    assert.equal(await stage(), "Result");
    await page.waitForURL(`${service.shop.origin}/welcome?session=${id}`);
    assert.equal((await service.read(id)).status, "verified");
    assert.ok(told.length >= 3);
    assert.doesNotMatch(told.join(), /similarity|"match"|verified|failed|reasons/);
  });

  for (const reason of ["no_match", "no_face", "poor_quality", "challenge_failed", "several_faces"]) {
    test(`is asked to try again after ${reason}, and is not told more when the attempts are used up`, async (t) => {
      const { id, url } = await service.create({ attempts: 2 });
      const page = await open(t, url);
      await agree(page);
      await choose(page, reason);
      await reached(page, "try_again");
      assert.equal(await page.locator(".note").innerText(), "Attempts left: 1");
      // The same for every reason that is not named, so that the page does not reveal which check failed.
      assert.equal(await page.locator(".tips li").count(), 3);
      await press(page, "Try again");
      await page.locator(".page[data-state=simulating]").waitFor();
      await choose(page, reason);
      await reached(page, "not_confirmed");
      const back = page.getByRole("link", { name: "Back to 127.0.0.1" });
      assert.equal(await back.getAttribute("href"), `${service.shop.origin}/welcome?session=${id}`);
      const { status, result } = await service.read(id);
      assert.deepEqual([status, result?.reasons], ["failed", [reason]]);
    });
  }

  test("is told what they can mend, in words", async (t) => {
    const { url } = await service.create({ attempts: 5 });
    const page = await open(t, url);
    await agree(page);
    const words = {
      light: "The light was not good",
      distance: "too small or too close",
      several_faces: "several faces",
      no_face: "could not be seen well",
      movement: "Take your time",
      blurry: "blurred",
      covered: "Take off a mask",
    };
    for (const [because, said] of Object.entries(words)) {
      await page.route("**/session/complete", async (route) => {
        const data = { outcome: "try_again", because, attempts_left: 3 };
        await route.fulfill({ json: { success: true, data, error: null, meta: {} } });
      });
      await choose(page, "poor_quality");
      await page.locator(".page[data-state=try_again]").waitFor();
      assert.match(await page.locator(".lead").innerText(), new RegExp(said));
      assert.equal(await page.locator(".tips").count(), 0);
      assert.match((await page.locator("p[role=status].visually-hidden").textContent()) ?? "", new RegExp(said));
      await page.unroute("**/session/complete");
      await press(page, "Try again");
    }
  });

  test("hears at once that it was cancelled, or has expired, in the middle of it", async (t) => {
    const [cancelled, expired] = await Promise.all([service.create(), service.create()]);
    const page = await open(t, cancelled.url);
    await agree(page);
    await service.cancel(cancelled.id);
    await reached(page, "cancelled");
    // No picture was taken, so the page does not mention pictures.
    assert.equal(await page.locator(".lead").innerText(), "127.0.0.1 has ended it.");

    const other = await open(t, expired.url);
    await agree(other);
    const db = new DatabaseSync(databaseFile(service.dataDir), { timeout: 10_000 });
    db.prepare("UPDATE verification_sessions SET expires_at_ms = ? WHERE id = ?").run(Date.now() - 1, expired.id);
    db.close();
    await reached(other, "expired");
    assert.equal((await service.read(expired.id)).status, "expired");
  });

  test("goes on where they were after a reload, in every step", async (t) => {
    const { url } = await service.create({ attempts: 2 });
    const page = await open(t, url);
    for (const [act, step] of [
      [() => Promise.resolve(), "welcome"],
      [() => press(page, "Agree and continue"), "ready"],
      [() => press(page, "Open the camera"), "ready"],
    ] as const) {
      await act();
      await page.locator(".page:not([data-state=loading]):not([data-state=agreeing])").waitFor();
      await page.reload();
      await reached(page, step);
    }
    await press(page, "Open the camera");
    await choose(page, "no_face");
    await page.locator(".page[data-state=try_again]").waitFor();
    await page.reload();
    await reached(page, "ready");
    await press(page, "Open the camera");
    await choose(page, "no_face");
    await page.locator(".page[data-state=not_confirmed]").waitFor();
    await page.reload();
    await reached(page, "not_confirmed");
  });

  test("who comes back after the end sees how it ended, and is not sent away", async (t) => {
    for (const [simulate, state] of [
      ["verified", "done"],
      ["no_match", "not_confirmed"],
      ["expired", "expired"],
      ["cancelled", "cancelled"],
    ] as const) {
      const { id, url } = await service.create({ simulate });
      while (["open", "started"].includes((await service.read(id)).status));
      const page = await open(t, url);
      await reached(page, state);
      assert.equal(await page.getByText("Taking you back").count(), 0);
    }
  });

  test("with a wrong or cut link is told so, and another link in the same tab is another visit", async (t) => {
    const { url } = await service.create();
    const page = await open(t, `${service.running().url}/verify`);
    await reached(page, "wrong_link");
    assert.equal(await page.locator(".brand").count(), 0);
    await page.goto(`${url.slice(0, -1)}${url.endsWith("A") ? "B" : "A"}`);
    await reached(page, "wrong_link");
    assert.equal(await page.locator(".brand .name").innerText(), "127.0.0.1");
    await page.goto(url);
    await reached(page, "welcome");
  });

  test("goes on by themselves when the service is back after a restart", async (t) => {
    const { url } = await service.create();
    const page = await open(t, url);
    await agree(page);
    const down = service.restart();
    await choose(page, "verified");
    await page.locator(".page[data-state=offline], .page[data-state=done]").waitFor();
    await down;
    await page.locator(".page[data-state=ready], .page[data-state=done]").waitFor();
    if (await page.getByRole("button", { name: "Open the camera" }).isVisible()) {
      await press(page, "Open the camera");
      await choose(page, "verified");
    }
    await reached(page, "done");
  });

  test("without a network is told so, and goes on as soon as there is one", async (t) => {
    const { url } = await service.create();
    const page = await open(t, url);
    await reached(page, "welcome");
    await page.context().setOffline(true);
    await press(page, "Agree and continue");
    await reached(page, "offline");
    await page.context().setOffline(false);
    await reached(page, "welcome");
  });

  test("while the service has no room, or has a fault, is told so and can try again", async (t) => {
    const { url } = await service.create();
    const page = await open(t, url);
    await reached(page, "welcome");
    const answer = (status: number, code: string) =>
      page.route("**/session/start", (route) =>
        route.fulfill({
          status,
          headers: { "retry-after": "0" },
          json: { success: false, data: null, error: { code, message: "" }, meta: {} },
        }),
      );
    await answer(500, "internal_error");
    await press(page, "Agree and continue");
    await reached(page, "fault");
    await page.unroute("**/session/start");
    await answer(503, "engine_busy");
    await press(page, "Try again");
    await press(page, "Agree and continue");
    await reached(page, "busy");
    await page.unroute("**/session/start");
    await reached(page, "welcome");
  });
});

describe("two devices", { skip: noBrowser }, () => {
  test("a computer's code hands over to the phone, the computer follows, and goes back by itself", async (t) => {
    const { id, url } = await service.create();
    const computer = await open(t, url, laptop);
    await reached(computer, "welcome");
    await press(computer, "Agree and continue");
    await reached(computer, "hand_off");
    const mobile = await open(t, await codeOn(computer));
    await reached(mobile, "ready");
    await press(mobile, "Open the camera");
    await reached(computer, "elsewhere");
    await choose(mobile, "verified");
    await reached(mobile, "done");
    assert.match(await mobile.locator(".lead").innerText(), /on your computer/);
    await computer.waitForURL(`${service.shop.origin}/welcome?session=${id}`);
    assert.equal(new URL(mobile.url()).pathname, "/verify");
  });

  test("whoever starts last holds the session; the other says so, also after a reload, and can take it back", async (t) => {
    const { url } = await service.create();
    const first = await open(t, url);
    await agree(first);
    const second = await open(t, url);
    await reached(second, "ready");
    await press(second, "Open the camera");
    await second.locator(".page[data-state=simulating]").waitFor();
    await reached(first, "elsewhere");
    await first.reload();
    await reached(first, "elsewhere");
    await press(first, "Continue here instead");
    await first.locator(".page[data-state=simulating]").waitFor();
    await reached(second, "elsewhere");
    await choose(first, "verified");
    await reached(second, "done");
  });

  test("an attempt on the device that has lost the session is refused, and it says where it goes on", async (t) => {
    const { url } = await service.create();
    const first = await open(t, url);
    await agree(first);
    // It receives no events: its stream is aborted.
    await first.route("**/session/events", (route) => route.abort());
    await first.reload();
    await press(first, "Open the camera");
    const second = await open(t, url);
    await press(second, "Open the camera");
    await second.locator(".page[data-state=simulating]").waitFor();
    await choose(first, "verified");
    await reached(first, "elsewhere");
  });
});

/** Decodes the QR code on the page as a phone's camera would. */
async function codeOn(page: Page): Promise<string> {
  const shot = await page.locator("svg.qr").screenshot();
  const { data, info } = await sharp(shot).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return decodeQR({ width: info.width, height: info.height, data: new Uint8ClampedArray(data) });
}

describe("the page", { skip: noBrowser }, () => {
  for (const [language, direction, agree] of [
    ["de", "ltr", "Zustimmen und weiter"],
    ["ar", "rtl", "أوافق وأتابع"],
  ] as const) {
    test(`speaks ${language} when the session asks for it, and another language when the person does`, async (t) => {
      const { url } = await service.create({ locale: language });
      const page = await open(t, url);
      await page.getByRole("button", { name: agree }).waitFor();
      await reached(page, "welcome");
      const root = page.locator("html");
      assert.deepEqual([await root.getAttribute("lang"), await root.getAttribute("dir")], [language, direction]);
      await page.locator("footer select").selectOption("fr");
      await page.getByRole("button", { name: "Accepter et continuer" }).waitFor();
      await page.reload();
      await page.getByRole("button", { name: "Accepter et continuer" }).waitFor();
    });
  }

  for (const colorScheme of ["light", "dark"] as const) {
    test(`on a laptop in ${colorScheme} has nothing that axe finds fault with`, async (t) => {
      const { url } = await service.create();
      const page = await open(t, url, { ...laptop, colorScheme });
      await reached(page, "welcome");
      await page.getByText("What happens with my pictures?").click();
      await reached(page, "welcome");
      await press(page, "Agree and continue");
      await reached(page, "hand_off");
      await press(page, "Use this computer");
      await reached(page, "simulating");
      await choose(page, "no_face");
      await reached(page, "try_again");
    });
  }

  test("is worked with the keyboard alone, and each step takes the focus", async (t) => {
    const { url } = await service.create();
    const page = await open(t, url, laptop);
    const { press: key } = keyboardOf(page);
    await reached(page, "welcome");
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    await key("Agree and continue");
    await page.locator(".page[data-state=hand_off]").waitFor();
    await page.locator("h1:focus").waitFor();
    assert.equal(await focused(), "Continue on your phone");
    await key("Use this computer", "Space");
    await page.locator(".page[data-state=simulating] h1:focus").waitFor();
    await key("no_face");
    await page.locator(".page[data-state=try_again] h1:focus").waitFor();
    assert.equal(await focused(), "Once more, please");
  });
});
