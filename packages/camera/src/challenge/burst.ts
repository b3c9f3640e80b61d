import { jpegOf } from "../photo/photo.ts";
import { pause } from "./pause.ts";
import type { BurstAsked } from "./service.ts";

/** Small pictures of a step, in order, one below the other. */
export interface Burst {
  readonly pictures: Blob;
  /** Capture time of each, by this page's clock. */
  readonly atMs: readonly number[];
}

/** Largest file that a service accepts. */
const bytesMax = 62_000;
/** JPEG qualities, tried in this order until the file is small enough. */
const qualities = [0.7, 0.55, 0.4, 0.3, 0.2] as const;
/** The first pictures, of the head when the step was shown, are kept; of the others the latest. */
const firstKept = 2;
/** With a slow camera, waits for this many pictures, up to a limit. */
const picturesMin = 4;
const waitMaxMs = 1500;

interface Taken {
  readonly slot: number;
  readonly atMs: number;
}

/** Takes pictures of the video until `stop`, which resolves with them. */
export function startBurst(video: HTMLVideoElement, { frames, per_second, width: shorterSide }: BurstAsked) {
  const { videoWidth, videoHeight } = video;
  const scale = shorterSide / Math.min(videoWidth, videoHeight);
  const [width, height] = [Math.round(videoWidth * scale), Math.round(videoHeight * scale)];
  const slots = contextOf(width, height * frames);
  const taken: Taken[] = [];
  let lastShown = -1;
  const take = (isLast?: boolean) => {
    // Skips frames that the camera has not renewed, except for the last picture, which belongs to the step's frame.
    if (!isLast && video.currentTime === lastShown) return;
    lastShown = video.currentTime;
    const slot = taken.length < frames ? taken.length : (taken.splice(firstKept, 1)[0] as Taken).slot;
    slots.drawImage(video, 0, height * slot, width, height);
    taken.push({ slot, atMs: performance.now() });
  };
  take();
  const timer = setInterval(() => take(), 1000 / per_second);
  return {
    cancel: () => clearInterval(timer),
    async stop(): Promise<Burst> {
      const untilMs = performance.now() + waitMaxMs;
      while (taken.length < picturesMin && performance.now() < untilMs) await pause(50);
      clearInterval(timer);
      do take(true);
      while (taken.length < picturesMin);
      const strip = contextOf(width, height * taken.length);
      for (const [i, { slot }] of taken.entries())
        strip.drawImage(slots.canvas, 0, height * slot, width, height, 0, height * i, width, height);
      return { pictures: await smallJpeg(strip.canvas), atMs: taken.map(({ atMs }) => atMs) };
    },
  };
}

async function smallJpeg(canvas: HTMLCanvasElement): Promise<Blob> {
  const { width, height } = canvas;
  const size = { width, height };
  let blob: Blob | undefined;
  for (const quality of qualities) {
    blob = await jpegOf(canvas, { x: 0, y: 0, ...size }, size, quality);
    if (blob.size <= bytesMax) return blob;
  }
  return blob as Blob;
}

function contextOf(width: number, height: number): CanvasRenderingContext2D {
  const context = Object.assign(document.createElement("canvas"), { width, height }).getContext("2d");
  if (!context) throw new Error("no 2d canvas");
  context.imageSmoothingQuality = "high";
  return context;
}
