import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Page } from "playwright-core";
import { noBrowser } from "../testing/browser/browser.ts";
import { dialog, nothing, outcomeOf, remains, withPage } from "../testing/camera/camera-page.ts";
import { ana } from "../testing/camera/fake-stream.ts";
import { sharedService } from "../testing/service.ts";

/** A person whom the camera photographs after a moment. */
const good = { scenes: [{ people: [{ person: ana, faceHeight: 260 }], frames: 3 }] };
const empty = { scenes: [{ people: [], frames: 3 }] };

const server = await sharedService();

/**
 * Starts a capture in a container of the given style. An unattached container is not in the document. With `coverStyle` the page has another element.
 */
async function startIn(page: Page, style: string, attached = true, coverStyle?: string): Promise<void> {
  await page.goto(`${server.url}/demo/camera-v3`);
  await page.evaluate(
    ({ style, attached, coverStyle }) => {
      const container = document.createElement("div");
      container.id = "container";
      container.style.cssText = `width: 640px; height: 480px; ${style}`;
      if (attached) document.querySelector("main")?.prepend(container);
      if (coverStyle) {
        const cover = document.createElement("div");
        cover.id = "cover";
        cover.style.cssText = coverStyle;
        document.body.append(cover);
      }
      void (async () => {
        window.kept.outcome = (await window.VerifyCameraV3.capture({ container })) ? "a photo" : "cancelled";
      })();
    },
    { style, attached, coverStyle },
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

  for (const [what, style, cover] of [
    ["is beside the screen", "position: fixed; left: 3000px", ""],
    ["is above the page", "position: absolute; top: -3000px", ""],
    ["is clipped", "clip-path: inset(0 90% 0 0)", ""],
    ["is covered", "", "position: fixed; inset: 0; background: #fff; z-index: 9"],
  ] as const) {
    test(`a container that ${what} gets no camera until it is in sight`, async () => {
      await withPage(good, async (page) => {
        await startIn(page, style, true, cover);
        await page.locator(dialog).waitFor({ state: "attached" });
        await page.waitForTimeout(1500);
        assert.deepEqual(await page.evaluate(() => [window.kept.tracks.length, window.kept.outcome ?? ""]), [0, ""]);
        await page.evaluate(() => {
          document.querySelector("#cover")?.remove();
          const container = document.querySelector<HTMLElement>("#container");
          if (container) container.style.cssText = "width: 640px; height: 480px";
        });
        assert.equal(await outcomeOf(page), "a photo");
      });
    });
  }

  test("what is laid over the open camera keeps it from taking the photo, also by the shutter", async () => {
    await withPage(good, async (page) => {
      await page.route("**/camera/detector-*.js", async (route) => {
        await page.evaluate(() => document.querySelector<HTMLElement>("#cover")?.style.setProperty("display", "block"));
        await route.continue();
      });
      await startIn(page, "", true, "display: none; position: fixed; inset: 0; background: #fff; z-index: 9");
      await page.locator(`${dialog}[data-ring=opening] video.live`).waitFor({ state: "attached" });
      await page.waitForTimeout(6000);
      const press = () =>
        page.evaluate(() => {
          const shutter = document.querySelector("[data-selfsame]")?.shadowRoot?.querySelector(".shutter");
          (shutter as HTMLButtonElement).click();
        });
      await press();
      assert.equal(await page.evaluate(() => window.kept.outcome), undefined);
      assert.equal(await page.locator(dialog).count(), 1);
      await page.evaluate(() => document.querySelector("#cover")?.remove());
      assert.equal(await outcomeOf(page), "a photo");
    });
  });

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

test("the oval is no smaller in a larger container", { skip: noBrowser }, async () => {
  const widthIn = async (width: number, height: number) => {
    let oval: number | undefined;
    await withPage(empty, async (page) => {
      await startIn(page, `width: ${width}px; height: ${height}px`);
      await page.locator(`${dialog}[data-ring=searching]`).waitFor();
      oval = (await page.locator(`${dialog} .ring`).boundingBox())?.width;
    });
    return oval ?? assert.fail("no oval");
  };
  const small = await widthIn(320, 480);
  for (const [width, height] of [
    [400, 500],
    [400, 577],
    [400, 640],
  ] as const) {
    const large = await widthIn(width, height);
    assert.ok(large >= small, `${width} x ${height}: ${large}, of ${small}`);
  }
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
