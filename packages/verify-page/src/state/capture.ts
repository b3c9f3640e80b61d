import { pathTo } from "../here/service-path.ts";
import type { SentBurst, VerifyCameraV3 as Camera } from "../../../camera/camera-v3.d.ts";
import type { Device } from "../here/device.ts";
import type { Frame, Service } from "../service/service.ts";
import { type Because, type Completed, type Session, Fault } from "../service/session.ts";
import { type PhotoState, sendPhotos } from "./send-photos.ts";
import type { Event } from "./states.ts";

/** Result of a capture: an event for states.ts, and details for the person. */
export interface Captured {
  readonly event: Event;
  readonly because?: Because | null;
  readonly attemptsLeft?: number;
}

export interface CaptureDeps {
  readonly service: Service;
  readonly device: Device;
  readonly language: string;
  /** Called when this device has the session. */
  readonly held: () => void;
  /** Called when the selfie was taken and is sent, in a session without a challenge. */
  readonly sending: () => void;
  /** @param fate null when the photo is being sent again */
  readonly photo: (fate: PhotoState | null) => void;
}

/** An unsuccessful outcome. Thrown, so that the camera closes without saying "done". */
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
  // The session has ended; the page requests it to find out how.
  ended: undefined,
  words_changed: "break",
  stale: "break",
  no_face: "break",
  out_of_order: "lose_network",
  offline: "lose_network",
  busy: "be_refused",
  fault: "break",
};

/** The event for an error; undefined if the page has to request the session. */
export function eventOf(error: unknown): Event | undefined {
  return error instanceof Fault ? troubleEvents[error.kind] : "break";
}

type Module = { readonly VerifyCameraV3: typeof Camera };
/** Not part of this page's bundle, because customers' pages load the same file. */
const cameraPath = "/camera-v3.mjs";

async function loadCamera(): Promise<typeof Camera> {
  try {
    return ((await import(/* @vite-ignore */ pathTo(cameraPath))) as Module).VerifyCameraV3;
  } catch (error) {
    throw new Fault("offline", "The camera cannot be loaded", error);
  }
}

/**
 * Opens the camera, plays the challenge and sends the photos.
 * @returns the result; undefined if the page has to request the session
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
    // In a challenge each step needs the camera, which closes now. So the photo is lost.
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
    // The camera handles this outcome itself. If it did not, the page starts again, with a challenge.
    challenge_needed: "mend",
  } as const;
  return { event: events[outcome], because, attemptsLeft };
}

/** Takes the session to this device. */
async function begin({ service, held }: CaptureDeps): Promise<void> {
  await service.agree();
  held();
}

/** The challenge service for the camera, backed by the session: it draws the steps and checks the frames. */
function challengeOf(session: Session, deps: CaptureDeps, signal: AbortSignal) {
  const { service } = deps;
  const send = async (frame: Frame) => {
    try {
      return await service.step(frame);
    } catch (error) {
      const { kind } = error as Fault;
      if (kind === "no_face") return { outcome: "failed", code: "no_face", part: "frame" } as const;
      // The camera retries after a NetworkError.
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
      // Starts the attempt without a challenge: one drawn before belongs to another selfie.
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

/** The challenge expired: the camera says so and draws new steps. @throws any other error */
function gone(error: unknown): { readonly outcome: "gone" } {
  if (error instanceof Fault && error.kind === "stale") return { outcome: "gone" };
  throw error;
}
