import assert from "node:assert/strict";
import { test } from "node:test";
import { noBrowser } from "../testing/browser/browser.ts";
import { dialog, startV3, withPage } from "../testing/camera/camera-page.ts";
import { sharedService } from "../testing/service.ts";

const server = await sharedService();

/** Runs in the page: the browser's default camera is infrared; "back" and "web" have color. */
function twoKindsOfCameras(): void {
  const opened: string[] = [];
  Object.assign(window, { opened });
  const cameras = ["infrared", "back", "web"].map((deviceId) => ({
    kind: "videoinput",
    deviceId,
    label: `The ${deviceId} camera`,
  }));
  navigator.mediaDevices.enumerateDevices = () => Promise.resolve(cameras as MediaDeviceInfo[]);
  navigator.mediaDevices.getUserMedia = (wishes) => {
    const { deviceId } = (wishes?.video ?? {}) as { deviceId?: { exact: string } };
    const id = deviceId?.exact ?? "infrared";
    opened.push(id);
    const canvas = Object.assign(document.createElement("canvas"), { width: 640, height: 480 });
    const context = canvas.getContext("2d") as CanvasRenderingContext2D;
    const paint = () => {
      context.fillStyle = id === "infrared" ? "#8a8a8a" : "#c08060";
      context.fillRect(0, 0, 640, 480);
    };
    paint();
    const stream = canvas.captureStream();
    const painting = setInterval(paint, 50);
    const [track] = stream.getVideoTracks() as [MediaStreamTrack];
    const settings = track.getSettings.bind(track);
    track.getSettings = () => ({ ...settings(), deviceId: id });
    const stop = track.stop.bind(track);
    track.stop = () => {
      clearInterval(painting);
      opened.push(`${id} closed`);
      stop();
    };
    return Promise.resolve(stream);
  };
}

test("a camera that sees no colors gives way to another, which does not face away", { skip: noBrowser }, async () => {
  await withPage({ before: twoKindsOfCameras }, async (page) => {
    await page.goto(`${server.url}/demo/camera-v3`);
    await startV3(page);
    const opened = () => page.evaluate(() => (window as unknown as { opened: string[] }).opened);
    await page.waitForFunction(() => (window as unknown as { opened: string[] }).opened.includes("web"));
    await page.locator(`${dialog}[data-ring=searching]`).waitFor();
    assert.deepEqual(await opened(), ["infrared", "infrared closed", "web"]);
  });
});
