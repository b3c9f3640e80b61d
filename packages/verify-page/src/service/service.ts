import type { SentBurst, ShownStep, Step } from "../../../camera/camera-v3.d.ts";
import { consentVersion } from "@selfsame/texts/consent-version";
import { ask, type Credentials, sendAnswer } from "./ask.ts";
import type { Completed, Session, Simulated, Started, WalletRequest } from "./session.ts";

/** Of the frame of a step, which is sent again then: sending it twice costs nothing. */
const stepAnswerWithinMs = 5000;

export interface Photos {
  readonly selfie: Blob;
  /** Of a challenge: its id, and a frame of each step; none of a stepwise one. */
  readonly challenge?: { readonly id: string; readonly frames: readonly Blob[] };
}

/** The frame of a step, or the pictures of a color. */
export interface Frame {
  readonly challengeId: string;
  /** Null: the person chooses to go without colors. */
  readonly frame: Blob | null;
  /** How long after the last answer it was taken; of a color, each of its pictures. */
  readonly capturedAfterMs: readonly number[];
  /** Of a step, where the challenge asks for it. */
  readonly burst?: SentBurst | undefined;
}

/** The session at the service. Each may reject with a Fault. */
export interface Service {
  look(): Promise<Session>;
  /** The person agrees to the words of that version, or has agreed before: takes the session to this device. */
  agree(version?: string): Promise<Started>;
  /**
   * The same, and draws a challenge.
   * @param avoid steps that the person cannot do
   * @param light whether the screen can show colors; false: the person goes without
   */
  start(avoid?: readonly Step[], light?: boolean): Promise<Started>;
  /** Asks the person's wallet for its portrait: `follow` reports the answer. */
  askWallet(returns: boolean): Promise<WalletRequest>;
  /** Hands in the code that a wallet on this device came back with. */
  returnFromWallet(code: string): Promise<{ readonly received: boolean }>;
  /** Hands in what the browser brought from a wallet: `follow` reports what came of it. */
  answerWallet(url: string, response: string): Promise<void>;
  /** Sends the frame of a step. It may be sent again. */
  step(frame: Frame): Promise<{ readonly step: ShownStep } | { readonly complete: true }>;
  /** The person does not want to go on for now, and leaves. */
  decline(): Promise<Session>;
  /** What the person agreed to, as a document of their own. */
  receipt(): Promise<object>;
  /** The person takes their consent back. */
  withdraw(): Promise<Session>;
  complete(photos: Photos): Promise<Completed>;
  /** Of a test session. */
  simulate(outcome: Simulated): Promise<Completed>;
}

/** @param language in which the page is shown now */
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
