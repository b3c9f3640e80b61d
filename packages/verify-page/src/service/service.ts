import type { Step } from "../../../camera/camera-v3.d.ts";
import { ask, type Credentials } from "./ask.ts";
import type { Completed, Session, Simulated, Started } from "./session.ts";

/** Of the words that the person agrees to: `consent` in texts/, in every language. */
const consentVersion = "2026-11.2";

export interface Photos {
  readonly selfie: Blob;
  /** Of a challenge: its id, and a frame of each step. */
  readonly challenge?: { readonly id: string; readonly frames: readonly Blob[] };
}

/** The session at the service. Each may reject with a Trouble. */
export interface Service {
  look(): Promise<Session>;
  /** Takes the session to this device and draws a challenge. @param avoid steps that the person cannot do */
  start(avoid?: readonly Step[]): Promise<Started>;
  /** The person does not want to go on for now, and leaves. */
  decline(): Promise<Session>;
  complete(photos: Photos): Promise<Completed>;
  /** Of a test session. */
  simulate(outcome: Simulated): Promise<Completed>;
}

export function createService(credentials: Credentials): Service {
  return {
    look: () => ask(credentials, "", { method: "GET" }),
    start: (avoid = []) => {
      const body = JSON.stringify({ consent_version: consentVersion, ...(avoid.length > 0 && { avoid }) });
      return ask(credentials, "/start", { method: "POST", body, json: true });
    },
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
