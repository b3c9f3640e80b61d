import { jpegOf } from "../photo/photo.ts";
import type { View } from "../view/view.ts";
import { pause } from "./pause.ts";
import type { ShownLight } from "./service.ts";

/** Small pictures taken while a color was shown, one below the other. */
export interface Strip {
  readonly pictures: Blob;
  /** Capture time of each, by this page's clock. */
  readonly atMs: readonly number[];
}

/** Large enough to find a face, and to average its skin. */
const shorterSidePx = 96;
const quality = 0.85;
/** When pictures of a color begin, and their interval. */
const firstMs = 50;
const everyMs = 95;
/** Of the dark phase only the end is captured: eyes and camera need to adapt. */
const darkMs = 200;
/** Lower limit for every color, whatever a service asks for: three changes then take more than two thirds of a second (WCAG 2.3.1). */
const shortestMs = 250;
const picturesMax = 8;

/** Whether the system asks for less motion, or for colors of its own. */
export const prefersNoColors = (): boolean =>
  matchMedia("(prefers-reduced-motion: reduce), (forced-colors: active)").matches;

/**
 * Fills the screen around the oval with a color and takes pictures meanwhile. The color stays until the next one, or until hidden.
 * @param fromMs arrival of the service's answer, by this page's clock
 * @returns undefined as soon as `spared` says that the person chose to go without
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
    // After a delay, the next picture is due at once.
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

/** Waits in small steps, so that colors end at once if the person chooses to go without. */
async function patience(untilMs: number, spared: () => boolean, signal: AbortSignal): Promise<void> {
  for (let leftMs = untilMs - performance.now(); leftMs > 0 && !spared(); leftMs = untilMs - performance.now()) {
    await pause(Math.min(leftMs, everyMs));
    signal.throwIfAborted();
  }
}
