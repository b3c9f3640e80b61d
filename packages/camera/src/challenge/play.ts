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

/** With the selfie (camera-v3.ts) at most 550 KB: 12 seconds over the slowest 3G. */
const frameLimits: WholeFrame = { bytesMax: 110_000, longestSidePx: 960 };
/** A step that the detector does not see for so long is shown with a shutter: the service may see it. */
const shutterAfterMs = 8000;
/** Of a step that the service waits for: the shutter comes sooner, and what there is is taken in time to be sent. */
const shutterInTimeAfterMs = 5000;
const sendingMs = 2500;
/** Two clocks round apart. */
const roundedMs = 20;

export interface ShownTask {
  readonly task: Task;
  /** From 1. */
  readonly at: number;
  readonly of: number;
  /** Where the service waits for it: between which moments of this page's clock its frame may be taken, and has to have arrived. */
  readonly window?: { readonly notBeforeMs: number; readonly untilMs: number };
  /** Which pictures of the way there are wanted as well. */
  readonly burst?: BurstAsked | null | undefined;
}

export interface Played {
  readonly frame: Blob;
  /** When the frame was taken, by this page's clock. */
  readonly atMs: number;
  readonly burst?: Burst | undefined;
}

interface Stage {
  readonly view: View;
  readonly panel: Panel;
  readonly detector: Detector;
  readonly texts: ChallengeTexts;
  /** Of the camera itself. */
  readonly cameraTexts: CameraTexts;
}

/** Plays one step at a time: shows it, watches until it is done, and takes the frame. */
export function createPlayer({ view, panel, detector, texts, cameraTexts }: Stage) {
  let see: ((sighting: Sighting) => void) | undefined;

  type Seen = { readonly frame: number; readonly atMs: number } | "shutter" | "other";

  /** @returns the frame that shows the step, or undefined where the person cannot do it */
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
