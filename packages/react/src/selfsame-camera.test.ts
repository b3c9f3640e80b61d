import assert from "node:assert/strict";
import { test } from "node:test";
import { createElement, type ReactElement } from "react";
// @ts-expect-error its types are another package, for this one call
import { renderToString as render } from "react-dom/server";
import { SelfsameCamera } from "./selfsame-camera.ts";
import { useSelfsameCamera } from "./use-selfsame-camera.ts";

const renderToString = render as (element: ReactElement) => string;

test("on a server the camera is an empty element, and loads nothing", () => {
  const camera = createElement(SelfsameCamera, { from: "https://faces.example.com", onCapture: () => assert.fail() });
  assert.equal(renderToString(camera), '<div style="height:min(80vh, 560px)"></div>');
});

test("before its component is in a page, the hook's camera never opens", async () => {
  let captured: unknown;
  renderToString(
    createElement(() => {
      const { capture, stop } = useSelfsameCamera("https://faces.example.com");
      stop();
      captured = capture();
      return null;
    }),
  );
  assert.equal(await captured, null);
});
