import type { StepName } from "@selfsame/face/assess/gestures";
import { CameraError } from "../errors.ts";

/** As POST /api/v3/challenges gives it. */
export interface StartedChallenge {
  readonly id: string;
  readonly steps: readonly StepName[];
  /** Of each `follow_dot`, in order: degrees around the face, 0 to the person's own right, 90 up. */
  readonly dots?: readonly number[];
}

/** A color that the screen shows around the face. */
export interface ShownLight {
  /** `#rrggbb` */
  readonly color: string;
  /** At least; it stays until the next one is there. */
  readonly ms: number;
}

/** A step of a stepwise challenge. Its times count from the answer that it came with. */
export interface ShownStep {
  readonly type: StepName | "light";
  /** Of `light`: what is shown at once. */
  readonly light?: readonly ShownLight[];
  /** Of `follow_dot`: degrees around the face, as in `dots`. */
  readonly direction?: number;
  /** A frame that was taken earlier ends the challenge. */
  readonly not_before_ms: number;
  /** By then the whole frame has to have arrived. */
  readonly until_ms: number;
}

/** Which pictures the frame of a step comes with: how many, how many a second, and how many pixels the shorter side of each has. */
export interface BurstAsked {
  readonly frames: number;
  readonly per_second: number;
  readonly width: number;
}

/** Those pictures, one below the other. */
export interface SentBurst {
  readonly pictures: Blob;
  /** When each was taken, after the last answer. */
  readonly capturedAfterMs: readonly number[];
}

/** As POST /api/v3/challenges gives it with `"mode": "stepwise"`: each further step comes once the frame of the last was taken. */
export interface StepwiseChallenge {
  readonly id: string;
  readonly step: ShownStep;
  readonly steps_total: number;
  /** Colors follow on the steps. */
  readonly light?: boolean;
  /** The frame of each step comes with a burst. */
  readonly burst?: BurstAsked | null;
}

/** What comes after a step: another, or the selfie; or the challenge is over. */
export type StepAnswer =
  | { readonly step: ShownStep }
  | { readonly complete: true }
  | Exclude<Verdict, { readonly outcome: "passed" }>;

/** What became of a performance. */
export type Verdict =
  | { readonly outcome: "passed"; readonly token: string }
  /** `part` of the form that is to blame, where the service says so. */
  | { readonly outcome: "failed"; readonly code: string; readonly part: string | null }
  /** Another challenge is needed. */
  | { readonly outcome: "gone" };

interface Failure {
  readonly code: string;
  readonly message: string;
  readonly param: string | null;
}
type Envelope<Data> =
  | { readonly success: true; readonly data: Data }
  | { readonly success: false; readonly error: Failure };

/** No answer after this long is none. */
const answerWithinMs = 30_000;
/** Of the frame of a step, which is sent again then: sending it twice costs nothing. */
const stepAnswerWithinMs = 5000;
/** How often a service that has no room is asked again, and after how long at most. */
const askedAgain = 2;
const longestPauseMs = 10_000;

/** Rejections that do not pass in seconds. */
const lasting = new Set(["quota_exceeded", "too_many_challenges"]);
const gone = new Set([
  "challenge_expired",
  "challenge_not_found",
  "challenge_already_completed",
  "step_too_early",
  "step_too_late",
]);
/** What another performance can mend. */
const failed = new Set(["challenge_failed", "no_face"]);

/** What either rejects with, the capture rejects with. */
export interface ChallengeService {
  /**
   * @param avoid steps that the person cannot do
   * @param light whether the screen can show colors; false: the person chose to go without
   * @param burst whether `step` takes bursts
   */
  start(avoid: readonly StepName[], light?: boolean, burst?: boolean): Promise<StartedChallenge | StepwiseChallenge>;
  /**
   * Of a stepwise challenge. A service that has this is asked to start when the first step can be shown, not before.
   * @param capturedAfterMs how long after the last answer the frame was taken
   * @param burst where the challenge asked for it
   * @returns what is shown next. Where it rejects with an error named NetworkError the same frame is sent again while there is time
   */
  step?(id: string, frame: Blob, capturedAfterMs: number, burst?: SentBurst): Promise<StepAnswer>;
  /**
   * The same of a color. A service that has this is asked for colors.
   * @param pictures small ones, one below the other, taken while it was shown; null: the person chooses to go without
   * @param capturedAfterMs when each of them was taken, after the last answer
   */
  light?(id: string, pictures: Blob | null, capturedAfterMs: readonly number[]): Promise<StepAnswer>;
  /** @returns whether the selfie leaves no doubt, so that no challenge is needed. Asked once, where the page wants that */
  check?(selfie: Blob): Promise<boolean>;
  /** @param frames of each step in order; none of a stepwise challenge */
  complete(id: string, selfie: Blob, frames: readonly Blob[]): Promise<Verdict>;
}

/**
 * The service's part of a challenge. Every promise may reject with NetworkError: the service cannot be reached, or has no room; or
 * with ChallengeFailedError: it does not take the request, and never will.
 * @param url of /api/v3
 */
