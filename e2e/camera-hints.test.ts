import assert from "node:assert/strict";
import { test } from "node:test";
import { noBrowser } from "../testing/browser/browser.ts";
import { dialog, nothing, outcomeOf, remains, startV3, waitForHint, withPage } from "../testing/camera/camera-page.ts";
import type { Hint } from "../packages/camera/src/guide/guidance.ts";
import { camera as en } from "@selfsame/texts/languages/en";
import { ana, type Scene } from "../testing/camera/fake-stream.ts";
import { sharedService } from "../testing/service.ts";

/** A face of the right size and position in a view of 1280 x 720. */
const right = { person: ana, faceHeight: 260 } as const;

/** A scene for the first hint of each model; camera-sight.test.ts tests other scenes without a browser. */
const scenes: readonly (readonly [string, Omit<Scene, "frames">, Hint])[] = [
  ["nobody", { people: [] }, "no_face"],
  ["someone at the frame's right, which is the mirror's left", { people: [{ ...right, right: 180 }] }, "move_right"],
  ["someone with closed eyes", { people: [{ ...right, eyesClosed: true }] }, "eyes_closed"],
  ["someone with a mask", { people: [{ ...right, cover: "mask" }] }, "mouth_covered"],
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
