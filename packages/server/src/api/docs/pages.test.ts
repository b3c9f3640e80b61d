import assert from "node:assert/strict";
import { globSync } from "node:fs";
import { join } from "node:path";
import { before, test, type TestContext } from "node:test";
import type { Browser } from "playwright-core";
import { violations } from "../../../../../testing/browser/axe.ts";
import { noBrowser } from "../../../../../testing/browser/browser.ts";
import { sharedBrowser } from "../../../../../testing/browser/shared-browser.ts";
import { scriptedComparison, scriptedEngine } from "@selfsame/photo/testing/engine/scripted-engine";
import { startService } from "../../../testing/service/service.ts";

const guidePages = globSync("**/*.html", { cwd: join(import.meta.dirname, "../../../../site/dist/docs/guide") }).map(
  (name) => name.replace(/\.html$/, ""),
);

let browser: Browser;
before(async () => {
  if (!noBrowser) browser = await sharedBrowser();
});

const scripted = { engine: scriptedEngine(), comparison: scriptedComparison };

/**
 * Opens a page of this service in a browser page of its own. @returns it, and `isWhole`, which asserts that it requested no other host, logged no
 * error and fits the window
 */
async function open(t: TestContext, path: string) {
  const { url, apiKey } = await startService(t, scripted);
  const page = await browser.newPage();
  t.after(() => page.close());
  const elsewhere: string[] = [];
  const problems: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(`${url}/`) && !/^(?:data|blob):/.test(request.url())) elsewhere.push(request.url());
  });
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  page.on("pageerror", (error) => problems.push(error.message));
  await page.goto(url + path, { waitUntil: "networkidle" });
  const isWhole = async () => {
    assert.deepEqual(elsewhere, []);
    assert.deepEqual(problems, []);
    const overflowPx = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
    assert.equal(overflowPx, 0);
  };
  return { url, apiKey, page, isWhole };
}

test("a page of the guide shows itself without another host, and keeps its policy", { skip: noBrowser }, async (t) => {
  const { page, isWhole } = await open(t, "/docs/guide/concepts");
  await page.getByText("What a score does not mean").first().waitFor();
  await isWhole();
});

test(
  "a language that was chosen in one block is shown in all, and on the next page",
  { skip: noBrowser },
  async (t) => {
    const { url, page, isWhole } = await open(t, "/docs/guide/guides/backend");
    const shown = () =>
      page.evaluate(
        `[...document.querySelectorAll(".tabs")].map((set) => set.querySelector(":checked + label").textContent)`,
      );
    await page.locator(".tabs label", { hasText: /^Go$/ }).first().click();
    const first = (await shown()) as readonly string[];
    assert.ok(first.length > 0 && first.every((language) => language === "Go"), first.join());
    await page.goto(`${url}/docs/guide/guides/batches`);
    assert.ok(((await shown()) as readonly string[]).includes("Go"));
    await isWhole();
  },
);

test(
  "so does the reference, whose samples name the address it was loaded from; a person sends a request from it",
  { skip: noBrowser },
  async (t) => {
    const { url, apiKey, page, isWhole } = await open(t, "/docs");
    await page.getByText("Compare two photos").first().waitFor();
    await page.getByText(`curl ${url}/api/v3/verify`).first().waitFor();
    assert.equal(await page.getByText("127.0.0.1:3000").count(), 0);
    await isWhole();
    await page.getByPlaceholder("Token").first().fill(apiKey);
    await page.getByText("Test Request").first().click();
    const answered = page.waitForResponse(`${url}/api/v3/verify`);
    await page.getByRole("button", { name: "Send" }).first().click();
    // The key was accepted; the form without photos was rejected.
    assert.ok([400, 415].includes((await answered).status()));
  },
);

/**
 * Pages that together have every part of the guide: tables, diagrams, code in several languages, notes. guide.test.ts checks the text of each page.
 */
const ofEveryPart = ["architecture/verify", "concepts", "errors", "guides/sign-up", "guides/webhooks", "sessions"];

