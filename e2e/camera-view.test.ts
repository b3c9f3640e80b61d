import assert from "node:assert/strict";
import { describe, test } from "node:test";
import axe from "axe-core";
import type { Page } from "playwright-core";
import { noBrowser } from "../testing/browser/browser.ts";
import { dialog, outcomeOf, startV3, withPage } from "../testing/camera/camera-page.ts";
import { ana } from "../testing/camera/fake-stream.ts";
import { sharedService } from "../testing/service.ts";

const empty = { scenes: [{ people: [], frames: 3 }] };
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

const server = await sharedService();

async function open(page: Page, options: object = {}, ring = "searching"): Promise<void> {
  await page.goto(`${server.url}/demo/camera-v3`);
  await page.locator("#take").focus();
  await startV3(page, options);
  await page.locator(`${dialog}[data-ring=${ring}]`).waitFor();
}

const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.getAttribute("aria-label"));

describe("the view", { skip: noBrowser }, () => {
  for (const [where, context] of [
    ["a laptop", {}],
    ["a phone", phone],
    ["a phone held sideways", { ...phone, viewport: { width: 844, height: 390 } }],
  ] as const) {
    test(`on ${where} has nothing that axe finds fault with, guiding and with the shutter`, async () => {
      await withPage({ ...empty, context }, async (page) => {
        await open(page);
        assert.deepEqual(await faults(page), []);
        await page.route("**/camera/detector-*", (route) => route.abort());
        await open(page, {}, "seen");
        await page.locator(`${dialog} .shutter`).waitFor();
        assert.deepEqual(await faults(page), []);
      });
    });
  }

  test("keeps the focus while it is open: Tab goes round its buttons", async () => {
    await withPage(empty, async (page) => {
      await page.route("**/camera/detector-*", (route) => route.abort());
      await open(page, {}, "seen");
      const reached: unknown[] = [];
      for (const key of ["Tab", "Tab", "Tab", "Shift+Tab"]) {
        await page.keyboard.press(key);
        reached.push(await focused(page));
      }
      assert.deepEqual(reached, ["Cancel", "Take photo", "Cancel", "Take photo"]);
      await page.keyboard.press("Enter");
      assert.equal(await outcomeOf(page), "1280x720");
      assert.equal(await page.evaluate(() => document.activeElement?.id), "take");
    });
  });

  test("speaks its hints, and names itself", async () => {
    await withPage(empty, async (page) => {
      await open(page);
      const status = page.getByRole("status").filter({ hasText: "Bring your face into the oval" });
      assert.equal(await status.getAttribute("aria-live"), "polite");
      await page.getByRole("dialog", { name: "Take a selfie" }).waitFor();
    });
  });

  test("has targets of 44 pixels and more, within the screen", async () => {
    for (const viewport of [phone.viewport, { width: 320, height: 480 }, { width: 568, height: 320 }]) {
      await withPage({ ...empty, context: { ...phone, viewport } }, async (page) => {
        await page.route("**/camera/detector-*", (route) => route.abort());
        await open(page, {}, "seen");
        await page.locator(`${dialog} .shutter`).waitFor();
        for (const button of await page.locator(`${dialog} button`).all()) {
          const box = await button.boundingBox();
          assert.ok(box && box.width >= 44 && box.height >= 44);
          assert.ok(box.x >= 0 && box.x + box.width <= viewport.width, "it is beside the screen");
          assert.ok(box.y >= 0 && box.y + box.height <= viewport.height, "it is below the screen");
        }
      });
    }
  });

  test("speaks the language that is asked for, from right to left where it is read so", async () => {
    await withPage({ ...empty, context: phone }, async (page) => {
      await open(page, { language: "ar-MA" });
      const view = page.locator(dialog);
      assert.equal(await view.getAttribute("dir"), "rtl");
      assert.equal(await view.getAttribute("lang"), "ar");
      const cancel = await page.getByRole("button", { name: "إلغاء" }).boundingBox();
      assert.ok(cancel && cancel.x > 195, "the button is on the left");
      assert.deepEqual(await faults(page), []);
    });
  });

  test("takes the page's own texts, and its language without being asked", async () => {
    await withPage(empty, async (page) => {
      await page.goto(`${server.url}/demo/camera-v3`);
      await page.evaluate(() => {
        document.documentElement.lang = "fr-CA";
      });
      await startV3(page, { texts: { no_face: "Je ne vous vois pas" } });
      await page.getByRole("status").filter({ hasText: "Je ne vous vois pas" }).waitFor();
      await page.getByRole("button", { name: "Annuler" }).waitFor();
    });
  });

  test("moves nothing where less motion is wanted", async () => {
    await withPage({ ...empty, context: { reducedMotion: "reduce" } }, async (page) => {
      await open(page);
      const running = await page.evaluate(() => document.getAnimations().length);
      assert.equal(running, 0);
    });
  });

  test("shows the ring in forced colours, and has nothing that axe finds fault with", async () => {
    await withPage({ ...empty, context: { forcedColors: "active" } }, async (page) => {
      await open(page);
      const stroke = await page.locator(`${dialog} .ring`).evaluate((ring) => getComputedStyle(ring).stroke);
      const background = await page.locator(`${dialog} .dim`).evaluate((dim) => getComputedStyle(dim).fill);
      assert.notEqual(stroke, background);
      assert.deepEqual(await faults(page), []);
    });
  });

  test("fits into a container, and leaves the rest of the page in reach", async () => {
    await withPage({ scenes: [{ people: [{ person: ana, faceHeight: 260 }], frames: 3 }] }, async (page) => {
      await page.goto(`${server.url}/demo/camera-v3`);
      const box = await page.evaluate(async () => {
        const container = document.createElement("div");
        container.style.cssText = "width: 640px; height: 480px";
        document.querySelector("main")?.prepend(container);
        const { VerifyCameraV3 } = window;
        const capture = VerifyCameraV3.capture({ container });
        const { width, height } =
          container.querySelector("[data-selfsame]")?.shadowRoot?.querySelector("dialog")?.getBoundingClientRect() ??
          {};
        document.querySelector<HTMLButtonElement>("#take")?.focus();
        const focused = document.activeElement?.id;
        return { width, height, focused, taken: (await capture)?.blob.type };
      });
      assert.deepEqual(box, { width: 640, height: 480, focused: "take", taken: "image/jpeg" });
    });
  });

  test("is there before the detector is: the preview does not wait for the models", async () => {
    await withPage(empty, async (page) => {
      let letThrough = () => {};
      const asked = new Promise<void>((resolve) => {
        letThrough = resolve;
      });
      await page.route("**/camera/detector-*", async (route) => {
        await asked;
        await route.continue();
      });
      await page.goto(`${server.url}/demo/camera-v3`);
      await startV3(page);
      await page.locator(`${dialog} video.live`).waitFor();
      assert.deepEqual(await page.evaluate(() => window.kept.events), ["open"]);
      letThrough();
      await page.locator(`${dialog}[data-ring=searching]`).waitFor();
    });
  });

  test("mirrors the preview", async () => {
    await withPage(empty, async (page) => {
      await open(page);
      await page.locator(`${dialog} video.mirrored`).waitFor();
    });
  });
});

/** axe-core's violations on the whole page, as text. */
async function faults(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { violations } = await (window as never as { axe: typeof axe }).axe.run();
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(", ")}`);
  });
}
