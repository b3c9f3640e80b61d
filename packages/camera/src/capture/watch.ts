import type { Detector } from "../detector/detector.ts";
import { grabber } from "./grab.ts";
import type { Sighting } from "./sighting.ts";

/** Slower than this a frame, hints come too late to follow well, and a button helps. */
const slowestMs = 450;
/** The first frames are slower: the machine code is still being made. */
const warmUpFrames = 2;
const judgedFrames = 6;

export interface Watcher {
  onSeen(sighting: Sighting): void;
  /** This device is slow: told once, and watching goes on. */
  onSlow(): void;
}

/**
 * Looks at one frame of the video after the other until the signal aborts.
 * @param first the number of the first frame
 * @throws when the detector fails
 */
export async function watch(
  video: HTMLVideoElement,
  detector: Pick<Detector, "look">,
  first: number,
  watcher: Watcher,
  signal: AbortSignal,
): Promise<void> {
  const grab = grabber(video);
  let tookMs = 0;
  let fresh = nextFrame(video);
  for (let frame = first; !signal.aborted; frame++) {
    await fresh;
    if (signal.aborted) return;
    const bitmap = await grab();
    // Asked for now: a frame that comes while the detector looks at this one is looked at next, without waiting for another.
    fresh = nextFrame(video);
    const startedMs = performance.now();
    const sighting = await detector.look(frame, bitmap);
    if (signal.aborted) return;
    watcher.onSeen(sighting);
    const seen = frame - first + 1;
    if (seen > warmUpFrames) tookMs += performance.now() - startedMs;
    if (seen === warmUpFrames + judgedFrames && tookMs > judgedFrames * slowestMs) watcher.onSlow();
  }
}

/** Resolves when the video shows another frame. While the page is hidden, it does not. */
function nextFrame(video: HTMLVideoElement): Promise<unknown> {
  return new Promise((resolve) => {
    if ("requestVideoFrameCallback" in video) video.requestVideoFrameCallback(resolve);
    else requestAnimationFrame(resolve);
  });
}
