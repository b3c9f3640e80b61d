import { type Gesture, nameOf, type Task } from "@selfsame/face/assess/gestures";
import type { Sighting } from "../capture/sighting.ts";
import type { Detector } from "../detector/detector.ts";
import { photoOfVideo, type WholeFrame } from "../photo/photo.ts";
import type { CameraTexts } from "@selfsame/texts/camera";
import type { View } from "../view/view.ts";
import type { Panel } from "./panel.ts";
import { type Burst, startBurst } from "./burst.ts";
import { pause } from "./pause.ts";
import type { BurstAsked } from "./service.ts";
import { watchStep } from "./step-watch.ts";
import { filled } from "@selfsame/texts/wording";
import type { ChallengeTexts } from "@selfsame/texts/challenge";

/** With the selfie (camera-v3.ts) at most 550 KB: 12 seconds on the slowest 3G. */
const frameLimits: WholeFrame = { bytesMax: 110_000, longestSidePx: 960 };
/** After this long without a detected step a shutter is offered: the service may still see the step. */
const shutterAfterMs = 8000;
/** For a step with a deadline the shutter comes earlier, and the last frame is taken in time to be sent. */
const shutterInTimeAfterMs = 5000;
const sendingMs = 2500;
/** Rounding difference of two clocks. */
const roundedMs = 20;

export interface ShownTask {
  readonly task: Task;
  /** Counts from 1. */
  readonly at: number;
  readonly of: number;
  /** Times by this page's clock: earliest capture of the frame, and latest arrival at the service. */
  readonly window?: { readonly notBeforeMs: number; readonly untilMs: number };
  /** Pictures to take on the way, if any. */
  readonly burst?: BurstAsked | null | undefined;
}

export interface Played {
  readonly frame: Blob;
  /** Capture time of the frame, by this page's clock. */
  readonly atMs: number;
  readonly burst?: Burst | undefined;
}

interface Stage {
  readonly view: View;
  readonly panel: Panel;
  readonly detector: Detector;
  readonly texts: ChallengeTexts;
  /** Texts of the camera itself. */
  readonly cameraTexts: CameraTexts;
}

/** Plays one step at a time: shows it, waits until it is done, and takes the frame. */
export function createPlayer({ view, panel, detector, texts, cameraTexts }: Stage) {
  let see: ((sighting: Sighting) => void) | undefined;

  type Seen = { readonly frame: number; readonly atMs: number } | "shutter" | "other";

  /** @returns the frame that shows the step, or undefined if the person cannot do it */
  async function play(
    { task, at, of, window, burst: asked }: ShownTask,
    neutral: Gesture | undefined,
    mayAvoid: boolean,
    signal: AbortSignal,
  ): Promise<Played | undefined> {
    panel.show(task, at, of);
    panel.offer({ other: mayAvoid, shutter: !neutral });
    if (!neutral) view.offer(texts.press, false);
    const burst = asked ? startBurst(view.video, asked) : undefined;
    const startedMs = performance.now();
    const earliestMs = window ? window.notBeforeMs + roundedMs : startedMs;
    const timers: ReturnType<typeof setTimeout>[] = [];
    try {
      const seen = await new Promise<Seen>((resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
        panel.onOther = () => resolve("other");
        panel.onShutter = () => resolve("shutter");
        if (window) timers.push(setTimeout(() => resolve("shutter"), window.untilMs - sendingMs - startedMs));
        if (!neutral) return;
        const showShutter = () => panel.offer({ other: mayAvoid, shutter: true });
        timers.push(setTimeout(showShutter, window ? shutterInTimeAfterMs : shutterAfterMs));
        const watch = watchStep(task, neutral, startedMs, earliestMs);
        see = (sighting) => {
          const { gesture } = sighting.face ?? {};
          if (gesture) panel.point(neutral, gesture);
          const { done, hint } = watch(sighting, performance.now());
          if (done) return resolve(done);
          if (hint === "not_seen") view.offer(texts.press, false);
          const step = texts[nameOf(task)];
          panel.say(hint ? filled({ ...cameraTexts, ...texts }[hint], { step }) : step);
        };
      });
      if (seen === "other") return undefined;
      if (seen === "shutter") await pause(earliestMs - performance.now());
      const plain = () => photoOfVideo(view.video, frameLimits);
      const atMs = seen === "shutter" ? performance.now() : seen.atMs;
      const [photo, pictures] = await Promise.all([
        seen === "shutter" ? plain() : detector.take(seen.frame, frameLimits).catch(plain),
        burst?.stop(),
      ]);
      panel.tick();
      navigator.vibrate?.(30);
      return { frame: photo.blob, atMs, burst: pictures };
    } finally {
      burst?.cancel();
      for (const timer of timers) clearTimeout(timer);
      see = undefined;
      panel.onOther = panel.onShutter = undefined;
    }
  }

  return { play, see: (sighting: Sighting) => see?.(sighting) };
}

export type Player = ReturnType<typeof createPlayer>;
