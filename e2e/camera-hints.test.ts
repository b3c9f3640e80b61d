import assert from "node:assert/strict";
import { test } from "node:test";
import { noBrowser } from "../testing/browser/browser.ts";
import { dialog, nothing, outcomeOf, remains, startV3, waitForHint, withPage } from "../testing/camera/camera-page.ts";
import type { Hint } from "../packages/camera/src/guide/guidance.ts";
import { en } from "../packages/camera/src/texts/en.ts";
import { ana, eva, mia, type Scene } from "../testing/camera/fake-stream.ts";
import { sharedService } from "../testing/service.ts";

/** A face that is right in a view of 1280 x 720. */
const right = { person: ana, faceHeight: 260 } as const;

const scenes: readonly (readonly [string, Omit<Scene, "frames">, Hint])[] = [
  ["nobody", { people: [] }, "no_face"],
  [
    "two people",
    {
      people: [
        { ...right, right: -220 },
        { person: eva, faceHeight: 260, right: 240 },
      ],
    },
    "several_faces",
  ],
  ["someone far away", { people: [{ ...right, faceHeight: 140 }] }, "too_far"],
  ["someone too close", { people: [{ ...right, faceHeight: 480 }] }, "too_close"],
  ["someone at the frame's right, which is the mirror's left", { people: [{ ...right, right: 180 }] }, "move_right"],
  ["someone at the frame's left", { people: [{ ...right, right: -180 }] }, "move_left"],
  ["someone too low", { people: [{ ...right, down: 130 }] }, "move_up"],
  ["someone too high", { people: [{ ...right, down: -130 }] }, "move_down"],
  ["someone who looks away", { people: [{ person: mia, faceHeight: 260 }] }, "turned"],
  ["someone with a tilted head", { people: [{ ...right, turnedDegrees: 30 }] }, "tilted"],
  ["someone with closed eyes", { people: [{ ...right, eyesClosed: true }] }, "eyes_closed"],
  ["someone in the dark", { people: [right], light: 0.25 }, "too_dark"],
  ["someone in glaring light", { people: [right], light: 4 }, "too_bright"],
  ["someone out of focus", { people: [right], blur: 9 }, "blurred"],
];

const server = await sharedService();

for (const [who, scene, hint] of scenes) {
  test(`the camera that sees ${who} says ${hint}, and takes no photo`, { skip: noBrowser }, async () => {
    await withPage({ scenes: [{ ...scene, frames: 3 }] }, async (page) => {
      await page.goto(`${server.url}/demo/camera-v3`);
      await startV3(page);
      await waitForHint(page, hint);
      assert.deepEqual(await page.evaluate(() => window.kept.hints), [hint]);
      assert.equal(await page.locator(`${dialog} [role=status]`).textContent(), en[hint]);
      await page.keyboard.press("Escape");
      assert.equal(await outcomeOf(page), "cancelled");
      assert.deepEqual(await remains(page), nothing);
    });
  });
}
