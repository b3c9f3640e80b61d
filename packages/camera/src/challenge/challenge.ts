import { type Gesture, hasOpenEyes, nameOf, type StepName, type Task } from "@selfsame/face/assess/gestures";
import type { Detector } from "../detector/detector.ts";
import { CameraError } from "../errors.ts";
import type { Photo } from "../photo/photo.ts";
import type { FollowUp } from "../capture/follow-up.ts";
import type { Wording } from "../wording.ts";
import type { View } from "../view/view.ts";
import { hideColors, prefersNoColors, showColor } from "./colors.ts";
import { createPanel, type Panel } from "./panel.ts";
import { createPlayer, pause, type Played } from "./play.ts";
import {
  type ChallengeService,
  createService,
  type ShownStep,
  type StartedChallenge,
  type StepAnswer,
  type StepwiseChallenge,
  type Verdict,
} from "./service.ts";
import { challenge as english } from "@selfsame/texts/languages/en";
import { filled } from "@selfsame/texts/wording";
import type { ChallengeTexts } from "@selfsame/texts/challenge";

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

const attemptsMax = 3;
/** Of the 120 seconds that a challenge lives, so many may have gone when its first step is shown. */
const staleMs = 60_000;
/** So long the person reads that a step was seen. */
const tickMs = 450;
/** As many as the service lets a person avoid. */
const avoidedMax = 2;
/** A step that the service does not see so often is not asked for again. */
const missesMax = 2;
/** Who waits longer for the next step reads why. */
const waitMs = 1500;
const resendAfterMs = 500;

/** What was done: to be completed with the selfie, or over before that. */
interface Performed {
  readonly id: string;
  readonly steps: readonly StepName[];
  readonly frames: readonly Blob[];
  readonly over?: Exclude<Verdict, { readonly outcome: "passed" }>;
}

/**
 * The live challenge, from the selfie on: asks the service for steps, plays them and sends a frame of each.
 * Rejects with a CameraError where the service gives no challenge.
 */
export async function createChallenge(options: ChallengeOptions, view: View, detector: Detector): Promise<FollowUp> {
  const { wording, onToken } = options;
  const texts = { ...(wording.challenge ?? english), ...options.texts };
  const service = options.service ?? serviceFor(options);
  const avoided: StepName[] = [];
  const panel = createPanel(view, texts, wording.texts.shutter);
  const playing = { view, panel, service, texts };
  const { play, see } = createPlayer({ view, panel, detector, texts, cameraTexts: wording.texts });
  /** Of this page's clock: when the last answer came. */
  let answeredMs = 0;
  /** The person goes without colors, by choice or by a setting of the system. */
  let spared = prefersNoColors();
  panel.onWithoutColors = () => {
    spared = true;
    panel.announceColors(undefined);
  };
  const draw = async () => {
    const drawn = await service.start(avoided, service.light ? !spared : undefined);
    answeredMs = performance.now();
    return drawn;
  };
  /** What is drawn already. A service that waits for each step is asked when the first can be shown. */
  let next: StartedChallenge | StepwiseChallenge | undefined = service.step ? undefined : await draw();
  let attempts = 0;
  /** How often the service did not see a step. */
  const missed = new Map<StepName, number>();

  /** Every step of a challenge, in order. @returns undefined where the person cannot do one */
  async function playAll(drawn: StartedChallenge, neutral: Gesture | undefined, signal: AbortSignal) {
    const { id, steps } = drawn;
    const frames: Blob[] = [];
    for (const task of tasksOf(drawn)) {
      const played = await play({ task, at: frames.length + 1, of: steps.length }, neutral, mayAvoid(), signal);
      if (!played) return avoid(nameOf(task));
      frames.push(played.frame);
      await pause(tickMs);
    }
    return { id, steps, frames };
  }

  /** The same, where each step comes once the frame of the one before was taken. */
  async function playStepwise(drawn: StepwiseChallenge, neutral: Gesture | undefined, signal: AbortSignal) {
    const { id, steps_total: of } = drawn;
    const steps: StepName[] = [];
    let now: StepAnswer = drawn;
    while ("step" in now) {
      const { type, direction, not_before_ms, until_ms } = now.step;
      const shownMs = answeredMs;
      if (type === "light") {
        now = await sendLight({ ...playing, isSpared: () => spared }, id, now.step, shownMs, signal);
        answeredMs = performance.now();
        signal.throwIfAborted();
        continue;
      }
      panel.announceColors(drawn.light && !spared ? "coming" : undefined);
      const window = { notBeforeMs: shownMs + not_before_ms, untilMs: shownMs + until_ms };
      const task = type === "follow_dot" ? { dot: direction ?? 0 } : type;
      steps.push(type);
      const played = await play({ task, at: steps.length, of, window }, neutral, mayAvoid(), signal);
      if (!played) return avoid(type);
      const answered = sendStep(playing, id, played, window.untilMs, shownMs).finally(() => {
        answeredMs = performance.now();
      });
      [now] = await Promise.all([answered, pause(tickMs)]);
      signal.throwIfAborted();
    }
    return { id, steps, frames: [], ...("outcome" in now && { over: now }) };
  }

  /** A challenge to its end; when the person cannot do a step, those of another challenge. */
  async function perform(neutral: Gesture | undefined, signal: AbortSignal): Promise<Performed> {
    for (;;) {
      if (!next || performance.now() - answeredMs > staleMs) next = await draw();
      signal.throwIfAborted();
      const drawn = next;
      // One attempt; the others have three, with the same steps.
      if ("step" in drawn) next = undefined;
      const performed =
        "step" in drawn ? await playStepwise(drawn, neutral, signal) : await playAll(drawn, neutral, signal);
      if (performed) return performed;
      panel.wait();
    }
  }

  const mayAvoid = () => avoided.length < avoidedMax;

  /** From now on other steps are drawn in its place, if that is still allowed. */
  function avoid(step: StepName): undefined {
    if (!mayAvoid() || avoided.includes(step)) return;
    avoided.push(step);
    next = undefined;
  }

  return {
    see,
    async follow(selfie: Photo, neutral, signal) {
      try {
        await view.video.play();
        // Of eyes that seem closed anyway nobody can see that they close.
        if (neutral && !hasOpenEyes(neutral) && mayBlink(next)) avoid("blink");
        panel.wait();
        const { id, steps, frames, over } = await perform(neutral, signal);
        hideColors(view);
        panel.wait();
        const verdict = over ?? (await service.complete(id, selfie.blob, frames));
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
        hideColors(view);
        panel.hide();
      }
    },
  };
}

