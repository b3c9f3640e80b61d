/**
 * `@selfsame/react-native` over the real hosted page: the component in a page of its own, with testing/react-native-phone.ts in place of React
 * Native.
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test, type TestContext } from "node:test";
import type { Page } from "playwright-core";
import { build } from "vite";
import type { SessionEnd, SessionProblem } from "../packages/react-native/src/index.ts";
import { until } from "../packages/platform/testing/until.ts";
import { noBrowser } from "../testing/browser/browser.ts";
import { sharedBrowser } from "../testing/browser/shared-browser.ts";
import type { Phone } from "../testing/react-native-phone.ts";
import {
  choose,
  openPerson,
  phone as phoneScreen,
  press,
  reached,
  startSessionServer,
} from "../testing/session-page.ts";

interface AppWindow {
  readonly phone: Phone;
  readonly ends: SessionEnd[];
  readonly problems: SessionProblem[];
  show(url: string | null): void;
}

const root = join(import.meta.dirname, "..");
const entry = "\0app";
const program = `import { createElement } from "react";
import { createRoot } from "react-dom/client";
import { SelfsameSession } from ${JSON.stringify(join(root, "packages/react-native/src/index.ts"))};
import { phone } from ${JSON.stringify(join(root, "testing/react-native-phone.ts"))};
const shown = createRoot(document.body);
const ends = [];
const problems = [];
const show = (url) => shown.render(url && createElement(SelfsameSession, { url, onEnd: (end) => ends.push(end), onProblem: (one) => problems.push(one) }));
Object.assign(window, { phone, ends, problems, show });`;

const service = await startSessionServer();
after(() => service.stop());
let code = "";
before(async () => {
  if (!noBrowser) code = await bundle();
});

async function bundle(): Promise<string> {
  const double = join(root, "testing/react-native-phone.ts");
  const result = await build({
    root: join(root, "packages/react-native"),
    configFile: false,
    logLevel: "warn",
    define: { "process.env.NODE_ENV": JSON.stringify("development") },
    resolve: { alias: { "react-native-webview": double, "react-native": double } },
    plugins: [
      {
        name: "entry",
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) => (id === entry ? program : undefined),
      },
    ],
    build: { write: false, minify: false, rolldownOptions: { input: entry, output: { format: "iife" } } },
  });
  const [output] = Array.isArray(result) ? result : [result];
  assert.ok(output && "output" in output);
  return output.output[0].code;
}

/** The app, and its web view: a page that asks the app about each navigation and sends it messages. */
async function startApp(t: TestContext) {
  const { page: webView, complaints } = await openPerson(await sharedBrowser(), phoneScreen);
  const context = webView.context();
  const page = await context.newPage();
  t.after(async () => {
    await context.close();
    assert.deepEqual(complaints, []);
  });
  const inApp = <Result>(run: (app: AppWindow) => Result) => page.evaluate<Result>(`(${String(run)})(window)`);
  await webView.exposeBinding("toApp", async (source, data: string) => {
    const message = JSON.stringify({ data, url: source.page.url() });
    await page.evaluate(`phone.webView.onMessage({ nativeEvent: ${message} })`);
  });
  await webView.addInitScript("window.ReactNativeWebView = { postMessage: (text) => toApp(text) };");
  await webView.route("**", async (route, request) => {
    if (!request.isNavigationRequest()) return route.continue();
    const asked = JSON.stringify({ url: request.url() });
    const mayLoad = await page.evaluate(`phone.webView.onShouldStartLoadWithRequest(${asked})`);
    return mayLoad ? route.continue() : route.abort("aborted");
  });
  await page.setContent("<!doctype html><title>App</title><body></body>");
  await page.addScriptTag({ content: code });
  const show = async (url: string) => {
    await page.evaluate(`show(${JSON.stringify(url)})`);
    await until(async () => (await inApp(({ phone }) => phone.asked.length)) > 0);
    assert.equal(await inApp(({ phone }) => phone.shown), 0, "nothing is shown before the permission is asked");
    await page.evaluate(`phone.answer("granted")`);
    await until(async () => (await inApp(({ phone }) => phone.shown)) > 0);
    await webView.goto(await inApp(({ phone }) => phone.webView?.source.uri ?? ""));
  };
  return { app: page, webView, inApp, show };
}

const heardBy = (app: Page) => app.evaluate("ends") as Promise<SessionEnd[]>;

test("the app hears of the end once, from the session's page alone", { skip: noBrowser }, async (t) => {
  const { id, url } = await service.create({ attempts: 1 });
  const { app, webView, inApp, show } = await startApp(t);
  await show(url);
  assert.deepEqual(await inApp(({ phone }) => phone.asked), ["android.permission.CAMERA"]);
  await reached(webView, "welcome");
  // A script of another page, or a message of another kind.
  const forged = JSON.stringify({ selfsame: "end", session: id, status: "done" });
  const from = (address: string) => JSON.stringify({ data: forged, url: address });
  await app.evaluate(`phone.webView.onMessage({ nativeEvent: ${from("https://evil.test/verify")} })`);
  await webView.evaluate(`ReactNativeWebView.postMessage("not JSON")`);
  assert.deepEqual(await heardBy(app), []);
  await press(webView, "Agree and continue");
  await choose(webView, "no_match");
  await until(async () => (await heardBy(app)).length > 0);
  await webView.reload();
  await reached(webView, "not_confirmed");
  assert.deepEqual(await heardBy(app), [{ session: id, status: "done" }]);
});

test(
  "the way back and other links are the system's, a wallet's too; a script leads nowhere",
  { skip: noBrowser },
  async (t) => {
    const { url } = await service.create({ return_url: undefined });
    const { app, webView, inApp, show } = await startApp(t);
    await show(url);
    await reached(webView, "welcome");
    await press(webView, "Not now");
    await reached(webView, "declined");
    assert.equal(await inApp(({ ends }) => ends[0]?.status), "declined");
    const asked = (link: string) =>
      app.evaluate(`phone.webView.onShouldStartLoadWithRequest(${JSON.stringify({ url: link })})`);
    for (const link of ["openid4vp://?x", "haip-vp://?x", "https://shop.example.com/welcome", "javascript:alert(1)"])
      assert.equal(await asked(link), false, link);
    assert.deepEqual(await inApp(({ phone }) => phone.opened), [
      "openid4vp://?x",
      "haip-vp://?x",
      "https://shop.example.com/welcome",
    ]);
    await until(async () => (await inApp(({ problems }) => problems.length)) > 0);
    assert.deepEqual(await inApp(({ problems }) => problems), [{ name: "not_opened", detail: "haip-vp: links" }]);
  },
);
