import type { Photos, Service } from "../service/service.ts";
import { type Completed, type Session, Fault } from "../service/session.ts";

/** How soon it is tried again by itself where the browser does not say that it is online. */
const againAfterMs = 3000;
/** A challenge is over after two minutes, and the camera stays open meanwhile. */
const challengeWaitsMs = 60_000;

/** What becomes of a photo while there is no network. */
export type PhotoState = "waiting" | "lost";

interface SendDeps {
  readonly service: Pick<Service, "look" | "complete">;
  /** @param fate null once the photo is on its way again */
  readonly photo: (fate: PhotoState | null) => void;
}

/**
 * Sends the photos of an attempt, again after each cut of the network. An attempt whose answer alone was lost is not made twice: the
 * session is asked first.
 * @returns undefined where the session has ended meanwhile
 * @throws Fault; "offline" once the photos are lost
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
      // The first of two counted meanwhile.
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

/** It was not enough, and why is not known. */
const counted = ({ attempts_left }: Session): Completed => ({ outcome: "try_again", because: null, attempts_left });

const kindOf = (error: unknown) => (error instanceof Fault ? error.kind : undefined);

/** Resolves when the browser is online again, after a while, or when nobody waits any more. */
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