export function createService(url: string, publicKey: string, nonce?: string): ChallengeService {
  async function ask<Data>(path: string, body: BodyInit, { headers = {}, withinMs = answerWithinMs }: Asking = {}) {
    for (let asked = 0; ; asked++) {
      const request = {
        method: "POST",
        credentials: "omit",
        headers: { authorization: `Bearer ${publicKey}`, ...headers },
        body,
      } as const;
      const response = await answerTo(`${url}/challenges${path}`, request, withinMs);
      if (response.status !== 429 && response.status !== 503) return envelopeOf<Data>(response);
      const refused = await envelopeOf<Data>(response);
      if (!refused.success && lasting.has(refused.error.code)) return refused;
      if (asked === askedAgain) throw new CameraError("NetworkError", "The service is busy");
      const waitMs = 1000 * Number(response.headers.get("retry-after") ?? 1);
      await new Promise((resolve) => setTimeout(resolve, Math.min(waitMs, longestPauseMs)));
    }
  }

  async function send(id: string, form: FormData): Promise<StepAnswer> {
    const answer = await ask<NextTurn>(`/${id}/steps`, form, { withinMs: stepAnswerWithinMs });
    if (answer.success) return answer.data;
    // Sent again while it was being looked at: the next time there is an answer.
    if (answer.error.code === "step_out_of_order") throw new CameraError("NetworkError", answer.error.message);
    return notPassed(answer.error);
  }

  return {
    start: async (avoid, light, burst) => {
      const headers = { "content-type": "application/json" };
      const body = JSON.stringify({ avoid, nonce, mode: "stepwise", light, burst });
      const answer = await ask<StartedChallenge | StepwiseChallenge>("", body, { headers });
      if (!answer.success) throw refusal(answer.error);
      return answer.data;
    },
    step: (id, frame, capturedAfterMs, burst) => send(id, formOf(frame, [capturedAfterMs], burst)),
    light: (id, pictures, capturedAfterMs) => send(id, formOf(pictures, capturedAfterMs)),
    check: async (selfie) => {
      const form = new FormData();
      form.set("selfie", selfie, "selfie.jpg");
      const answer = await ask<{ readonly challenge_needed: boolean }>("/check", form);
      // Whatever is wrong with the photo, the challenge names it.
      return answer.success && !answer.data.challenge_needed;
    },
    complete: async (id, selfie, frames) => {
      const form = new FormData();
      form.set("selfie", selfie, "selfie.jpg");
      for (const [i, frame] of frames.entries()) form.set(`frame_${i + 1}`, frame, `frame_${i + 1}.jpg`);
      const answer = await ask<{ readonly challenge_token: string }>(`/${id}/complete`, form);
      if (answer.success) return { outcome: "passed", token: answer.data.challenge_token };
      return notPassed(answer.error);
    },
  };
}

interface Asking {
  readonly headers?: Readonly<Record<string, string>>;
  readonly withinMs?: number;
}

/** Of a step, or of a color. @param frame null: the person chooses to go without colors */
export function formOf(frame: Blob | null, capturedAfterMs: readonly number[], burst?: SentBurst): FormData {
  const form = new FormData();
  if (burst) {
    form.set("burst", burst.pictures, "burst.jpg");
    form.set("burst_after_ms", burst.capturedAfterMs.join());
  }
  if (frame) {
    form.set("frame", frame, "frame.jpg");
    form.set("captured_after_ms", capturedAfterMs.join());
  } else form.set("spared", "true");
  return form;
}

type NextTurn = { readonly step: ShownStep } | { readonly complete: true };

/** @throws CameraError for what no other performance can mend */
function notPassed(error: Failure): Exclude<Verdict, { readonly outcome: "passed" }> {
  const { code, param } = error;
  if (gone.has(code)) return { outcome: "gone" };
  if (failed.has(code)) return { outcome: "failed", code, part: param };
  throw refusal(error);
}

function refusal({ code, message }: Failure): CameraError {
  return new CameraError("ChallengeFailedError", `${code}: ${message}`);
}

async function answerTo(url: string, request: RequestInit, withinMs: number): Promise<Response> {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), withinMs);
  try {
    return await fetch(url, { ...request, signal: patience.signal });
  } catch (error) {
    if (!patience.signal.aborted && (await isReachable(url))) {
      // Browsers do not say so: a service that answers, but not to this page, allows its origin for none of its keys.
      const message = `origin_not_allowed: no public key of the service allows ${location.origin}`;
      throw new CameraError("ChallengeFailedError", message, error);
    }
    throw new CameraError("NetworkError", "The service cannot be reached", error);
  } finally {
    clearTimeout(timer);
  }
}

/** Whether anything answers there, though this page may not read what. */
async function isReachable(url: string): Promise<boolean> {
  const page = globalThis.location as Location | undefined;
  if (page === undefined || new URL(url).origin === page.origin) return false;
  try {
    await fetch(url, { mode: "no-cors", credentials: "omit", cache: "no-store", signal: AbortSignal.timeout(5000) });
    return true;
  } catch {
    return false;
  }
}

async function envelopeOf<Data>(response: Response): Promise<Envelope<Data>> {
  try {
    const body = (await response.json()) as Partial<Envelope<Data>>;
    if (typeof body.success === "boolean") return body as Envelope<Data>;
  } catch (error) {
    throw new CameraError("NetworkError", `The answer is not the service's: ${response.status}`, error);
  }
  throw new CameraError("NetworkError", `The answer is not the service's: ${response.status}`);
}
