import type { StepName } from "@selfsame/face/assess/gestures";
import { CameraError } from "../errors.ts";

/** Answer of POST /api/v3/challenges. */
export interface StartedChallenge {
  readonly id: string;
  readonly steps: readonly StepName[];
  /** Direction of each `follow_dot`, in order: degrees around the face, 0 to the person's own right, 90 up. */
  readonly dots?: readonly number[];
}

/** A color that the screen shows around the face. */
export interface ShownLight {
  /** `#rrggbb` */
  readonly color: string;
  /** Minimum time; the color stays until the next one arrives. */
  readonly ms: number;
}

/** A step of a stepwise challenge. Times count from the answer that contained it. */
export interface ShownStep {
  readonly type: StepName | "light";
  /** For `light`: what is shown at once. */
  readonly light?: readonly ShownLight[];
  /** For `follow_dot`: degrees around the face, as in `dots`. */
  readonly direction?: number;
  /** A frame that was captured earlier ends the challenge. */
  readonly not_before_ms: number;
  /** The whole frame must arrive by then. */
  readonly until_ms: number;
}

/** Pictures to send with the frame of a step: their number, rate, and shorter side in pixels. */
export interface BurstAsked {
  readonly frames: number;
  readonly per_second: number;
  readonly width: number;
}

/** These pictures, one below the other. */
export interface SentBurst {
  readonly pictures: Blob;
  /** Capture time of each, after the latest answer. */
  readonly capturedAfterMs: readonly number[];
}

/** Answer of POST /api/v3/challenges with `"mode": "stepwise"`: each further step arrives after the frame of the one before. */
export interface StepwiseChallenge {
  readonly id: string;
  readonly step: ShownStep;
  readonly steps_total: number;
  /** Colors follow after the steps. */
  readonly light?: boolean;
  /** Each step's frame needs a burst. */
  readonly burst?: BurstAsked | null;
}

/** After a step: another one, the selfie, or the end of the challenge. */
export type StepAnswer =
  | { readonly step: ShownStep }
  | { readonly complete: true }
  | Exclude<Verdict, { readonly outcome: "passed" }>;

/** Outcome of a performance. */
export type Verdict =
  | { readonly outcome: "passed"; readonly token: string }
  /** `part` of the form that is at fault, if the service says so. */
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

/** A request without an answer after this long has failed. */
const answerWithinMs = 30_000;
/** The same for a step's frame, which is then sent again: repeating it costs nothing. */
const stepAnswerWithinMs = 5000;
/** Retries when the service has no room, and the longest pause between them. */
const askedAgain = 2;
const longestPauseMs = 10_000;

/** Rejections that do not pass within seconds. */
const lasting = new Set(["quota_exceeded", "too_many_challenges"]);
const gone = new Set([
  "challenge_expired",
  "challenge_not_found",
  "challenge_already_completed",
  "step_too_early",
  "step_too_late",
]);
/** Failures that another performance can fix. */
const failed = new Set(["challenge_failed", "no_face"]);

/** Errors of either are errors of the capture. */
export interface ChallengeService {
  /**
   * @param avoid steps that the person cannot do
   * @param light whether the screen can show colors; false: the person chose to go without
   * @param burst whether `step` supports bursts
   */
  start(avoid: readonly StepName[], light?: boolean, burst?: boolean): Promise<StartedChallenge | StepwiseChallenge>;
  /**
   * Stepwise challenges only. With this method, the service is asked to start when the first step can be shown, not earlier.
   * @param capturedAfterMs capture time of the frame, after the latest answer
   * @param burst set if the challenge asks for it
   * @returns what to show next. After an error named NetworkError the same frame is sent again while there is time
   */
  step?(id: string, frame: Blob, capturedAfterMs: number, burst?: SentBurst): Promise<StepAnswer>;
  /**
   * The same for a color. With this method, the service is asked for colors.
   * @param pictures small ones, one below the other, taken while it was shown; null: the person chooses to go without
   * @param capturedAfterMs capture time of each, after the latest answer
   */
  light?(id: string, pictures: Blob | null, capturedAfterMs: readonly number[]): Promise<StepAnswer>;
  /** @returns whether the selfie leaves no doubt, so that no challenge is needed. Called once, if the page wants that */
  check?(selfie: Blob): Promise<boolean>;
  /** @param frames of each step in order; empty for a stepwise challenge */
  complete(id: string, selfie: Blob, frames: readonly Blob[]): Promise<Verdict>;
}

/**
 * The service's part of a challenge. Every promise may reject with NetworkError, if the service cannot be reached or has no room, or with
 * ChallengeFailedError, if the request is invalid and retrying is pointless.
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
    // The repeated frame arrived while the first was being analyzed: the next try gets the answer.
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
      // Whatever is wrong with the photo, the challenge reports it.
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

/** For a step or a color. @param frame null: the person chooses to go without colors */
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

/** @throws CameraError for failures that no other performance can fix */
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
      // Browsers do not reveal this: the service answers, but none of its keys allows this page's origin.
      const message = `origin_not_allowed: no public key of the service allows ${location.origin}`;
      throw new CameraError("ChallengeFailedError", message, error);
    }
    throw new CameraError("NetworkError", "The service cannot be reached", error);
  } finally {
    clearTimeout(timer);
  }
}

/** Whether anything answers there, even if this page may not read the answer. */
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
