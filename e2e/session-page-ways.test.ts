/** Ways through the hosted page: declining, how the phone and the computer show each other's progress, and the final states. */
import assert from "node:assert/strict";
import { after, describe, test, type TestContext } from "node:test";
import type { BrowserContextOptions, Page } from "playwright-core";
import { noBrowser } from "../testing/browser/browser.ts";
import { sharedBrowser } from "../testing/browser/shared-browser.ts";
import { choose, laptop, openPerson, phone, press, reached, startSessionServer } from "../testing/session-page.ts";

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

/** The address in the computer's QR code. */
const sentByComputer = (url: string) => url.replace("/verify#", "/verify?phone#");
const declinedAt = async (id: string) => (await service.read(id)).declined_at;
const nowhere = { return_url: undefined };

describe("where the shop gave no way back", { skip: noBrowser }, () => {
  for (const [simulate, state] of [
    ["verified", "done"],
    ["no_match", "not_confirmed"],
    ["expired", "expired"],
    ["cancelled", "cancelled"],
  ] as const) {
    test(`${state} says that the page can be closed`, async (t) => {
      const { id, url } = await service.create({ ...nowhere, simulate });
      while (["open", "started"].includes((await service.read(id)).status));
      const page = await open(t, url);
      await reached(page, state);
      assert.equal(await page.locator(".actions").innerText(), "You can close this page.");
    });
  }

  test("a wrong link says so, too", async (t) => {
    const page = await open(t, `${service.running().url}/verify`);
    await reached(page, "wrong_link");
    assert.equal(await page.locator(".actions").innerText(), "You can close this page.");
  });

  test("whoever declines can come back", async (t) => {
    const { id, url } = await service.create(nowhere);
    const page = await open(t, url);
    await reached(page, "welcome");
    const reported = page.waitForResponse("**/session/decline");
    await press(page, "Not now");
    await reached(page, "declined");
    await reported;
    assert.notEqual(await declinedAt(id), null);
    assert.match(await page.locator(".lead").innerText(), /with the same link until \S/);
    await page.getByText("You can close this page.").waitFor();
    await press(page, "Continue after all");
    await reached(page, "welcome");
    await press(page, "Agree and continue");
    await choose(page, "verified");
    await reached(page, "done");
  });
});

test(
  "a page that waits for a review goes on by itself when another attempt is offered",
  { skip: noBrowser },
  async (t) => {
    const made = await service
      .running()
      .command(["keys", "create", "R", "--kind", "test", "--scope", "sessions:review"]);
    const key = /ss_tk_\w+/.exec(made)?.[0] ?? assert.fail(made);
    const { id, url } = await service.create({ ...nowhere, attempts: 1, review: true });
    const page = await open(t, url);
    await press(page, "Agree and continue");
    await choose(page, "no_match");
    await reached(page, "in_review");
    assert.equal(await page.locator(".progress [aria-current=step]").innerText(), "Result");
    assert.match(await page.locator(".lead").innerText(), /Somebody at 127\.0\.0\.1 will decide/);
    const answer = await fetch(`${service.running().url}/api/v3/sessions/${id}/review`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ decision: "retry", reason: "The light was poor" }),
    });
    assert.equal(answer.status, 200, await answer.text());
    await reached(page, "welcome");
    await press(page, "Agree and continue");
    await choose(page, "verified");
    await reached(page, "done");
  },
);

test("consent is not the smallest text of its page, on no screen", { skip: noBrowser }, async (t) => {
  for (const options of [phone, laptop]) {
    const { url } = await service.create({ locale: "de" });
    const page = await open(t, url, options);
    await reached(page, "welcome");
    const size = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
    const [consent, body] = await Promise.all([size(".consent"), size(".lead")]);
    for (const smaller of [".test-mark", ".more summary", ".foot select"]) assert.ok(consent > (await size(smaller)));
    assert.ok(consent >= body * 0.9, `${consent} beside ${body}`);
  }
});

describe("a phone that a computer's code sent", { skip: noBrowser }, () => {
  test("says who asks and why, and can decline without leaving for the shop", async (t) => {
    const { id, url } = await service.create();
    const computer = await open(t, url, laptop);
    await press(computer, "Agree and continue");
    await reached(computer, "hand_off");
    const mobile = await open(t, sentByComputer(url));
    await reached(mobile, "ready");
    const asked = "127.0.0.1 asks you for a selfie, to confirm that it’s you.";
    assert.equal(await mobile.locator(".lead").innerText(), asked);
    assert.ok((await mobile.locator("p[role=status].visually-hidden").textContent())?.startsWith(asked));
    const reported = mobile.waitForResponse("**/session/decline");
    await press(mobile, "Not now");
    await reached(mobile, "declined");
    await reported;
    assert.notEqual(await declinedAt(id), null);
    const back = mobile.getByRole("link", { name: "Back to 127.0.0.1" });
    assert.equal(await back.getAttribute("href"), `${service.shop.origin}/welcome?session=${id}`);
    await press(mobile, "Continue after all");
    await reached(mobile, "ready");
  });

  test("is followed by the computer through a failed try to the end", async (t) => {
    const { url } = await service.create({ attempts: 3, ...nowhere });
    const computer = await open(t, url, laptop);
    await press(computer, "Agree and continue");
    await reached(computer, "hand_off");
    const mobile = await open(t, sentByComputer(url));
    await press(mobile, "Open the camera");
    await choose(mobile, "no_face");
    await reached(mobile, "try_again");
    const live = computer.locator(".live", { hasText: "Attempts left: 2" });
    await live.waitFor();
    await reached(computer, "elsewhere");
    await press(mobile, "Try again");
    await choose(mobile, "no_match");
    await computer.locator(".live", { hasText: "Attempts left: 1" }).waitFor();
    await press(mobile, "Try again");
    await choose(mobile, "verified");
    await reached(computer, "done");
  });
});

test("the hand-off says until when its code and link work", { skip: noBrowser }, async (t) => {
  for (const [locale, agree] of [
    ["en", "Agree and continue"],
    ["ar", "أوافق وأتابع"],
  ] as const) {
    const { url } = await service.create({ locale });
    const page = await open(t, url, laptop);
    const [{ expires_at: expiresAt }] = await Promise.all([
      page.evaluate(async () => {
        const answer = await fetch("/api/v3/session", {
          headers: { authorization: `Bearer ${location.hash.slice(1)}` },
        });
        return ((await answer.json()) as { data: { expires_at: string } }).data;
      }),
      press(page, agree),
    ]);
    await reached(page, "hand_off");
    const shown = await page.evaluate(
      ([iso, language]) => new Intl.DateTimeFormat(language, { timeStyle: "short" }).format(new Date(iso)),
      [expiresAt, locale] as const,
    );
    assert.ok((await page.locator(".step .note").innerText()).includes(shown), shown);
  }
});
