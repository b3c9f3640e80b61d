import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Page } from "playwright-core";
import { noBrowser } from "../testing/browser/browser.ts";
import { dialog, nothing, outcomeOf, remains, withPage } from "../testing/camera/camera-page.ts";
import { ana } from "../testing/camera/fake-stream.ts";
import { sharedService } from "../testing/service.ts";

/** Somebody who would be photographed after a moment. */
const good = { scenes: [{ people: [{ person: ana, faceHeight: 260 }], frames: 3 }] };
const empty = { scenes: [{ people: [], frames: 3 }] };

const server = await sharedService();

/** Starts a capture in a container of the given style; unattached, the container is put nowhere. */
async function startIn(page: Page, style: string, attached = true): Promise<void> {
  await page.goto(`${server.url}/demo/camera-v3`);
  await page.evaluate(
    ({ style, attached }) => {
      const container = document.createElement("div");
      container.id = "container";
      container.style.cssText = `width: 640px; height: 480px; ${style}`;
      if (attached) document.querySelector("main")?.prepend(container);
      void (async () => {
        window.kept.outcome = (await window.VerifyCameraV3.capture({ container })) ? "a photo" : "cancelled";
      })();
    },
    { style, attached },
  );
}

describe("nobody is photographed unseen:", { skip: noBrowser }, () => {
  for (const [what, style, attached] of [
    ["is nowhere in the page", "", false],
    ["is not displayed", "display: none", true],
    ["is invisible", "visibility: hidden", true],
    ["is see-through", "opacity: 0", true],
    ["has no size", "width: 0; height: 0; overflow: hidden", true],
  ] as const) {
    test(`a container that ${what} gets no camera`, async () => {
      await withPage(good, async (page) => {
        await startIn(page, style, attached);
        assert.equal(await outcomeOf(page), "cancelled");
        assert.equal(await page.evaluate(() => window.kept.tracks.length), 0, "the camera was not even asked for");
      });
    });
  }

  for (const [what, change] of [
    ["the container is taken out of the page", () => document.querySelector("#container")?.remove()],
    ["everything is replaced", () => document.body.replaceChildren()],
    [
      "the container is hidden",
      () => document.querySelector<HTMLElement>("#container")?.style.setProperty("display", "none"),
    ],
    [
      "the container is made invisible",
      () => document.querySelector<HTMLElement>("#container")?.style.setProperty("visibility", "hidden"),
    ],
  ] as const) {
    test(`the camera goes out when ${what}`, async () => {
      await withPage(empty, async (page) => {
        await startIn(page, "");
        await page.locator(`${dialog}[data-ring=searching]`).waitFor();
        await page.evaluate(change);
        assert.equal(await outcomeOf(page), "cancelled");
        assert.deepEqual(await remains(page), nothing);
      });
    });
  }

  test("a full-page camera whose host is removed goes out as well", async () => {
    await withPage(empty, async (page) => {
      await page.goto(`${server.url}/demo/camera-v3`);
      await page.evaluate(() => {
        void (async () => {
          window.kept.outcome = (await window.VerifyCameraV3.capture()) ? "a photo" : "cancelled";
        })();
      });
      await page.locator(`${dialog}[data-ring=searching]`).waitFor();
      await page.evaluate(() => document.querySelector("[data-selfsame]")?.remove());
      assert.equal(await outcomeOf(page), "cancelled");
      assert.deepEqual(await remains(page), nothing);
    });
  });
});

describe("in the smallest container, 320 by 320,", { skip: noBrowser }, () => {
  test("the oval is large enough for a face, and the photo is taken", async () => {
    await withPage(good, async (page) => {
      await startIn(page, "width: 320px; height: 320px");
      await page.locator(`${dialog} video.live`).waitFor();
      const oval = await page.locator(`${dialog} .ring`).boundingBox();
      assert.ok(oval && oval.width >= 120 && oval.height >= 160, JSON.stringify(oval));
      assert.equal(await outcomeOf(page), "a photo");
    });
  });
});

test("the focus begins on the dialog, not on the hidden video", { skip: noBrowser }, async () => {
  await withPage(empty, async (page) => {
    await page.goto(`${server.url}/demo/camera-v3`);
    await page.evaluate(() => void window.VerifyCameraV3.capture());
    await page.locator(`${dialog}[data-ring=searching]`).waitFor();
    const focused = await page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.tagName);
    assert.equal(focused, "DIALOG");
  });
});
