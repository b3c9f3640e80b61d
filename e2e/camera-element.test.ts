/** The camera as a custom element: `<selfsame-camera>`. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Page } from "playwright-core";
import { noBrowser } from "../testing/browser/browser.ts";
import { dialog, nothing, outcomeOf, remains, withPage } from "../testing/camera/camera-page.ts";
import { ana } from "../testing/camera/fake-stream.ts";
import { sharedService } from "../testing/service.ts";

const good = { scenes: [{ people: [{ person: ana, faceHeight: 260 }], frames: 3 }] };
const empty = { scenes: [{ people: [], frames: 3 }] };

const server = await sharedService();

/** Adds the element to the page, and records its events. */
async function put(page: Page, attributes: Readonly<Record<string, string>>): Promise<void> {
  await page.goto(`${server.url}/demo/camera-v3`);
  await page.evaluate((attributes) => {
    const element = document.createElement("selfsame-camera");
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    for (const type of ["open", "capture", "cancel", "error", "close"]) {
      element.addEventListener(type, (event) => {
        window.kept.events.push(type);
        const { detail } = event as CustomEvent<{ width: number; height: number } | Error | undefined>;
        if (type === "capture") window.kept.outcome = `${(detail as { width: number }).width > 0}`;
        if (type === "cancel") window.kept.outcome = "cancelled";
        if (type === "error") window.kept.outcome = (detail as Error).name;
      });
    }
    document.querySelector("main")?.prepend(element);
  }, attributes);
}

describe("<selfsame-camera>", { skip: noBrowser }, () => {
  test("shows the camera in itself as soon as it is there, and tells what comes of it", async () => {
    await withPage(good, async (page) => {
      await put(page, { autostart: "", language: "fr" });
      await page.locator(dialog).waitFor();
      const sizes = await page.evaluate(() => {
        const element = document.querySelector("selfsame-camera") as HTMLElement;
        const view = element.querySelector("[data-selfsame]")?.shadowRoot?.querySelector("dialog");
        const [outer, inner] = [element.getBoundingClientRect(), view?.getBoundingClientRect()];
        return { high: outer.height >= 320, within: inner !== undefined && inner.height <= outer.height + 1 };
      });
      assert.deepEqual(sizes, { high: true, within: true });
      assert.equal(await page.locator(dialog).getAttribute("lang"), "fr");
      assert.equal(await outcomeOf(page), "true");
      await page.waitForFunction(() => window.kept.events.includes("close"));
      assert.deepEqual(await page.evaluate(() => window.kept.events), ["open", "capture", "close"]);
      assert.deepEqual(await remains(page), nothing);
    });
  });

  test("waits to be started, and ends when it is taken out of the page", async () => {
    await withPage(empty, async (page) => {
      await put(page, {});
      assert.equal(await page.locator(dialog).count(), 0);
      await page.evaluate(() => {
        const element = document.querySelector("selfsame-camera") as HTMLElement & { start(): Promise<unknown> };
        void element.start();
      });
      await page.waitForFunction(() => window.kept.events.includes("open"));
      await page.evaluate(() => document.querySelector("selfsame-camera")?.remove());
      assert.equal(await outcomeOf(page), "cancelled");
      assert.deepEqual(await remains(page), nothing);
    });
  });

  test("that begins by itself begins anew where it is moved to", async () => {
    await withPage(good, async (page) => {
      await put(page, { autostart: "" });
      await page.locator(dialog).waitFor();
      await page.evaluate(() => {
        const place = document.createElement("div");
        document.querySelector("main")?.prepend(place);
        place.append(document.querySelector("selfsame-camera") as Node);
      });
      await page.waitForFunction(() => window.kept.events.includes("capture"), undefined, { timeout: 180_000 });
      await page.waitForFunction(() => window.kept.events.filter((type) => type === "close").length === 2);
      const events = await page.evaluate(() => window.kept.events.filter((type) => type !== "open"));
      assert.deepEqual(events, ["cancel", "close", "capture", "close"]);
      assert.deepEqual(await remains(page), nothing);
    });
  });

  test("tells what goes wrong: a challenge without a key", async () => {
    await withPage(empty, async (page) => {
      await put(page, { autostart: "", challenge: "" });
      assert.equal(await outcomeOf(page), "TypeError");
      assert.equal(await page.evaluate(() => window.kept.tracks.length), 0);
    });
  });

  test("tells what goes wrong: a key that is not public", async () => {
    await withPage(empty, async (page) => {
      await put(page, { autostart: "", challenge: "", "public-key": "ss_sk_of_a_backend" });
      assert.equal(await outcomeOf(page), "ChallengeFailedError");
    });
  });
});
