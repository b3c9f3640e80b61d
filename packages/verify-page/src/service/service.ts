import type { SentBurst, ShownStep, Step } from "../../../camera/camera-v3.d.ts";
import { consentVersion } from "@selfsame/texts/consent-version";
import { ask, type Credentials, sendAnswer } from "./ask.ts";
import type { Completed, Session, Simulated, Started, WalletRequest } from "./session.ts";

/** Timeout for the response to a step's frame. The frame is then sent again, which is harmless. */
const stepAnswerWithinMs = 5000;

export interface Photos {
  readonly selfie: Blob;
  /** Challenge id and one frame per step; no frames for a stepwise challenge. */
  readonly challenge?: { readonly id: string; readonly frames: readonly Blob[] };
}

/** The frame of a step, or the pictures of a color. */
export interface Frame {
  readonly challengeId: string;
  /** Null: the person chose to skip colors. */
  readonly frame: Blob | null;
  /** Milliseconds from the last response to the capture; for a color, one value per picture. */
  readonly capturedAfterMs: readonly number[];
  /** For a step, if the challenge requests a burst. */
  readonly burst?: SentBurst | undefined;
}

/** The session's API. Every method may reject with a Fault. */
export interface Service {
  look(): Promise<Session>;
  /** Gives consent to that version of the text, or confirms earlier consent. Moves the session to this device. */
  agree(version?: string): Promise<Started>;
  /**
   * Like `agree`, and draws a challenge.
   * @param avoid steps that the person cannot perform
   * @param light whether the screen can show colors; false: the person skips them
   */
  start(avoid?: readonly Step[], light?: boolean): Promise<Started>;
  /** Requests the portrait from the person's wallet: `follow` reports the response. */
  askWallet(returns: boolean): Promise<WalletRequest>;
  /** Submits the code with which a wallet on this device returned. */
  returnFromWallet(code: string): Promise<{ readonly received: boolean }>;
  /** Submits the wallet's response that the browser returned: `follow` reports the result. */
  answerWallet(url: string, response: string): Promise<void>;
  /** Sends the frame of a step. Sending it twice is harmless. */
  step(frame: Frame): Promise<{ readonly step: ShownStep } | { readonly complete: true }>;
  /** The person leaves for now. */
  decline(): Promise<Session>;
  /** Returns the person's own copy of the consent record. */
  receipt(): Promise<object>;
  /** Withdraws the person's consent. */
  withdraw(): Promise<Session>;
  complete(photos: Photos): Promise<Completed>;
  /** For test sessions: chooses the outcome. */
  simulate(outcome: Simulated): Promise<Completed>;
}

/** @param language the page's current language */
export function createService(credentials: Credentials, language: () => string): Service {
  const start = (wish: object): Promise<Started> => {
    const body = JSON.stringify({ consent_version: consentVersion, language: language(), ...wish });
    return ask(credentials, "/start", { method: "POST", body, json: true });
  };
  return {
    look: () => ask(credentials, "", { method: "GET" }),
    agree: (version = consentVersion) => start({ consent_version: version, draw: false }),
    askWallet: (returns) =>
      ask(credentials, "/wallet", { method: "POST", body: JSON.stringify({ returns }), json: true }),
    returnFromWallet: (code) =>
      ask(credentials, "/wallet/return", { method: "POST", body: JSON.stringify({ response_code: code }), json: true }),
    answerWallet: sendAnswer,
    start: (avoid = [], light) => start({ avoid, mode: "stepwise", light, burst: true }),
    step: ({ challengeId, frame, capturedAfterMs, burst }) => {
      const body = new FormData();
      body.set("challenge_id", challengeId);
      if (frame) {
        body.set("frame", frame, "frame.jpg");
        body.set("captured_after_ms", capturedAfterMs.join());
      } else body.set("spared", "true");
      if (burst) {
        body.set("burst", burst.pictures, "burst.jpg");
        body.set("burst_after_ms", burst.capturedAfterMs.join());
      }
      return ask(credentials, "/steps", { method: "POST", body, withinMs: stepAnswerWithinMs });
    },
    receipt: () => ask(credentials, "/consent-receipt", { method: "GET" }),
    withdraw: () => ask(credentials, "/withdraw", { method: "POST", body: "{}", json: true }),
    decline: () => ask(credentials, "/decline", { method: "POST", keepalive: true }),
    complete: ({ selfie, challenge }) => {
      const body = new FormData();
      body.set("selfie", selfie, "selfie.jpg");
      if (challenge) {
        body.set("challenge_id", challenge.id);
        for (const [i, frame] of challenge.frames.entries()) body.set(`frame_${i + 1}`, frame, `frame_${i + 1}.jpg`);
      }
      return ask(credentials, "/complete", { method: "POST", body });
    },
    simulate: (outcome) => {
      const body = new FormData();
      body.set("simulate", outcome);
      return ask(credentials, "/complete", { method: "POST", body });
    },
  };
}
