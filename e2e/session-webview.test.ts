/** The hosted page in apps' web views, to which it reports its end. */
import assert from "node:assert/strict";
import { after, test, type TestContext } from "node:test";
import type { BrowserContextOptions } from "playwright-core";
import { noBrowser } from "../testing/browser/browser.ts";
import { sharedBrowser } from "../testing/browser/shared-browser.ts";
import { choose, openPerson, phone, press, reached, startSessionServer } from "../testing/session-page.ts";

const service = await startSessionServer();
after(() => service.stop());

const userAgents = {
  android:
    "Mozilla/5.0 (Linux; Android 15; Pixel 9 Build/AP4A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/140.0.0.0 Mobile Safari/537.36",
  iphone:
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148",
};

type Heard = readonly [way: string, message: unknown];

/** Installs, before the page loads, the bridges that the apps' libraries add. */
function installBridges(): void {
  const heard: Heard[] = [];
  const channel = (way: string) => ({ postMessage: (message: unknown) => void heard.push([way, message]) });
  Object.assign(globalThis, {
    heard,
    ReactNativeWebView: channel("react native"),
    selfsame: channel("android"),
    flutter_inappwebview: { callHandler: (name: string, message: unknown) => heard.push([`flutter ${name}`, message]) },
    webkit: { messageHandlers: { selfsame: channel("webkit") } },
  });
}

async function openInApp(t: TestContext, url: string, options: BrowserContextOptions) {
  const { page, complaints } = await openPerson(await sharedBrowser(), { ...phone, ...options });
  t.after(async () => {
    await page.context().close();
    assert.deepEqual(complaints, []);
  });
  await page.addInitScript(installBridges);
  await page.goto(url);
  const heard = () => page.evaluate(() => (globalThis as unknown as { readonly heard: Heard[] }).heard);
  return { page, heard };
}

const inEveryWay = (message: object): readonly Heard[] => [
  ["react native", JSON.stringify(message)],
  ["android", JSON.stringify(message)],
  ["flutter selfsame", message],
  ["webkit", message],
];

test("an app hears of the end, once, and not how it ended", { skip: noBrowser }, async (t) => {
  const { id, url } = await service.create({ return_url: undefined, attempts: 1 });
  const { page, heard } = await openInApp(t, url, { userAgent: userAgents.android });
  await reached(page, "welcome");
  await press(page, "Agree and continue");
  assert.deepEqual(await heard(), []);
  await choose(page, "no_match");
  await reached(page, "not_confirmed");
  assert.deepEqual(await heard(), inEveryWay({ selfsame: "end", session: id, status: "done" }));
  // An app that was killed in the meantime opens the link again.
  await page.reload();
  await reached(page, "not_confirmed");
  assert.deepEqual(await heard(), inEveryWay({ selfsame: "end", session: id, status: "done" }));
});

test("an app hears of Not now, and of a link that opens nothing", { skip: noBrowser }, async (t) => {
  const { id, url } = await service.create({ return_url: undefined });
  const { page, heard } = await openInApp(t, url, { userAgent: userAgents.iphone });
  await reached(page, "welcome");
  await press(page, "Not now");
  await reached(page, "declined");
  assert.deepEqual(await heard(), inEveryWay({ selfsame: "end", session: id, status: "declined" }));
  const wrong = await openInApp(t, `${service.running().url}/verify`, { userAgent: userAgents.iphone });
  await reached(wrong.page, "wrong_link");
  assert.deepEqual(await wrong.heard(), inEveryWay({ selfsame: "end", session: null, status: "wrong_link" }));
});

test(
  "captured: the person is done, learns for how long the numbers wait, and can take them back",
  { skip: noBrowser },
  async (t) => {
    const { id, url } = await service.create({ return_url: undefined, compare_limit: 1, compare_within: 20 });
    const { page, heard } = await openInApp(t, url, { userAgent: userAgents.android });
    await reached(page, "welcome");
    await page.locator(".more summary").click();
    const more = await page.locator(".more").innerText();
    assert.match(more, /can compare them with a photo of you within 20 minutes/);
    assert.match(more, /stay encrypted for at most 20 minutes/);
    assert.doesNotMatch(more, /may have given/);
    await press(page, "Agree and continue");
    await choose(page, "verified");
    await reached(page, "done");
    assert.equal((await service.read(id)).status, "captured");
    assert.deepEqual(await heard(), inEveryWay({ selfsame: "end", session: id, status: "done" }));
    await press(page, "Withdraw consent");
    await press(page, "Continue the check");
    assert.equal((await service.read(id)).status, "captured");
    await press(page, "Withdraw consent");
    await press(page, "Withdraw consent");
    await reached(page, "withdrawn");
    assert.equal(await page.getByRole("button", { name: "Withdraw consent" }).count(), 0);
    assert.equal((await service.read(id)).status, "cancelled");
  },
);
