import { type Gesture, hasOpenEyes, nameOf, type StepName, type Task } from "@selfsame/face/assess/gestures";
import type { Detector } from "../detector/detector.ts";
import { CameraError } from "../errors.ts";
import { type Photo, photoOfVideo, type WholeFrame } from "../photo/photo.ts";
import type { FollowUp } from "../capture/follow-up.ts";
import type { Sighting } from "../capture/sighting.ts";
import type { Wording } from "../texts/languages.ts";
import type { View } from "../view/view.ts";
import { createPanel } from "./panel.ts";
import { type ChallengeService, createService, type StartedChallenge, type Verdict } from "./service.ts";
import { watchStep } from "./step-watch.ts";
import { challengeTexts, filled } from "./texts/languages.ts";
import type { ChallengeTexts } from "./texts/texts.ts";

export interface ChallengeOptions {
  readonly publicKey: string;
  /** What the page's backend binds the challenge to. */
  readonly nonce: string | undefined;
  /** In place of the one at `url`. */
  readonly service: ChallengeService | undefined;
  /** Of /api/v3. */
  readonly url: string;
  readonly wording: Wording;
  readonly texts: Partial<ChallengeTexts> | undefined;
  readonly onToken: (token: string) => void;
}

/** With the selfie (camera-v3.ts) at most 550 KB: 12 seconds over the slowest 3G. */
const frameLimits: WholeFrame = { bytesMax: 110_000, longestSidePx: 960 };
const attemptsMax = 3;
/** Of the 120 seconds that a challenge lives, so many may have gone when its first step is shown. */
const staleMs = 60_000;
/** A step that the detector does not see for so long is shown with a shutter: the service may see it. */
const shutterAfterMs = 8000;
const tickMs = 450;
/** As many as the service lets a person avoid. */
const avoidedMax = 2;
/** A step that the service does not see so often is not asked for again. */
const missesMax = 2;

/**
 * The live challenge, from the selfie on: asks the service for steps, plays them and sends a frame of each.
 * Rejects with a CameraError where the service gives no challenge.
 */
