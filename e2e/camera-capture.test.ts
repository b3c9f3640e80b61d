import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Page } from "playwright-core";
import sharp, { type Sharp } from "sharp";
import { noBrowser } from "../testing/browser/browser.ts";
import {
  dialog,
  longAfter,
  nothing,
  outcomeOf,
  remains,
  startV3,
  waitForHint,
  withPage,
} from "../testing/camera/camera-page.ts";
import { ana, eva, frameOf, type Person } from "../testing/camera/fake-stream.ts";
import { sharedService, startService } from "../testing/service.ts";

const right = { people: [{ person: ana, faceHeight: 260 }] } as const;

const server = await sharedService();

/** The bytes of the photo that VerifyCameraV3 returned. */
async function photoFrom(page: Page): Promise<Buffer> {
  const bytes = await page.evaluate(async () => {
    const { capture } = window as never as { capture: { blob: Blob } };
    return [...new Uint8Array(await capture.blob.arrayBuffer())];
  });
  return Buffer.from(bytes);
}

/** A photo that differs from the camera's photo of the same person: closer, with another crop. */
async function reference(person: Person): Promise<Buffer> {
  return frameOf({ people: [{ person, faceHeight: 330, right: 40 }], frames: 1 }, { width: 700, height: 700 });
}

async function verify(person: Person, selfie: Buffer): Promise<{ match: boolean; is_spoof: boolean; message: string }> {
  const form = new FormData();
  form.set("reference", new Blob([new Uint8Array(await reference(person))]), "reference.jpg");
  form.set("selfie", new Blob([new Uint8Array(selfie)]), "selfie.jpg");
  const headers = { authorization: `Bearer ${server.privateKey}` };
  const answer = await fetch(`${server.url}/api/v2/verify`, { method: "POST", headers, body: form });
  return (await answer.json()) as { match: boolean; is_spoof: boolean; message: string };
}

describe("a good face", { skip: noBrowser }, () => {
  test("is taken by itself once it comes, after a hint, and verifies against its person and no other", async () => {
    const scenes = [
      { people: [], frames: 60 },
      { ...right, frames: 240 },
    ];
    await withPage({ scenes, lifelike: true }, async (page) => {
      await page.goto(`${server.url}/demo/camera-v3`);
      await startV3(page);
      assert.match(await outcomeOf(page), /^\d+x\d+$/);
      assert.deepEqual(await remains(page), nothing);
      const { hints, events } = await page.evaluate(() => window.kept);
      assert.equal(hints.at(-1), "hold_still");
      assert.deepEqual(
        events.filter((event) => event !== "hint"),
        ["open", "capture", "close"],
      );

      const photo = await photoFrom(page);
      assert.equal((await verify(ana, photo)).match, true);
      assert.equal((await verify(eva, photo)).match, false);
    });
  });

  test("comes as an upright JPEG, not mirrored, with 2.7 times the face around it", async () => {
    await withPage({ scenes: [{ ...right, frames: 3 }] }, async (page) => {
      await page.goto(`${server.url}/demo/camera-v3`);
      await startV3(page);
      const outcome = await outcomeOf(page);
      const photo = await photoFrom(page);
      const { format, width, height, exif, orientation } = await sharp(photo).metadata();
      assert.deepEqual({ format, exif, orientation }, { format: "jpeg", exif: undefined, orientation: undefined });
      assert.equal(outcome, `${width}x${height}`);
      assert.ok(photo.length < 400_000);
      assert.ok(Math.max(width, height) <= 1280);
      assert.ok(width >= 2.7 * 260 && height >= 2.7 * 260);
      assert.ok(
        await isLike(photo, await frameOf({ ...right, frames: 1 }), width),
        "it is not the middle of the frame",
      );
    });
  });

  test("comes to version 2 as base64 without a prefix, to the callback before the view closes", async () => {
    await withPage({ scenes: [{ ...right, frames: 3 }] }, async (page) => {
      await page.goto(`${server.url}/demo/camera`);
      const { photo, viewsAtCallback, resolved } = await page.evaluate(async () => {
        const { VerifyCamera } = window;
        let photo: string | false | undefined;
        let viewsAtCallback = 0;
        const camera = new VerifyCamera((given) => {
          photo = given;
          viewsAtCallback = document.querySelectorAll("[data-selfsame]").length;
        });
        return { resolved: await camera.start(), photo, viewsAtCallback };
      });
      assert.equal(resolved, undefined);
      assert.equal(viewsAtCallback, 1);
      assert.deepEqual(await remains(page), nothing);
      assert.ok(typeof photo === "string");
      assert.match(photo, /^[A-Za-z0-9+/]+=*$/);
      assert.equal((await sharp(Buffer.from(photo, "base64")).metadata()).format, "jpeg");
    });
  });

  test("is taken by takePicture, which the demo shows", async () => {
    await withPage({ scenes: [{ ...right, frames: 3 }] }, async (page) => {
      await page.goto(`${server.url}/demo/camera`);
      await page.getByRole("button", { name: "Take a selfie" }).click();
      await page.locator("#outcome", { hasText: /^A photo of \d+ KB$/ }).waitFor();
      assert.match(String(await page.locator("#photo").getAttribute("src")), /^data:image\/jpeg;base64,/);
    });
  });
});

