import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import assert from "node:assert/strict";
import { after } from "node:test";
import type { BrowserContextOptions, Page } from "playwright-core";
// These imports also declare what the scripts add to the window, for the tests as well.
import type { VerifyCamera } from "../../packages/camera/camera.d.ts";
import type { CaptureOptions, VerifyCameraV3 } from "../../packages/camera/camera-v3.d.ts";
import { fakeCamera } from "../browser/browser.ts";
import { sharedBrowser } from "../browser/shared-browser.ts";
import { type Scene, stillOf, writeFilm } from "./fake-stream.ts";

export interface Setting {
  /** What the camera shows, in a loop. Without it and without `args`: Chromium's test picture. */
  readonly scenes?: readonly Scene[];
  readonly frame?: { readonly width: number; readonly height: number };
  /** Arguments of Chromium, instead of those for a permitted camera. */
  readonly args?: readonly string[];
  readonly context?: BrowserContextOptions;
  /**
   * Thirty frames a second and an animated view, as users have it; painting them takes half of a test's processor time. Otherwise five frames and no
   * animation.
   */
  readonly lifelike?: boolean;
  /** Runs in the page before the page's own scripts. */
  readonly before?: () => void;
  /** Holds timers of eight seconds and more until the test calls `longAfter`. */
  readonly patient?: boolean;
  /** Expected uncaught errors of the page; none by default. */
  readonly errors?: readonly string[];
}

/** Timeout of waits. Long, because a busy machine is slow. */
export const patienceMs = 180_000;

/** Playwright by default polls at every frame, which makes the page draw a frame for each poll. */
const patiently = { timeout: patienceMs, polling: 50 };

let folder: Promise<string> | undefined;
after(async () => {
  if (folder) await rm(await folder, { recursive: true });
});

/** Cached, because drawing a still takes a quarter of a second. */
const stills = new Map<string, Promise<Buffer>>();

/** The browser's argument is a file, not scenes, so one browser can show several: the file's content is replaced. */
async function filmOf(scenes: readonly Scene[], { frame, lifelike }: Setting): Promise<string> {
  folder ??= mkdtemp(join(tmpdir(), "selfsame-stream-"));
  const path = join(await folder, `${frame?.width ?? "camera"}.${lifelike ? "mjpeg" : "y4m"}`);
  const [scene, next] = scenes;
  if (lifelike) await writeFilm(path, scenes, frame);
  else if (scene && !next) {
    const key = JSON.stringify([scene, frame]);
    const still = stills.get(key) ?? stillOf(scene, frame);
    stills.set(key, still);
    await writeFile(path, await still);
  } else throw new Error("what changes is lifelike");
  return path;
}

/** A page in a separate context, in a browser that is shared by all tests with the same kind of camera. */
export async function withPage(setting: Setting, use: (page: Page) => Promise<void>): Promise<void> {
  const { scenes, context: options, lifelike = false, before, patient, errors: expected = [] } = setting;
  const args = setting.args ?? fakeCamera(scenes && (await filmOf(scenes, setting)));
  const browser = await sharedBrowser(args);
  const viewport = { width: 1280, height: 720 };
  const reducedMotion = lifelike ? "no-preference" : "reduce";
  const context = await browser.newContext({ viewport, reducedMotion, ...options });
  try {
    context.setDefaultTimeout(patienceMs);
    const page = await context.newPage();
    await page.addInitScript(rememberTracks, lifelike ? 30 : 5);
    if (before) await page.addInitScript(before);
    if (patient) await page.addInitScript(holdLongWaits);
    const errors: string[] = [];
    page.on("pageerror", ({ message }) => errors.push(message));
    await use(page);
    assert.deepEqual(errors, expected);
  } finally {
    await context.close();
  }
}

/** What the tests record on the page. */
interface PageRecord {
  tracks: MediaStreamTrack[];
  hints: string[];
  events: string[];
  /** The result of a capture: its photo's size, "cancelled", or the name of its error. */
  outcome?: string;
}

declare global {
  interface Window {
    kept: PageRecord;
    longAfter: (ms: number) => void;
  }
}

/** Runs in the page, whose clock continues, so that checks of frames' times see no gap. */
function holdLongWaits(): void {
  const held = new Map<number, { readonly run: () => void; readonly ms: number }>();
  const [wait, forget] = [window.setTimeout.bind(window), window.clearTimeout.bind(window)];
  let last = 0;
  window.setTimeout = ((run: () => void, ms = 0) => {
    if (ms < 8000) return wait(run, ms);
    held.set(--last, { run, ms });
    return last;
  }) as typeof window.setTimeout;
  window.clearTimeout = (id) => {
    if (!held.delete(Number(id))) forget(id);
  };
  window.longAfter = (passedMs) => {
    for (const [id, { run, ms }] of held) {
      if (ms <= passedMs && held.delete(id)) run();
    }
  };
}

/** On a `patient` page: runs now the timers that are due within that time. */
export async function longAfter(page: Page, ms: number): Promise<void> {
  await page.evaluate((ms) => window.longAfter(ms), ms);
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

/** Starts VerifyCameraV3 on the page, and records its results there. */
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

/** Waits until the capture has ended, with any result. */
export async function outcomeOf(page: Page): Promise<string> {
  const outcome = await page.waitForFunction(() => window.kept.outcome, undefined, patiently);
  return String(await outcome.jsonValue());
}

/** Counts what remains of the camera: live tracks and views. Waits until its worker has ended. */
export async function remains(page: Page): Promise<{ live: number; views: number }> {
  const onPage = await page.evaluate(() => ({
    live: window.kept.tracks.filter(({ readyState }) => readyState === "live").length,
    views: document.querySelectorAll("[data-selfsame]").length,
  }));
  // The browser reports a worker's end with a delay.
  while (page.workers().length > 0) await page.workers()[0]?.waitForEvent("close");
  return onPage;
}

export const nothing = { live: 0, views: 0 } as const;

/** The view's dialog; Playwright's selectors reach into open shadow roots. */
export const dialog = "[data-selfsame=camera] dialog";

export async function waitForHint(page: Page, hint: string): Promise<void> {
  await page.waitForFunction((hint) => window.kept.hints.includes(hint), hint, patiently);
}

/** Exports of /camera.mjs and /camera-v3.mjs. */
export interface Modules {
  readonly VerifyCamera: typeof VerifyCamera;
  readonly VerifyCameraV3: typeof VerifyCameraV3;
}
