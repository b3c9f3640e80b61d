import type { Photos, Service } from "../service/service.ts";
import { type Completed, type Session, Fault } from "../service/session.ts";

/** Milliseconds before a retry, if the browser does not report that it is online. */
const againAfterMs = 3000;
/** With a challenge, how long to retry: it expires after two minutes, and the camera stays open meanwhile. */
const challengeWaitsMs = 60_000;

/** State of a photo while there is no network. */
export type PhotoState = "waiting" | "lost";

interface SendDeps {
  readonly service: Pick<Service, "look" | "complete">;
  /** @param fate null when the photo is being sent again */
  readonly photo: (fate: PhotoState | null) => void;
}

/**
 * Sends the photos of an attempt, and again after each network failure. Requests the session before each retry: if only the response was lost, the
 * attempt is not repeated.
 * @returns undefined if the session ended meanwhile
 * @throws Fault; "offline" if the photos are lost
 */
export async function sendPhotos(
  session: Session,
  photos: Photos,
  { service, photo }: SendDeps,
  signal: AbortSignal,
): Promise<Completed | undefined> {
  const expiresMs = Date.parse(session.expires_at);
  const untilMs = photos.challenge ? Math.min(expiresMs, Date.now() + challengeWaitsMs) : expiresMs;
  let left = session.attempts_left;
  for (let sent = 0; ; sent++) {
    try {
      if (sent > 0) {
        const now = await service.look();
        if (now.end) return undefined;
        if (now.attempts_left < left) return counted(now);
        left = now.attempts_left;
        photo(null);
      }
      return await service.complete(photos);
    } catch (error) {
      // The service has meanwhile counted an earlier send of this attempt.
      if (sent > 0 && kindOf(error) === "elsewhere") {
        const now = await service.look();
        if (now.here && !now.end) return counted(now);
      }
      if (kindOf(error) !== "offline" || signal.aborted) throw error;
      if (Date.now() >= untilMs) {
        photo("lost");
        throw error;
      }
    }
    photo("waiting");
    await onlineAgain(signal);
    if (signal.aborted) throw new Fault("offline", "Nobody waits for the photos any more");
  }
}

/** The attempt was not enough, for an unknown reason. */
const counted = ({ attempts_left }: Session): Completed => ({ outcome: "try_again", because: null, attempts_left });

const kindOf = (error: unknown) => (error instanceof Fault ? error.kind : undefined);

/** Resolves when the browser is online again, after a delay, or when the signal aborts. */
function onlineAgain(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener("online", done);
      resolve();
    };
    const timer = setTimeout(done, againAfterMs);
    addEventListener("online", done);
    signal.addEventListener("abort", done, { once: true });
  });
}
