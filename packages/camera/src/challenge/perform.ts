import { type Gesture, nameOf, type StepName, type Task } from "@selfsame/face/assess/gestures";
import { CameraError } from "../errors.ts";
import type { View } from "../view/view.ts";
import { hideColors, showColor } from "./colors.ts";
import type { Draws, Drawn } from "./draws.ts";
import type { Panel } from "./panel.ts";
import { pause } from "./pause.ts";
import type { createPlayer, Played } from "./play.ts";
import type {
  ChallengeService,
  ShownStep,
  StartedChallenge,
  StepAnswer,
  StepwiseChallenge,
  Verdict,
} from "./service.ts";
import type { ChallengeTexts } from "@selfsame/texts/challenge";

/** Time for reading that a step was seen. */
const tickMs = 450;
/** After this long without the next step, the wait is explained. */
const waitMs = 1500;
const resendAfterMs = 500;

/** A performance: to be completed with the selfie, or already over. */
export interface Performed {
  readonly id: string;
  readonly steps: readonly StepName[];
  readonly frames: readonly Blob[];
  readonly over?: Exclude<Verdict, { readonly outcome: "passed" }>;
}

interface Stage extends Pick<ReturnType<typeof createPlayer>, "play"> {
  readonly view: View;
  readonly panel: Panel;
  readonly service: ChallengeService;
  readonly texts: ChallengeTexts;
  readonly draws: Draws;
  /** Whether the person goes without colors. */
  readonly isSpared: () => boolean;
}

/** Plays a challenge to its end; if the person cannot do a step, another challenge. */
export async function perform(stage: Stage, neutral: Gesture | undefined, signal: AbortSignal): Promise<Performed> {
  for (;;) {
    const { challenge, atMs } = await stage.draws.take(signal);
    const performed =
      "step" in challenge
        ? await playStepwise(stage, { challenge, atMs }, neutral, signal)
        : await playAll(stage, challenge, neutral, signal);
    if (performed) return performed;
    stage.panel.wait();
  }
}

/** Plays every step of a challenge, in order. @returns undefined if the person cannot do one */
async function playAll(
  { play, draws }: Stage,
  challenge: StartedChallenge,
  neutral: Gesture | undefined,
  signal: AbortSignal,
): Promise<Performed | undefined> {
  const { id, steps } = challenge;
  const frames: Blob[] = [];
  for (const task of tasksOf(challenge)) {
    const played = await play({ task, at: frames.length + 1, of: steps.length }, neutral, draws.mayAvoid(), signal);
    if (!played) return draws.avoid(nameOf(task));
    frames.push(played.frame);
    await pause(tickMs);
  }
  return { id, steps, frames };
}

/** The same for a stepwise challenge, where each step arrives after the frame of the one before. */
async function playStepwise(
  stage: Stage,
  { challenge, atMs }: Drawn & { readonly challenge: StepwiseChallenge },
  neutral: Gesture | undefined,
  signal: AbortSignal,
): Promise<Performed | undefined> {
  const { panel, draws, isSpared } = stage;
  const { id, steps_total: of } = challenge;
  /** By this page's clock: arrival of the latest answer. */
  let answeredMs = atMs;
  const steps: StepName[] = [];
  let now: StepAnswer = challenge;
  while ("step" in now) {
    const { type, direction, not_before_ms, until_ms } = now.step;
    const shownMs = answeredMs;
    if (type === "light") {
      now = await sendLight(stage, id, now.step, shownMs, signal);
      answeredMs = performance.now();
      signal.throwIfAborted();
      continue;
    }
    panel.announceColors(challenge.light && !isSpared() ? "coming" : undefined);
    const window = { notBeforeMs: shownMs + not_before_ms, untilMs: shownMs + until_ms };
    const task = type === "follow_dot" ? { dot: direction ?? 0 } : type;
    steps.push(type);
    const shown = { task, at: steps.length, of, window, burst: challenge.burst };
    const played = await stage.play(shown, neutral, draws.mayAvoid(), signal);
    if (!played) return draws.avoid(type);
    const answered = sendStep(stage, id, played, window.untilMs, shownMs).finally(() => {
      answeredMs = performance.now();
    });
    [now] = await Promise.all([answered, pause(tickMs)]);
    signal.throwIfAborted();
  }
  return { id, steps, frames: [], ...("outcome" in now && { over: now }) };
}

/** Shows a color and sends the pictures taken meanwhile. */
async function sendLight(
  { view, panel, service, isSpared }: Stage,
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
  { view, service, texts }: Stage,
  id: string,
  { frame, atMs, burst }: Played,
  untilMs: number,
  shownMs: number,
): Promise<StepAnswer> {
  const step = service.step?.bind(service);
  if (!step) throw new CameraError("ChallengeFailedError", "A stepwise challenge needs `service.step`");
  const since = (ms: number) => Math.max(0, Math.floor(ms - shownMs));
  const sent = burst && { pictures: burst.pictures, capturedAfterMs: burst.atMs.map(since) };
  const timer = setTimeout(() => view.say(texts.checking, "opening"), waitMs);
  try {
    return await sentUntil(untilMs, () => step(id, frame, since(atMs), sent));
  } finally {
    clearTimeout(timer);
  }
}

/** Sends again if the answer was lost: the service repeats it. @param untilMs by this page's clock */
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

function tasksOf({ steps, dots = [] }: StartedChallenge): Task[] {
  const left = [...dots];
  return steps.map((step) => (step === "follow_dot" ? { dot: left.shift() ?? 0 } : step));
}
