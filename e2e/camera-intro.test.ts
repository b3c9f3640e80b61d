/** The text that the camera shows before it opens: the option `intro`. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Page } from "playwright-core";
import { violations } from "../testing/browser/axe.ts";
import { keyboardOf } from "../testing/browser/keyboard.ts";
import { noBrowser } from "../testing/browser/browser.ts";
import { dialog, nothing, outcomeOf, remains, startV3, withPage } from "../testing/camera/camera-page.ts";
import { camera as en } from "@selfsame/texts/languages/en";
import { camera as fr } from "@selfsame/texts/languages/fr";
import { sharedService } from "../testing/service.ts";

const server = await sharedService();

const panel = `${dialog} .intro`;
const asked = (page: Page) => page.evaluate(() => window.kept.tracks.length);
const text = "Acme compares the photo with your card.\nIt keeps <b>neither</b>.";

describe("with an introduction", { skip: noBrowser }, () => {
  test("the camera opens once the person begins, by keyboard; the detector is loaded before", async () => {
    await withPage({}, async (page) => {
      await page.goto(`${server.url}/demo/camera-v3`);
      const loaded = page.waitForResponse(/eyes-\w+\.onnx/);
      await startV3(page, { language: "fr", timeoutMs: 1, intro: { text, privacyUrl: "/privacy" } });
      await page.locator(panel).waitFor();
      await loaded;
      assert.equal(await asked(page), 0);
      assert.deepEqual(await page.locator(`${panel} li`).allTextContents(), [
        fr.intro_photo,
        fr.intro_light,
        fr.intro_kept,
      ]);
      assert.equal(await page.locator(`${panel} .own`).textContent(), text);
      const link = page.getByRole("link", { name: fr.intro_privacy });
      assert.equal(await link.evaluate((link: HTMLAnchorElement) => link.href), `${server.url}/privacy`);
      assert.deepEqual(await violations(page), []);
      await keyboardOf(page).press(fr.begin);
      // The timeout does not count the time spent reading.
      assert.equal(await outcomeOf(page), "TimeoutError");
      assert.deepEqual(await remains(page), nothing);
    });
  });

  test("who cancels there was never filmed, and has started no challenge", async () => {
    await withPage({}, async (page) => {
      await page.goto(`${server.url}/demo/camera-v3`);
      let drawn = 0;
      await page.exposeFunction("draw", () => drawn++);
      await page.evaluate(() => {
        const { draw } = window as unknown as { draw: () => Promise<never> };
        void (async () => {
          const service = { start: draw, complete: draw };
          const capture = await window.VerifyCameraV3.capture({ intro: true, challenge: true, service });
          window.kept.outcome = capture ? "a photo" : "cancelled";
        })();
      });
      await page.getByText(en.intro_steps).waitFor();
      await page.keyboard.press("Escape");
      assert.equal(await outcomeOf(page), "cancelled");
      assert.deepEqual([await asked(page), drawn], [0, 0]);
      assert.deepEqual(await remains(page), nothing);
    });
  });

  test("the element takes its words and its address as attributes", async () => {
    await withPage({}, async (page) => {
      await page.goto(`${server.url}/demo/camera-v3`);
      await page.evaluate((text) => {
        const element = document.createElement("selfsame-camera");
        for (const [name, value] of Object.entries({ autostart: "", intro: text, "privacy-url": "/privacy" }))
          element.setAttribute(name, value);
        document.querySelector("main")?.prepend(element);
      }, text);
      assert.equal(await page.locator(`${panel} .own`).textContent(), text);
      await page.getByRole("button", { name: en.begin }).click();
      await page.locator(`${dialog} video.live`).waitFor();
      assert.equal(await page.locator(panel).count(), 0);
    });
  });

  test("an address that is no page's is refused", async () => {
    await withPage({}, async (page) => {
      await page.goto(`${server.url}/demo/camera-v3`);
      await startV3(page, { intro: { privacyUrl: "javascript:alert(1)" } });
      assert.equal(await outcomeOf(page), "TypeError");
      assert.deepEqual(await remains(page), nothing);
    });
  });
});
