import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Page } from "playwright-core";
import { noBrowser } from "../testing/browser/browser.ts";
import { dialog, outcomeOf, startV3, withPage } from "../testing/camera/camera-page.ts";
import { ana } from "../testing/camera/fake-stream.ts";
import { sharedService } from "../testing/service.ts";

const good = { scenes: [{ people: [{ person: ana, faceHeight: 260 }], frames: 3 }] };
const empty = { scenes: [{ people: [], frames: 3 }] };

const server = await sharedService();

/** Holds requests for matching URLs until the returned function is called. */
async function holdBack(page: Page, url: string): Promise<() => void> {
  let letThrough = () => {};
  const asked = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route(url, async (route) => {
    await asked;
    await route.continue();
  });
  return letThrough;
}

const loaded = (page: Page) =>
  page.locator(dialog).evaluate((view: HTMLElement) => Number(view.style.getPropertyValue("--loaded")));

describe("while the detector loads,", { skip: noBrowser }, () => {
  test("the ring tells how much has come, and nothing says that the photo takes itself", async () => {
    await withPage(empty, async (page) => {
      const letThrough = await holdBack(page, "**/camera/runtime-*");
      await page.goto(`${server.url}/demo/camera-v3`);
      await startV3(page);
      await page.waitForFunction((selector) => {
        const view = document.querySelector("[data-selfsame]")?.shadowRoot?.querySelector<HTMLElement>(selector);
        return Number(view?.style.getPropertyValue("--loaded")) >= 0.5;
      }, "dialog");
      assert.equal(await loaded(page), 0.5, "the models are there, the runtime is not");
      assert.equal(await page.locator(`${dialog} .note`).textContent(), "");
      letThrough();
      await page.locator(`${dialog}[data-ring=searching]`).waitFor();
      assert.equal(await loaded(page), 1);
      assert.equal(await page.locator(`${dialog} .note`).textContent(), "The photo is taken automatically");
    });
  });
});

describe("a language other than English", { skip: noBrowser }, () => {
  test("that cannot be loaded is spoken in English", async () => {
    await withPage(empty, async (page) => {
      await page.route("**/camera/de-*", (route) => route.abort());
      await page.goto(`${server.url}/demo/camera-v3`);
      await startV3(page, { language: "de" });
      assert.equal(await page.locator(dialog).getAttribute("lang"), "en");
    });
  });

  test("is waited for; a capture that is stopped meanwhile opens nothing", async () => {
    await withPage(empty, async (page) => {
      const letThrough = await holdBack(page, "**/camera/de-*");
      await page.goto(`${server.url}/demo/camera-v3`);
      const asked = page.waitForRequest("**/camera/de-*");
      const stopped = page.evaluate(async () => {
        const camera = new window.VerifyCameraV3({ language: "de" });
        const capture = camera.start();
        camera.stop();
        return { capture: await capture, cameras: window.kept.tracks.length };
      });
      await asked;
      letThrough();
      assert.deepEqual(await stopped, { capture: null, cameras: 0 });
    });
  });
});

describe("preload()", { skip: noBrowser }, () => {
  test("brings all that a capture needs: it works without the network", async () => {
    await withPage(good, async (page) => {
      await page.goto(`${server.url}/demo/camera-v3`);
      await page.evaluate(() => window.VerifyCameraV3.preload());
      await page.context().setOffline(true);
      await startV3(page);
      assert.match(await outcomeOf(page), /^\d+x\d+$/);
      assert.ok(
        await page.evaluate(() => window.kept.hints.length),
        "the detector gave a hint: it was not the shutter",
      );
    });
  });

  test("rejects where the detector cannot be loaded", async () => {
    await withPage(empty, async (page) => {
      await page.route("**/camera/detector-*", (route) => route.abort());
      await page.goto(`${server.url}/demo/camera-v3`);
      const name = await page.evaluate(() =>
        window.VerifyCameraV3.preload().then(
          () => "loaded",
          (error: Error) => error.name,
        ),
      );
      assert.equal(name, "NetworkError");
    });
  });
});