interface Playing {
  readonly view: View;
  readonly panel: Panel;
  readonly service: ChallengeService;
  readonly texts: ChallengeTexts;
}

/** Shows a color and sends what the camera saw of it. */
async function sendLight(
  { view, panel, service, isSpared }: Playing & { readonly isSpared: () => boolean },
  id: string,
  { light = [], until_ms }: ShownStep,
  shownMs: number,
  signal: AbortSignal,
): Promise<StepAnswer> {
  const [shown] = light;
  const answer = service.light?.bind(service);
  if (!shown || !answer) throw new CameraError("ChallengeFailedError", "A step with colors needs `service.light`");
  if (!isSpared()) {
    panel.offer({ other: false, shutter: false });
    panel.announceColors("shown");
  }
  const strip = isSpared() ? undefined : await showColor(view, shown, shownMs, isSpared, signal);
  if (!strip) hideColors(view);
  const moments = strip?.atMs.map((ms) => Math.floor(ms - shownMs)) ?? [];
  return sentUntil(shownMs + until_ms, () => answer(id, strip?.pictures ?? null, moments));
}

async function sendStep(
  { view, service, texts }: Playing,
  id: string,
  { frame, atMs }: Played,
  untilMs: number,
  shownMs: number,
): Promise<StepAnswer> {
  const step = service.step?.bind(service);
  if (!step) throw new CameraError("ChallengeFailedError", "A stepwise challenge needs `service.step`");
  const timer = setTimeout(() => view.say(texts.checking, "opening"), waitMs);
  try {
    return await sentUntil(untilMs, () => step(id, frame, Math.floor(atMs - shownMs)));
  } finally {
    clearTimeout(timer);
  }
}

/** A frame whose answer was lost on the way is answered as before. @param untilMs of this page's clock */
async function sentUntil(untilMs: number, send: () => Promise<StepAnswer>): Promise<StepAnswer> {
  for (;;) {
    const isLast = performance.now() >= untilMs;
    try {
      return await send();
    } catch (error) {
      if (isLast || (error as Error).name !== "NetworkError") throw error;
    }
    await pause(resendAfterMs);
  }
}

/** Whether it has that step, as far as that is known. */
const mayBlink = (drawn: StartedChallenge | StepwiseChallenge | undefined) =>
  !drawn || "step" in drawn || drawn.steps.includes("blink");

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
  if (verdict.part === "light") return texts.failed_light;
  return step ? filled(texts.failed_step, { step: texts[step] }) : texts.failed;
}

/** The step that the service did not see, where it says so. */
function blamedStep(verdict: Verdict, steps: readonly StepName[]): StepName | undefined {
  if (verdict.outcome !== "failed" || verdict.code === "no_face") return undefined;
  return steps[Number(/^frame_(\d)$/.exec(verdict.part ?? "")?.[1]) - 1];
}
