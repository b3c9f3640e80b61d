import { jpegOf } from "../photo/photo.ts";
import type { View } from "../view/view.ts";
import { pause } from "./pause.ts";
import type { ShownLight } from "./service.ts";

/** Small pictures of a moment that a color was shown, one below the other. */
export interface Strip {
  readonly pictures: Blob;
  /** When each was taken, by this page's clock. */
  readonly atMs: readonly number[];
}

/** Large enough to find a face in, and to take the mean of its skin. */
const shorterSidePx = 96;
const quality = 0.85;
/** From when on, and how often, pictures are taken of a color. */
const firstMs = 50;
const everyMs = 95;
/** Of the dark before them the last moments: eyes and camera take a while. */
const darkMs = 200;
/** No color is shown for less, whatever a service asks for: three changes take more than two thirds of a second then (WCAG 2.3.1). */
const shortestMs = 250;
const picturesMax = 8;

/** Whether the system asks for less movement, or for colors of its own. */
export const prefersNoColors = (): boolean =>
  matchMedia("(prefers-reduced-motion: reduce), (forced-colors: active)").matches;

/**
 * Fills the screen around the oval with a color, and takes pictures while it is shown. It stays until the next one, or until hidden.
 * @param fromMs when the answer came that it was in, by this page's clock
 * @returns undefined once `spared` says that the person chose to go without
 */
export async function showColor(
  { dialog, video }: View,
  { color, ms }: ShownLight,
  fromMs: number,
  spared: () => boolean,
  signal: AbortSignal,
): Promise<Strip | undefined> {
  const isDark = /^#0+$/.test(color);
  const untilMs = fromMs + Math.max(ms, shortestMs);
  dialog.style.setProperty("--light", color);
  dialog.dataset["light"] = "";
  const { videoWidth, videoHeight } = video;
  const scale = shorterSidePx / Math.min(videoWidth, videoHeight);
  const [width, height] = [Math.round(videoWidth * scale), Math.round(videoHeight * scale)];
  const canvas = Object.assign(document.createElement("canvas"), { width, height: height * picturesMax });
  const context = canvas.getContext("2d");
  if (!context) throw new Error("no 2d canvas");
  context.imageSmoothingQuality = "high";
  const atMs: number[] = [];
  for (let nextMs = isDark ? untilMs - darkMs : fromMs + firstMs; nextMs < untilMs; nextMs += everyMs) {
    // A page that was held up goes on with the next.
    if (performance.now() > nextMs + everyMs) continue;
    await patience(nextMs, spared, signal);
    if (spared()) return undefined;
    if (atMs.length === picturesMax) break;
    context.drawImage(video, 0, height * atMs.length, width, height);
    atMs.push(performance.now());
  }
  await patience(untilMs, spared, signal);
  if (spared()) return undefined;
  const size = { width, height: height * atMs.length };
  return { pictures: await jpegOf(canvas, { x: 0, y: 0, ...size }, size, quality), atMs };
}

export function hideColors({ dialog }: View): void {
  delete dialog.dataset["light"];
}

/** Waits in small parts, so that a person who chooses to go without sees no more of it. */
async function patience(untilMs: number, spared: () => boolean, signal: AbortSignal): Promise<void> {
  for (let leftMs = untilMs - performance.now(); leftMs > 0 && !spared(); leftMs = untilMs - performance.now()) {
    await pause(Math.min(leftMs, everyMs));
    signal.throwIfAborted();
  }
}
