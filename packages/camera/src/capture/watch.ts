import type { Detector } from "../detector/detector.ts";
import { grabber } from "./grab.ts";
import type { Sighting } from "./sighting.ts";

/** With slower frames hints lag too far behind, and a button helps. */
const slowestMs = 450;
/** The first frames are slower, while code is compiled. */
const warmUpFrames = 2;
const judgedFrames = 6;

export interface Watcher {
  onSeen(sighting: Sighting): void;
  /** Reports a slow device once; watching continues. */
  onSlow(): void;
}

/**
 * Analyzes the video frame by frame until the signal aborts.
 * @param first the number of the first frame
 * @throws if the detector fails
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
    // Requested now, so that a frame that arrives during the analysis is next, without waiting for another.
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

/** Resolves when the video shows another frame; not while the page is hidden. */
function nextFrame(video: HTMLVideoElement): Promise<unknown> {
  return new Promise((resolve) => {
    if ("requestVideoFrameCallback" in video) video.requestVideoFrameCallback(resolve);
    else requestAnimationFrame(resolve);
  });
}