/** Whether the photo is more similar to the middle of the frame than to its mirror image. */
async function isLike(photo: Buffer, frame: Buffer, width: number): Promise<boolean> {
  const small = (image: Sharp) => image.resize(32, 32, { fit: "fill" }).greyscale().raw().toBuffer();
  const { width: whole, height } = await sharp(frame).metadata();
  const middle = sharp(frame).extract({ left: Math.round((whole - width) / 2), top: 0, width, height });
  const [taken, straight, mirrored] = await Promise.all([
    small(sharp(photo)),
    small(sharp(await middle.png().toBuffer())),
    small(sharp(await middle.flop().png().toBuffer())),
  ]);
  const difference = (other: Buffer) => taken.reduce((sum, value, i) => sum + Math.abs(value - (other[i] ?? 0)), 0);
  return difference(straight) < 0.5 * difference(mirrored);
}

describe("without the detector", { skip: noBrowser }, () => {
  test("the person presses a button, and gets the whole frame", async () => {
    await withPage({ scenes: [{ ...right, frames: 3 }] }, async (page) => {
      await page.route("**/camera/detector-*", (route) => route.abort());
      await page.goto(`${server.url}/demo/camera-v3`);
      await startV3(page);
      await page.locator(`${dialog} .shutter`).click();
      assert.equal(await outcomeOf(page), "1280x720");
      assert.deepEqual(await remains(page), nothing);
    });
  });

  test("because the runtime cannot be loaded, it is the same", async () => {
    await withPage({ scenes: [{ ...right, frames: 3 }] }, async (page) => {
      await page.context().route("**/camera/runtime-*", (route) => route.abort());
      await page.goto(`${server.url}/demo/camera-v3`);
      await startV3(page);
      await page.locator(`${dialog} .shutter`).click();
      assert.equal(await outcomeOf(page), "1280x720");
    });
  });
});

test(
  "whoever gets no photo for 15 seconds is offered the button, and goes on getting hints",
  { skip: noBrowser },
  async () => {
    await withPage({ scenes: [{ people: [], frames: 3 }], patient: true }, async (page) => {
      await page.goto(`${server.url}/demo/camera-v3`);
      await startV3(page);
      await waitForHint(page, "no_face");
      await longAfter(page, 14_999);
      assert.equal(await page.locator(`${dialog} .shutter`).isVisible(), false);
      await longAfter(page, 15_000);
      await page.locator(`${dialog}[data-ring=searching] .shutter`).click();
      assert.equal(await outcomeOf(page), "1280x720");
      assert.deepEqual(await remains(page), nothing);
    });
  },
);

test("a second capture loads nothing: it works with the server gone", { skip: noBrowser }, async () => {
  const own = await startService();
  await withPage({ scenes: [{ ...right, frames: 3 }] }, async (page) => {
    await page.goto(`${own.url}/demo/camera-v3`);
    await startV3(page);
    assert.match(await outcomeOf(page), /^\d+x\d+$/);
    await own.stop();
    await page.evaluate(() => {
      delete window.kept.outcome;
    });
    await startV3(page);
    assert.match(await outcomeOf(page), /^\d+x\d+$/);
    assert.equal(await page.evaluate(() => window.kept.hints.at(-1)), "hold_still");
  });
});