export async function createChallenge(options: ChallengeOptions, view: View, detector: Detector): Promise<FollowUp> {
  const { wording, onToken } = options;
  const texts = challengeTexts(wording.language, options.texts);
  const service = options.service ?? serviceFor(options);
  const avoided: StepName[] = [];
  /** Of this page's clock: when the steps came. */
  let drawnMs = 0;
  const draw = async () => {
    const drawn = await service.start(avoided);
    drawnMs = performance.now();
    return drawn;
  };
  let next: StartedChallenge | undefined = await draw();
  let attempts = 0;
  /** How often the service did not see a step. */
  const missed = new Map<StepName, number>();
  let see: ((sighting: Sighting) => void) | undefined;
  const panel = createPanel(view, texts, wording.texts.shutter);

  /** @returns the frame that shows the step, or undefined where the person cannot do it */
  async function play(task: Task, at: number, of: number, neutral: Gesture | undefined, signal: AbortSignal) {
    const mayAvoid = avoided.length < avoidedMax;
    const step = nameOf(task);
    panel.show(task, at, of);
    panel.offer({ other: mayAvoid, shutter: !neutral });
    if (!neutral) view.offer(texts.press, false);
    let timer: ReturnType<typeof setTimeout> | undefined;
    try {
      const from = await new Promise<number | "shutter" | "other">((resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
        panel.onOther = () => resolve("other");
        panel.onShutter = () => resolve("shutter");
        if (!neutral) return;
        timer = setTimeout(() => panel.offer({ other: mayAvoid, shutter: true }), shutterAfterMs);
        const watch = watchStep(task, neutral, performance.now());
        see = (sighting) => {
          const { gesture } = sighting.face ?? {};
          if (gesture) panel.point(neutral, gesture);
          const { doneFrom, hint } = watch(sighting, performance.now());
          if (doneFrom !== undefined) return resolve(doneFrom);
          if (hint === "not_seen") view.offer(texts.press, false);
          panel.say(hint ? filled({ ...wording.texts, ...texts }[hint], { step: texts[step] }) : texts[step]);
        };
      });
      if (from === "other") return undefined;
      const plain = () => photoOfVideo(view.video, frameLimits);
      const frame = from === "shutter" ? plain() : detector.take(from, frameLimits).catch(plain);
      panel.tick();
      navigator.vibrate?.(30);
      const [{ blob }] = await Promise.all([frame, pause(tickMs)]);
      return blob;
    } finally {
      clearTimeout(timer);
      see = undefined;
      panel.onOther = panel.onShutter = undefined;
    }
  }

  /** Every step of a challenge, in order; when the person cannot do one, those of another challenge. */
  async function playAll(neutral: Gesture | undefined, signal: AbortSignal) {
    for (;;) {
      if (!next || performance.now() - drawnMs > staleMs) next = await draw();
      signal.throwIfAborted();
      const { id, steps } = next;
      const frames: Blob[] = [];
      for (const task of tasksOf(next)) {
        const frame = await play(task, frames.length + 1, steps.length, neutral, signal);
        if (!frame) {
          avoid(nameOf(task));
          break;
        }
        frames.push(frame);
      }
      if (frames.length === steps.length) return { id, steps, frames };
      panel.wait();
    }
  }

  /** From now on other steps are drawn in its place, if that is still allowed. */
  function avoid(step: StepName): void {
    if (avoided.length >= avoidedMax || avoided.includes(step)) return;
    avoided.push(step);
    next = undefined;
  }

  return {
    see: (sighting) => see?.(sighting),
    async follow(selfie: Photo, neutral, signal) {
      try {
        await view.video.play();
        // Of eyes that seem closed anyway nobody can see that they close.
        if (neutral && !hasOpenEyes(neutral) && next?.steps.includes("blink")) avoid("blink");
        const { id, steps, frames } = await playAll(neutral, signal);
        panel.wait();
        const verdict = await service.complete(id, selfie.blob, frames);
        signal.throwIfAborted();
        if (verdict.outcome === "passed") {
          onToken(verdict.token);
          return "photo_ready";
        }
        if (verdict.outcome === "gone") next = undefined;
        else if (++attempts === attemptsMax) {
          throw new CameraError("ChallengeFailedError", `The challenge was not passed in ${attemptsMax} attempts`);
        }
        const step = blamedStep(verdict, steps);
        if (step) {
          missed.set(step, (missed.get(step) ?? 0) + 1);
          if (missed.get(step) === missesMax) avoid(step);
        }
        await panel.explain(reasonOf(verdict, step, texts), signal);
        return "again";
      } finally {
        panel.hide();
      }
    },
  };
}

function tasksOf({ steps, dots = [] }: StartedChallenge): Task[] {
  const left = [...dots];
  return steps.map((step) => (step === "follow_dot" ? { dot: left.shift() ?? 0 } : step));
}

function serviceFor({ publicKey, nonce, url }: ChallengeOptions): ChallengeService {
  // A private key must not even be sent from a page.
  if (!/^ss_pk_\w+$/.test(publicKey)) {
    throw new CameraError("ChallengeFailedError", "publicKey has to be a public key: ss_pk_ and what follows");
  }
  return createService(url, publicKey, nonce);
}

function reasonOf(verdict: Verdict, step: StepName | undefined, texts: ChallengeTexts): string {
  if (verdict.outcome !== "failed") return texts.too_slow;
  if (verdict.code === "no_face") return texts.failed_face;
  if (verdict.part === "selfie") return texts.failed_selfie;
  return step ? filled(texts.failed_step, { step: texts[step] }) : texts.failed;
}

/** The step that the service did not see, where it says so. */
function blamedStep(verdict: Verdict, steps: readonly StepName[]): StepName | undefined {
  if (verdict.outcome !== "failed" || verdict.code === "no_face") return undefined;
  return steps[Number(/^frame_(\d)$/.exec(verdict.part ?? "")?.[1]) - 1];
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
