import assert from "node:assert/strict";
import { test } from "node:test";
import { type AppWindow, postToApp } from "./app-bridge.ts";

function listening() {
  const heard: unknown[] = [];
  const channel = (name: string) => ({ postMessage: (message: unknown) => void heard.push([name, message]) });
  const app: AppWindow = {
    ReactNativeWebView: channel("react"),
    selfsame: channel("android"),
    flutter_inappwebview: { callHandler: (name, message) => heard.push(["flutter", name, message]) },
    webkit: { messageHandlers: { selfsame: channel("webkit") } },
  };
  return { heard, app };
}

test("each app hears of an end in its own way: the session's id and the status, nothing else", () => {
  const { heard, app } = listening();
  const message = { selfsame: "end", session: "vs_1", status: "done" };
  postToApp(app, "not_confirmed", "vs_1");
  assert.deepEqual(heard, [
    ["react", JSON.stringify(message)],
    ["android", JSON.stringify(message)],
    ["flutter", "selfsame", message],
    ["webkit", message],
  ]);
});

test("a verdict is not told: confirmed and not confirmed are the same message", () => {
  const [one, other] = [listening(), listening()];
  postToApp(one.app, "done", "vs_1");
  postToApp(other.app, "not_confirmed", "vs_1");
  assert.deepEqual(one.heard, other.heard);
});

test("an app learns that a reviewer has to decide first", () => {
  const { heard, app } = listening();
  postToApp(app, "in_review", "vs_1");
  assert.deepEqual(heard.at(-1), ["webkit", { selfsame: "end", session: "vs_1", status: "done", in_review: true }]);
});

test("steps on the way are no end; a browser has no way, and an app that fails stops nothing", (t) => {
  const { heard, app } = listening();
  for (const state of ["welcome", "capturing", "denied", "offline", "try_again"] as const)
    postToApp(app, state, "vs_1");
  assert.deepEqual(heard, []);
  postToApp({}, "done", "vs_1");
  const warn = t.mock.method(console, "warn", () => {});
  const broken = { postMessage: () => assert.fail("broken") };
  postToApp({ ...app, ReactNativeWebView: broken }, "wrong_link", undefined);
  assert.equal(warn.mock.callCount(), 1);
  assert.deepEqual(heard.at(-1), ["webkit", { selfsame: "end", session: null, status: "wrong_link" }]);
});
