import { pathTo } from "../here/service-path.ts";
import type { SentBurst, VerifyCameraV3 as Camera } from "../../../camera/camera-v3.d.ts";
import type { Device } from "../here/device.ts";
import type { Frame, Service } from "../service/service.ts";
import { type Because, type Completed, type Session, Fault } from "../service/session.ts";
import { type PhotoState, sendPhotos } from "./send-photos.ts";
import type { Event } from "./states.ts";

/** What a capture came to: an event for states.ts, and what the person is told with it. */
export interface Captured {
  readonly event: Event;
  readonly because?: Because | null;
  readonly attemptsLeft?: number;
}

export interface CaptureDeps {
  readonly service: Service;
  readonly device: Device;
  readonly language: string;
  /** The session is this device's. */
  readonly held: () => void;
  /** The selfie is there, and sent without a challenge. */
  readonly sending: () => void;
  /** @param fate null once the photo is on its way again */
  readonly photo: (fate: PhotoState | null) => void;
}

/** The outcome of a performance that is not the good one: thrown, so that the camera closes without saying "done". */
class Outcome extends Error {
  readonly completed: Completed;

  constructor(completed: Completed) {
    super(completed.outcome);
    this.completed = completed;
  }
}

const cameraEvents: Readonly<Record<string, Event>> = {
  NotAllowedError: "camera_denied",
  NotFoundError: "camera_missing",
  NotReadableError: "camera_taken",
  SecurityError: "camera_withheld",
  NetworkError: "lose_network",
};

const troubleEvents: Readonly<Record<Fault["kind"], Event | undefined>> = {
  link_wrong: "link_wrong",
  elsewhere: "taken_over",
  // How it ended is asked.
  ended: undefined,
  words_changed: "break",
  stale: "break",
  no_face: "break",
  out_of_order: "lose_network",
  offline: "lose_network",
  busy: "be_refused",
  fault: "break",
};

/** The event that a trouble leads to; undefined where the session has to be asked. */
export function eventOf(error: unknown): Event | undefined {
  return error instanceof Fault ? troubleEvents[error.kind] : "break";
}

type Module = { readonly VerifyCameraV3: typeof Camera };
/** Beside this page, and not of its bundle: pages of others load the same file. */
const cameraPath = "/camera-v3.mjs";

async function loadCamera(): Promise<typeof Camera> {
  try {
    return ((await import(/* @vite-ignore */ pathTo(cameraPath))) as Module).VerifyCameraV3;
  } catch (error) {
    throw new Fault("offline", "The camera cannot be loaded", error);
  }
}

/**
 * Opens the camera, plays the challenge and sends what it took.
 * @returns what it came to; undefined where the session has to be asked
 */
export async function capture(session: Session, deps: CaptureDeps, signal: AbortSignal): Promise<Captured | undefined> {
  let performing = false;
  try {
    const VerifyCamera = await loadCamera();
    if (signal.aborted) return undefined;
    const withChallenge = session.challenge !== "off";
    const camera = new VerifyCamera({
      language: deps.language,
      ...(withChallenge && {
        challenge: session.challenge === "if_unsure" ? session.challenge : true,
        service: challengeOf(session, deps, signal),
      }),
    });
    signal.addEventListener("abort", () => camera.stop());
    if (!withChallenge) await begin(deps);
    performing = withChallenge;
    const photo = await camera.start();
    if (!photo) return { event: "close_camera" };
    if (withChallenge) return { event: "end_done" };
    deps.sending();
    const completed = await sendPhotos(session, { selfie: photo.blob }, deps, signal);
    return completed && capturedOf(completed);
  } catch (error) {
    if (error instanceof Outcome) return capturedOf(error.completed);
    const { name } = error as Error;
    const event = error instanceof Fault ? eventOf(error) : (cameraEvents[name] ?? "break");
    // Of a challenge each step follows on the photo, which goes with the camera.
    if (event === "lose_network" && performing) deps.photo("lost");
    if (event === undefined) return undefined;
    return { event: event === "camera_denied" && deps.device.inApp ? "camera_withheld" : event };
  }
}

export function capturedOf({ outcome, because, attempts_left: attemptsLeft }: Completed): Captured {
  const events = {
    done: "end_done",
    not_confirmed: "end_not_confirmed",
    in_review: "end_in_review",
    try_again: "mend",
    // Only where the camera did not ask: the page starts again, with a challenge.
    challenge_needed: "mend",
  } as const;
  return { event: events[outcome], because, attemptsLeft };
}

/** The session is this device's from now on. */
async function begin({ service, held }: CaptureDeps): Promise<void> {
  await service.agree();
  held();
}

/** The session in the place of the camera's own service: it draws the steps and judges the frames. */
function challengeOf(session: Session, deps: CaptureDeps, signal: AbortSignal) {
  const { service } = deps;
  const send = async (frame: Frame) => {
    try {
      return await service.step(frame);
    } catch (error) {
      const { kind } = error as Fault;
      if (kind === "no_face") return { outcome: "failed", code: "no_face", part: "frame" } as const;
      // The camera sends it again.
      if (kind === "offline" || kind === "out_of_order") throw Object.assign(error as Fault, { name: "NetworkError" });
      return gone(error);
    }
  };
  return {
    start: async (avoid: Parameters<Service["start"]>[0] = [], light?: boolean) => {
      const { challenge } = await service.start(avoid, light);
      deps.held();
      if (!challenge) throw new Fault("fault", "The service drew no challenge");
      return challenge;
    },
    check: async (selfie: Blob) => {
      // Without a challenge that was drawn before: its selfie is another.
      await begin(deps);
      const completed = await sendPhotos(session, { selfie }, deps, signal);
      if (!completed) throw new Fault("ended", "The session has ended meanwhile");
      if (completed.outcome !== "done" && completed.outcome !== "challenge_needed") throw new Outcome(completed);
      return completed.outcome === "done";
    },
    step: (challengeId: string, frame: Blob, capturedAfterMs: number, burst?: SentBurst) =>
      send({ challengeId, frame, capturedAfterMs: [capturedAfterMs], burst }),
    light: (challengeId: string, frame: Blob | null, capturedAfterMs: readonly number[]) =>
      send({ challengeId, frame, capturedAfterMs }),
    complete: async (id: string, selfie: Blob, frames: readonly Blob[]) => {
      try {
        const photos = { selfie, challenge: { id, frames } };
        const completed = await sendPhotos(session, photos, deps, signal);
        if (!completed) throw new Fault("ended", "The session has ended meanwhile");
        if (completed.outcome !== "done") throw new Outcome(completed);
        return { outcome: "passed", token: "" } as const;
      } catch (error) {
        return gone(error);
      }
    },
  };
}

/** It took too long: the camera says so, and draws others. @throws what is anything else */
function gone(error: unknown): { readonly outcome: "gone" } {
  if (error instanceof Fault && error.kind === "stale") return { outcome: "gone" };
  throw error;
}
