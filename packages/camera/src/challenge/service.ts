import type { StepName } from "@selfsame/face/assess/gestures";
import { CameraError } from "../errors.ts";

/** As POST /api/v3/challenges gives it. */
export interface StartedChallenge {
  readonly id: string;
  readonly steps: readonly StepName[];
  /** Of each `follow_dot`, in order: degrees around the face, 0 to the person's own right, 90 up. */
  readonly dots?: readonly number[];
}

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
/** How often a service that has no room is asked again, and after how long at most. */
const askedAgain = 2;
const longestPauseMs = 10_000;

/** Refusals that do not pass in seconds. */
const lasting = new Set(["quota_exceeded", "too_many_challenges"]);
const gone = new Set(["challenge_expired", "challenge_not_found", "challenge_already_completed"]);
/** What another performance can mend. */
const failed = new Set(["challenge_failed", "no_face"]);

/** What either rejects with, the capture rejects with. */
export interface ChallengeService {
  /** @param avoid steps that the person cannot do */
  start(avoid: readonly StepName[]): Promise<StartedChallenge>;
  complete(id: string, selfie: Blob, frames: readonly Blob[]): Promise<Verdict>;
}

/**
 * The service's part of a challenge. Every promise may reject with NetworkError: the service cannot be reached, or has no room; or
 * with ChallengeFailedError: it does not take the request, and never will.
 * @param url of /api/v3
 */
export function createService(url: string, publicKey: string, nonce?: string): ChallengeService {
  async function ask<Data>(path: string, body: BodyInit, headers: Readonly<Record<string, string>> = {}) {
    for (let asked = 0; ; asked++) {
      const response = await answerTo(`${url}/challenges${path}`, {
        method: "POST",
        credentials: "omit",
        headers: { authorization: `Bearer ${publicKey}`, ...headers },
        body,
      });
      if (response.status !== 429 && response.status !== 503) return envelopeOf<Data>(response);
      const refused = await envelopeOf<Data>(response);
      if (!refused.success && lasting.has(refused.error.code)) return refused;
      if (asked === askedAgain) throw new CameraError("NetworkError", "The service is busy");
      const waitMs = 1000 * Number(response.headers.get("retry-after") ?? 1);
      await new Promise((resolve) => setTimeout(resolve, Math.min(waitMs, longestPauseMs)));
    }
  }

  return {
    start: async (avoid) => {
      const answer = await ask<StartedChallenge>("", JSON.stringify({ avoid, nonce }), {
        "content-type": "application/json",
      });
      if (!answer.success) throw refusal(answer.error);
      return answer.data;
    },
    complete: async (id, selfie, frames) => {
      const form = new FormData();
      form.set("selfie", selfie, "selfie.jpg");
      for (const [i, frame] of frames.entries()) form.set(`frame_${i + 1}`, frame, `frame_${i + 1}.jpg`);
      const answer = await ask<{ readonly challenge_token: string }>(`/${id}/complete`, form);
      if (answer.success) return { outcome: "passed", token: answer.data.challenge_token };
      const { code, param } = answer.error;
      if (gone.has(code)) return { outcome: "gone" };
      if (failed.has(code)) return { outcome: "failed", code, part: param };
      throw refusal(answer.error);
    },
  };
}

function refusal({ code, message }: Failure): CameraError {
  return new CameraError("ChallengeFailedError", `${code}: ${message}`);
}

async function answerTo(url: string, request: RequestInit): Promise<Response> {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), answerWithinMs);
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
