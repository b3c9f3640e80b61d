import { rm } from "node:fs/promises";
import { dirname } from "node:path";
import assert from "node:assert/strict";
import { after } from "node:test";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
// These declare what the scripts put on the window, for the tests as well.
import type { VerifyCamera } from "../../packages/camera/camera.d.ts";
import type { CaptureOptions, VerifyCameraV3 } from "../../packages/camera/camera-v3.d.ts";
import { fakeCamera, openBrowser } from "../browser/browser.ts";
import { fakeStream, type Scene } from "./fake-stream.ts";

export interface Setting {
  /** What the camera sees, in a loop. Without it, and without `args`, Chromium's test picture. */
  readonly scenes?: readonly Scene[];
  readonly frame?: { readonly width: number; readonly height: number };
  /** Arguments of Chromium, in place of those for a camera that is allowed. */
  readonly args?: readonly string[];
  readonly context?: BrowserContextOptions;
  /** Run in the page before its own scripts. */
  readonly before?: () => void;
  /** Uncaught errors of the page. None, unless said. */
  readonly errors?: readonly string[];
}

/** What is waited for comes; on a busy machine not soon. */
export const patienceMs = 180_000;

interface Opened {
  readonly key: string;
  readonly browser: Promise<Browser>;
  /** Its folder is removed with the browser. */
  readonly film: Promise<string> | undefined;
}

/** One for each camera that the tests of a file ask for, the last that was asked for at the end. */
const opened: Opened[] = [];
/** Most files have somebody before the camera, and nobody. */
const openMax = 3;
after(async () => {
  for (const one of opened) await close(one);
});

/** The film is an argument of the browser: each has one of its own, and both are made once. */
async function sharedBrowser({ scenes, frame, args }: Setting): Promise<Browser> {
  const key = JSON.stringify([scenes, frame, args]);
  const at = opened.findIndex((one) => one.key === key);
  const film = scenes && at < 0 ? fakeStream(scenes, frame) : undefined;
  const open = async () => openBrowser(args ?? fakeCamera(await film));
  const one = opened.splice(at, at < 0 ? 0 : 1)[0] ?? { key, film, browser: open() };
  opened.push(one);
  if (opened.length > openMax) await close(opened.shift() as Opened);
  return one.browser;
}

async function close({ browser, film }: Opened): Promise<void> {
  await (await browser).close();
  if (film !== undefined) await rm(dirname(await film), { recursive: true });
}

/** A page of a person of its own; what it sees is an argument of the browser, which the tests of a file share. */
export async function withPage(setting: Setting, use: (page: Page) => Promise<void>): Promise<void> {
  await withPageIn(await sharedBrowser(setting), setting, use);
}

/** The same in a browser that is open: for a file whose tests show one film. */
export async function withPageIn(
  browser: Browser,
  { context: options, before, errors: expected = [] }: Pick<Setting, "context" | "before" | "errors">,
  use: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 }, ...options });
  try {
    context.setDefaultTimeout(patienceMs);
    const page = await context.newPage();
    await page.addInitScript(rememberTracks);
    if (before) await page.addInitScript(before);
    const errors: string[] = [];
    page.on("pageerror", ({ message }) => errors.push(message));
    await use(page);
    assert.deepEqual(errors, expected);
  } finally {
    await context.close();
  }
}

/** What the tests keep on the page. */
export interface Kept {
  tracks: MediaStreamTrack[];
  hints: string[];
  events: string[];
  /** What a capture came to: its photo's size, "cancelled", or the name of its error. */
  outcome?: string;
}

declare global {
  interface Window {
    kept: Kept;
  }
}

function rememberTracks(): void {
  window.kept = { tracks: [], hints: [], events: [] };
  if (!("mediaDevices" in navigator)) return;
  const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  navigator.mediaDevices.getUserMedia = async (constraints) => {
    const stream = await ask(constraints);
    window.kept.tracks.push(...stream.getTracks());
    return stream;
  };
}

/** Starts VerifyCameraV3 on the page; what comes is kept there. */
export async function startV3(page: Page, options: Omit<CaptureOptions, "container" | "onHint"> = {}): Promise<void> {
  await page.evaluate((options) => {
    const { kept, VerifyCameraV3 } = window;
    const camera = new VerifyCameraV3({ ...options, onHint: (hint) => kept.hints.push(hint) });
    for (const type of ["open", "hint", "capture", "cancel", "error", "close"]) {
      camera.addEventListener(type, () => kept.events.push(type));
    }
    Object.assign(window, { camera });
    void (async () => {
      try {
        const capture = await camera.start();
        Object.assign(window, { capture });
        kept.outcome = capture ? `${capture.width}x${capture.height}` : "cancelled";
      } catch (error) {
        kept.outcome = (error as Error).name;
      }
    })();
  }, options);
}

/** Waits until the capture has ended, however it did. */
export async function outcomeOf(page: Page): Promise<string> {
  const outcome = await page.waitForFunction(() => window.kept.outcome, undefined, { timeout: patienceMs });
  return String(await outcome.jsonValue());
}

/** What of the camera is left: its light, its view. Waits until its worker is gone. */
export async function remains(page: Page): Promise<{ live: number; views: number }> {
  const onPage = await page.evaluate(() => ({
    live: window.kept.tracks.filter(({ readyState }) => readyState === "live").length,
    views: document.querySelectorAll("[data-selfsame]").length,
  }));
  // The browser tells of a worker's end a little later.
  while (page.workers().length > 0) await page.workers()[0]?.waitForEvent("close");
  return onPage;
}

export const nothing = { live: 0, views: 0 } as const;

/** The view's dialog; Playwright sees into open shadow roots. */
export const dialog = "[data-selfsame=camera] dialog";

export async function waitForHint(page: Page, hint: string): Promise<void> {
  await page.waitForFunction((hint) => window.kept.hints.includes(hint), hint, { timeout: patienceMs });
}

/** What /camera.mjs and /camera-v3.mjs export. */
export interface Modules {
  readonly VerifyCamera: typeof VerifyCamera;
  readonly VerifyCameraV3: typeof VerifyCameraV3;
}
