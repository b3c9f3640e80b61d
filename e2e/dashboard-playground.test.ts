import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { TestContext } from "node:test";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { samplePhoto } from "../packages/photo/testing/photos/sample-photos.ts";
import { noBrowser } from "../testing/browser/browser.ts";
import { putPhoto, useDashboard, verdict } from "../testing/dashboard.ts";
import { drop } from "../testing/browser/drop.ts";
import { reference, selfie, impostor } from "../testing/photos.ts";

describe("the playground", { skip: noBrowser }, () => {
  const dashboard = useDashboard();

  async function open(t: TestContext, path: string): Promise<Page> {
    const page = await dashboard.openAsOwner(t, `playground/${path}`);
    await page.getByRole("button", { name: "Send request" }).waitFor();
    return page;
  }

  const send = (page: Page): Promise<void> => page.getByRole("button", { name: "Send request" }).click();

  test("two photos are compared: faces outlined, the score on its scale, the answer and the request in three languages", async (t) => {
    const page = await open(t, "verify");
    await drop(page, [reference, selfie]);
    await send(page);
    await verdict(page, "Same person");
    assert.equal(await page.locator(".outline.good").count(), 2);
    await page.getByRole("img", { name: /Similarity on the scale.*Threshold/ }).waitFor();
    assert.match(await page.getByRole("region", { name: "JSON" }).innerText(), /"match": true/);
    for (const [tab, text] of [
      ["curl", /curl http:\S+\/api\/v3\/verify[^]*-F selfie=@photo-1\.jpg/],
      ["Node", /openAsBlob\("photo-0\.jpg"\)/],
      ["Python", /requests\.post\(/],
    ] as const) {
      await page.getByRole("tab", { name: tab }).click();
      assert.match(await page.getByRole("region", { name: `${tab} request` }).innerText(), text);
    }
    await page.getByRole("button", { name: "Remove the selfie" }).click();
    await putPhoto(page, "Selfie", impostor);
    await send(page);
    await verdict(page, "Different people");
    assert.equal(await page.locator(".outline.plain").count(), 2);
  });

  test("version 2 compares too, shows its crop, and says when a host is not allowed", async (t) => {
    const page = await open(t, "verify?version=v2");
    await drop(page, [reference, selfie]);
    await send(page);
    await page.getByRole("img", { name: "Upright and cropped to the face" }).waitFor();
    await page.getByRole("button", { name: "Remove the selfie" }).click();
    await page.getByRole("button", { name: "Selfie: from an address" }).click();
    await page.getByLabel("Address of the photo").fill("https://photos.example.com/me.jpg");
    await page.getByRole("button", { name: "Use this address" }).click();
    await send(page);
    await verdict(page, "Domain not whitelisted");
  });

  test("spoof, optimize and analyze answer for one photo", async (t) => {
    const page = await open(t, "analyze");
    await putPhoto(page, "Photo", reference);
    await send(page);
    await page.locator(".outline").first().waitFor();
    await page.getByRole("link", { name: "Optimize" }).click();
    await putPhoto(page, "Photo", reference);
    await send(page);
    await verdict(page, "Optimized");
    await page.getByRole("link", { name: "Spoof" }).click();
    await putPhoto(page, "Photo", reference);
    await send(page);
    await page.getByRole("heading", { level: 2, name: /Looks genuine|Possible spoof/ }).waitFor();
  });

  test("a file that is no photo, and a photo without a face, are said in words", async (t) => {
    const page = await open(t, "verify");
    await putPhoto(page, "Reference photo", Buffer.from("not a photo"));
    await page.getByRole("alert").filter({ hasText: "cannot read" }).waitFor();
    const empty = await page.evaluate(async () => {
      const canvas = new OffscreenCanvas(320, 320);
      canvas.getContext("2d")?.fillRect(0, 0, 320, 320);
      const blob = await canvas.convertToBlob({ type: "image/jpeg" });
      return [...new Uint8Array(await blob.arrayBuffer())];
    });
    await putPhoto(page, "Reference photo", Buffer.from(empty));
    await putPhoto(page, "Selfie", selfie);
    await send(page);
    await page.getByRole("heading", { level: 2, name: /face/i }).waitFor();
  });

  test("an error's hint shows what is code as code, and a face at the edge keeps its number", async (t) => {
    const page = await open(t, "verify");
    await page.route("**/api/v3/verify", (route) =>
      route.fulfill({
        status: 415,
        json: { success: false, data: null, error: { message: "No photo.", hint: "Mind the @: `-F selfie=@a.jpg`." } },
      }),
    );
    await drop(page, [reference, selfie]);
    await send(page);
    await verdict(page, "No photo.");
    await page.getByText("-F selfie=@a.jpg", { exact: true }).waitFor();

    await page.getByRole("link", { name: "Analyze" }).click();
    const group = sharp(samplePhoto(3)).extract({ left: 0, top: 190, width: 1920, height: 900 });
    await putPhoto(page, "Photo", await group.jpeg().toBuffer());
    await send(page);
    await page.locator(".outline span").first().waitFor();
    const frame = await page.locator(".frame").first().boundingBox();
    for (const number of await page.locator(".outline span").all()) {
      const box = await number.boundingBox();
      assert.ok(frame && box && box.y >= frame.y, "the number is inside the photo");
    }
  });

  test("the service's own camera opens, and cancelling leaves the place free", async (t) => {
    const page = await open(t, "spoof");
    await page.getByRole("button", { name: "Photo: use the camera" }).click();
    await page.getByRole("button", { name: /cancel/i }).click();
    await page.getByRole("button", { name: "Photo: use the camera" }).waitFor();
  });
});
