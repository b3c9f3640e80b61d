import assert from "node:assert/strict";
import { test } from "node:test";
import { createSSRApp, h } from "vue";
import { renderToString } from "vue/server-renderer";
import { SelfsameCamera } from "./selfsame-camera.ts";
import { useSelfsameCamera } from "./use-selfsame-camera.ts";

const from = "https://faces.example.com";

test("on a server the camera is an empty element, and loads nothing", async () => {
  const camera = h(SelfsameCamera, { from, onCapture: () => assert.fail() });
  assert.equal(await renderToString(createSSRApp(() => camera)), '<div style="height:min(80vh, 560px);"></div>');
});

test("a class takes the place of its own height; what is the camera's is no attribute of the element", async () => {
  const camera = h(SelfsameCamera, { from, class: "tall", id: "camera", language: "fr", challange: true });
  assert.equal(await renderToString(createSSRApp(() => camera)), '<div class="tall" id="camera" style=""></div>');
});

test("before its component is in a page, the composable's camera never opens", async () => {
  let captured: unknown;
  const setup = () => {
    const { capture, stop } = useSelfsameCamera(from);
    stop();
    captured = capture();
    return () => null;
  };
  await renderToString(createSSRApp({ setup }));
  assert.equal(await captured, null);
});
