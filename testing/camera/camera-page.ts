import { rm } from "node:fs/promises";
import { dirname } from "node:path";
import { isDeepStrictEqual } from "node:util";
import assert from "node:assert/strict";
import { after } from "node:test";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
// These declare what the scripts put on the window, for the tests as well.
import type { VerifyCamera } from "../../packages/camera/camera.d.ts";
import type { CaptureOptions, VerifyCameraV3 } from "../../packages/camera/camera-v3.d.ts";
import { fakeCamera, openBrowser, shortLived } from "../browser/browser.ts";
import { fakeStream, type Scene, writeFilm } from "./fake-stream.ts";

export interface Setting {
  /** What the camera sees, in a loop. Without it, and without `args`, Chromium's test picture. */
  readonly scenes?: readonly Scene[];
  readonly frame?: { readonly width: number; readonly height: number };
  /** Arguments of Chromium, in place of those for a camera that is allowed. */
  readonly args?: readonly string[];
  readonly context?: BrowserContextOptions;
  /** Thirty frames a second and a view that moves, as people have it: to paint that takes half of a test's processor time. Else ten, and it does not. */
  readonly lifelike?: boolean;
  /** Run in the page before its own scripts. */
  readonly before?: () => void;
  /** Uncaught errors of the page. None, unless said. */
  readonly errors?: readonly string[];
}

/** What is waited for comes; on a busy machine not soon. */
export const patienceMs = 180_000;

type PageSetting = Pick<Setting, "context" | "lifelike" | "before" | "errors">;

interface Opened {
  readonly browser: Browser;
  /** The file that its camera shows. Its folder is removed with the browser. */
  readonly film: string | undefined;
  /** What is on it. */
  scenes: Setting["scenes"];
}

/** One for each kind of camera that the tests of a file ask for. */
const opened = new Map<string, Opened>();
after(async () => {
  for (const { browser, film } of opened.values()) {
    await browser.close();
    if (film !== undefined) await rm(dirname(film), { recursive: true });
  }
});

/** Scenes are no argument of the browser, the file that they are on is: others take their place. */
async function sharedBrowser(setting: Setting): Promise<Browser> {
  const { scenes, frame, args } = setting;
  const key = JSON.stringify([scenes !== undefined, frame, args]);
  const one = opened.get(key) ?? (await open(setting));
  opened.set(key, one);
  if (scenes && one.film !== undefined && !isDeepStrictEqual(scenes, one.scenes)) {
    await writeFilm(one.film, scenes, frame);
    one.scenes = scenes;
  }
  return one.browser;
}

async function open({ scenes, frame, args }: Setting): Promise<Opened> {
  const film = scenes && (await fakeStream(scenes, frame));
  return { browser: await openBrowser([...(args ?? fakeCamera(film)), shortLived]), film, scenes };
}

/** A page of a person of its own; what it sees is an argument of the browser, which the tests of a file share. */
export async function withPage(setting: Setting, use: (page: Page) => Promise<void>): Promise<void> {
  await withPageIn(await sharedBrowser(setting), setting, use);
}

/** The same in a browser that is open: for a file whose tests show one film. */
export async function withPageIn(
  browser: Browser,
  { context: options, lifelike = false, before, errors: expected = [] }: PageSetting,
  use: (page: Page) => Promise<void>,
): Promise<void> {
  const viewport = { width: 1280, height: 720 };
  const reducedMotion = lifelike ? "no-preference" : "reduce";
  const context = await browser.newContext({ viewport, reducedMotion, ...options });
  try {
    context.setDefaultTimeout(patienceMs);
    const page = await context.newPage();
    await page.addInitScript(rememberTracks, lifelike ? 30 : 10);
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

function rememberTracks(framesPerSecond: number): void {
  window.kept = { tracks: [], hints: [], events: [] };
  if (!("mediaDevices" in navigator)) return;
  const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  navigator.mediaDevices.getUserMedia = async (constraints) => {
    const video = { ...(constraints?.video as MediaTrackConstraints), frameRate: { max: framesPerSecond } };
    const stream = await ask({ ...constraints, video });
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