test("axe finds nothing on the guide, light on a phone or dark on a laptop", { skip: noBrowser }, async (t) => {
  const { url } = await startService(t, scripted);
  // axe must bypass the policy, which blocks every script.
  const context = await browser.newContext({ bypassCSP: true });
  t.after(() => context.close());
  const page = await context.newPage();
  for (const name of ofEveryPart) {
    await page.goto(`${url}/docs/guide/${name}`);
    // On the same page: the first run of axe takes several times as long as the next.
    for (const [colorScheme, width] of [
      ["light", 390],
      ["dark", 1360],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      const where = `${name}, ${colorScheme}, ${width} pixels wide`;
      assert.deepEqual(await violations(page), [], where);
    }
  }
});

test("no page of the guide is wider than its window, on a phone or a laptop", { skip: noBrowser }, async (t) => {
  const { url } = await startService(t, scripted);
  const page = await browser.newPage();
  t.after(() => page.close());
  // Decisions and the changelog are long, and consist of the same parts as the others.
  for (const name of guidePages.filter((name) => !/^(?:decisions\/|changelog)/.test(name))) {
    await page.goto(`${url}/docs/guide/${name}`);
    for (const width of [390, 1360]) {
      await page.setViewportSize({ width, height: 800 });
      const where = `${name}, ${width} pixels wide`;
      assert.equal(await page.evaluate("document.documentElement.scrollWidth - innerWidth"), 0, where);
    }
  }
});

test(
  "a person searches the guide by keyboard, and copies a command with this server's address",
  { skip: noBrowser },
  async (t) => {
    const { url } = await startService(t, scripted);
    const context = await browser.newContext({ permissions: ["clipboard-read", "clipboard-write"] });
    t.after(() => context.close());
    const page = await context.newPage();
    await page.goto(`${url}/docs/guide/concepts`);
    await page.keyboard.press("/");
    await page.keyboard.type("SELFSAME_TRUSTED_PROXIES");
    await page.getByRole("link", { name: "Settings › The service" }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL(`${url}/docs/guide/settings#the-service`);

    await page.getByRole("searchbox").fill("xylophone");
    await page.getByText("Nothing found").waitFor();
    await page.keyboard.press("Escape");
    assert.equal(await page.getByText("Nothing found").count(), 0);

    await page.goto(`${url}/docs/guide/quick-start`);
    await page.locator(".code", { hasText: "api/v3/verify" }).first().getByRole("button", { name: "Copy" }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    assert.match(await page.evaluate("navigator.clipboard.readText()"), new RegExp(`curl ${url}/api/v3/verify`));
  },
);

test("code in several languages shows one, which arrow keys and a click choose", { skip: noBrowser }, async (t) => {
  const { url } = await startService(t, scripted);
  const page = await browser.newPage();
  t.after(() => page.close());
  await page.goto(`${url}/docs/guide/guides/webhooks`);
  const tabs = page.getByRole("group", { name: "Language" });
  const shown = tabs.locator("pre:visible");
  assert.match((await shown.allTextContents()).join("\n---"), /^\/\/ Receives webhooks with Express/);
  await tabs.getByRole("radio", { name: "Express" }).focus();
  await page.keyboard.press("ArrowRight");
  assert.match((await shown.allTextContents()).join("\n---"), /^\/\/ Receives webhooks with Fastify/);
  await tabs.getByText("Ruby", { exact: true }).click();
  assert.equal(await shown.count(), 1);
  assert.match((await shown.textContent()) ?? "", /require "webrick"/);
  assert.deepEqual(await violations(page), []);
});

/** What newcomers search for, and the page that answers it. */
const queries: readonly (readonly [string, string])[] = [
  ["liveness", "passive-liveness"],
  ["live challenge", "challenge"],
  ["kyc", "sessions"],
  ["selfie camera", "camera"],
  ["webhook retries", "webhooks"],
  ["express", "guides/webhooks"],
  ["next", "guides/next"],
  ["how do I install it with docker", "deploy"],
  ["gdpr", "privacy"],
  ["choose a threshold", "guides/threshold"],
  ["bulk", "batches"],
  ["sso", "single-sign-on"],
  ["429", "errors"],
  ["react", "guides/react"],
  ["my own camera page", "guides/camera"],
  ["backend only", "guides/backend"],
  ["three nodes", "guides/three-nodes"],
  ["php", "examples"],
  ["upgrade", "guides/upgrade"],
  ["iframe", "guides/embed"],
  ["hosted sign-up", "guides/sign-up"],
];

test("what a newcomer types finds its page among the first three", { skip: noBrowser }, async (t) => {
  const { url } = await startService(t, scripted);
  const page = await browser.newPage();
  t.after(() => page.close());
  await page.goto(`${url}/docs/guide/quick-start`);
  const missed: string[] = [];
  for (const [query, wanted] of queries) {
    const input = page.getByRole("searchbox");
    await input.fill("");
    await page.locator("#found").waitFor({ state: "hidden" });
    await input.fill(query);
    await page.locator("#found").waitFor();
    const hrefs = await page.locator("#found a").evaluateAll((links) => links.map((link) => link.getAttribute("href")));
    const first = hrefs.slice(0, 3).map((href) => href?.split("#")[0]);
    if (!first.includes(`/docs/guide/${wanted}`)) missed.push(`${query}: ${first.join(", ")}`);
  }
  assert.deepEqual(missed, []);
});
