/** The hosted page with a camera: without access to one, and with a person who performs the steps. */
import assert from "node:assert/strict";
import { after, before, describe, test, type TestContext } from "node:test";
import type { BrowserContextOptions, Page } from "playwright-core";
import { deniedCamera, fakeCamera, noBrowser } from "../testing/browser/browser.ts";
import { sharedBrowser } from "../testing/browser/shared-browser.ts";
import { brandLive } from "../testing/brand-live.ts";
import { dialog } from "../testing/camera/camera-page.ts";
import { keyboardOf } from "../testing/browser/keyboard.ts";
import { perform, persistUntil, type Pictures, readPictures, takesOf } from "../testing/camera/performer.ts";
import { reference } from "../testing/photos.ts";
import { testKey } from "../testing/server.ts";
import { laptop, openPerson, phone, press, reached, startSessionServer } from "../testing/session-page.ts";

const service = await startSessionServer();
await brandLive({ url: service.running().url, privateKey: testKey });
after(() => service.stop());

async function open(
  t: TestContext,
  args: readonly string[],
  options: BrowserContextOptions,
  before?: (page: Page) => Promise<unknown>,
) {
  const { page, complaints } = await openPerson(await sharedBrowser(args), options);
  t.after(async () => {
    await page.context().close();
    assert.deepEqual(complaints, []);
  });
  await before?.(page);
  return page;
}

/** A session with a challenge, decided by what the camera sees. */
const live = () => service.create({}, testKey);

/** A session without a challenge: only the selfie is sent. */
async function createWithReference(): Promise<{ readonly url: string }> {
  const body = new FormData();
  for (const [name, value] of Object.entries({ challenge: "off", attempts: "2", locale: "en" })) body.set(name, value);
  body.set("reference", new Blob([new Uint8Array(reference)]), "reference.jpg");
  const answer = await fetch(`${service.running().url}/api/v3/sessions`, {
    method: "POST",
    headers: { authorization: `Bearer ${testKey}` },
    body,
  });
  assert.equal(answer.status, 201);
  return ((await answer.json()) as { data: { url: string } }).data;
}

describe("a camera that cannot be had", { skip: noBrowser }, () => {
  for (const [why, args, state] of [
    ["is not allowed", deniedCamera, "denied"],
    ["is not there", ["--use-fake-ui-for-media-stream"], "no_camera"],
  ] as const) {
    test(`because it ${why} is told, with a way on`, async (t) => {
      const { url } = await live();
      const mobile = await open(t, args, phone);
      await mobile.goto(url);
      await press(mobile, "Agree and continue");
      await reached(mobile, state);
      // Instructions for this browser, not general ones.
      if (state === "denied")
        await mobile.getByRole("main").getByText("Click the symbol to the left of the address").waitFor();
      await press(mobile, "Try again");
      await mobile.locator(`.page[data-state=${state}]`).waitFor();
      // A computer can hand the session over to a phone.
      const computer = await open(t, args, laptop);
      await computer.goto(url);
      await press(computer, "Use this computer");
      await reached(computer, state);
      await press(computer, "Use your phone instead");
      await reached(computer, "hand_off");
    });
  }

  test("because another program has it is told", async (t) => {
    const { url } = await live();
    const page = await open(t, fakeCamera(), phone, (page) =>
      page.addInitScript(() => {
        navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("in use", "NotReadableError"));
      }),
    );
    await page.goto(url);
    await press(page, "Agree and continue");
    await reached(page, "camera_busy");
  });

  const instagram =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 355.0";
  test("in the browser within an app is told with how to open the page elsewhere, and the link", async (t) => {
    const { url } = await live();
    const options = { ...phone, userAgent: instagram };
    const withheld = await open(t, deniedCamera, options);
    await withheld.goto(url);
    await press(withheld, "Agree and continue");
    await reached(withheld, "in_app");
    const without = await open(
      t,
      fakeCamera(),
      { ...options, permissions: ["clipboard-read", "clipboard-write"] },
      (page) => page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, "mediaDevices")),
    );
    await without.goto(url);
    await reached(without, "in_app");
    await press(without, "Copy the link");
    await without.getByRole("button", { name: "Link copied" }).waitFor();
    assert.equal(await without.evaluate("navigator.clipboard.readText()"), url);
  });
});

describe("a camera", { skip: noBrowser }, () => {
  let takes: Pictures[];
  before(async () => {
    const [picture] = await readPictures("ada");
    assert.ok(picture);
    takes = await takesOf(picture);
  });
  test("is opened, left and closed with the keyboard alone", async (t) => {
    const { id, url } = await live();
    const page = await open(t, fakeCamera(), phone);
    await page.goto(url);
    const { press: key } = keyboardOf(page);
    await key("Agree and continue");
    await page.locator(dialog).waitFor();
    await page.keyboard.press("Escape");
    await page.locator(".page[data-state=ready] h1:focus").waitFor();
    await key("Open the camera");
    await page.locator(dialog).waitFor();
    await key("Cancel");
    await reached(page, "ready");
    // The camera also closes when the session is cancelled.
    await key("Open the camera");
    await page.locator(dialog).waitFor();
    await service.cancel(id, testKey);
    await reached(page, "cancelled");
    assert.equal(await page.locator("[data-selfsame=camera]").count(), 0);
  });

  test("whose photo meets a cut of the network keeps it, says so and sends it again by itself", async (t) => {
    const { url } = await createWithReference();
    const page = await open(t, fakeCamera(), phone);
    // Without a detector, the person presses the shutter.
    await page.route("**/camera/detector-*", (route) => route.abort());
    await page.route("**/session/complete", (route) => route.abort(), { times: 1 });
    await page.goto(url);
    await press(page, "Agree and continue");
    const cut = page.locator(".page[data-state=sending]", { hasText: "your photo is sent as soon as you are online" });
    await page.locator(dialog).getByRole("button", { name: "Take photo" }).click();
    await cut.waitFor();
    await reached(page, "try_again");
    assert.equal(await page.locator(".note").innerText(), "Attempts left: 1");
  });

  test("on the phone that a computer handed over to: the challenge is played, passed, and both know", async (t) => {
    const { id, url } = await live();
    const computer = await open(t, fakeCamera(), laptop);
    await computer.goto(url);
    await press(computer, "Agree and continue");
    await reached(computer, "hand_off");
    const mobile = await open(t, [], { ...phone, viewport: { width: 390, height: 844 } }, async (page) => {
      await page.addInitScript("window.kept = { tracks: [], hints: [], events: [] }");
      await perform(page, { takes });
    });
    await mobile.goto(url.replace("#", "?phone#"));
    await press(mobile, "Open the camera");
    await computer.locator(".page[data-state=elsewhere]").waitFor();
    await persistUntil(mobile, mobile.locator(".page[data-state=done]").waitFor());
    await reached(mobile, "done");
    await computer.waitForURL(`${service.shop.origin}/welcome?session=${id}`);
    const { status, result } = await service.read(id, testKey);
    assert.deepEqual([status, result?.reasons], ["verified", []]);
  });

  test("of a session that asks for a challenge only in doubt: the selfie is enough, or the steps follow in the same camera", async (t) => {
    const { id, url } = await service.create({ challenge: "if_unsure" }, testKey);
    const page = await open(t, [], { ...phone, viewport: { width: 390, height: 844 } }, async (page) => {
      await page.addInitScript("window.kept = { tracks: [], hints: [], events: [] }");
      await perform(page, { takes });
    });
    await page.goto(url);
    await press(page, "Agree and continue");
    await persistUntil(page, page.locator(".page[data-state=done]").waitFor());
    const { status, result } = await service.read(id, testKey);
    // This test does not check the passive liveness of a painted picture.
    const enough = [null, null, "live"];
    const challenged = ["passed", "stepwise", result?.passive_liveness?.result];
    assert.deepEqual(
      [status, result?.challenge, result?.challenge_details?.mode ?? null, result?.passive_liveness?.result],
      ["verified", ...(result?.challenge === null ? enough : challenged)],
    );
  });
});
