import type { StepName } from "@selfsame/face/assess/gestures";
import type { ChallengeService, StartedChallenge, StepwiseChallenge } from "./service.ts";

/** As many as the service lets a person avoid. */
const avoidedMax = 2;
/** Of the 120 seconds that a challenge lives, so many may have gone when its first step is shown. */
const staleMs = 60_000;

export interface Drawn {
  readonly challenge: StartedChallenge | StepwiseChallenge;
  /** When it came, by this page's clock. */
  readonly atMs: number;
}

/** Which challenge is next: those that the service draws, without the steps that the person cannot do. */
export interface Draws {
  /** Asks the service for the next one, before it is needed. */
  prepare(): Promise<void>;
  /** The one to perform now. */
  take(signal: AbortSignal): Promise<Drawn>;
  /** The next one is drawn when it is needed. */
  discard(): void;
  mayAvoid(): boolean;
  /** From now on other steps are drawn in its place, if that is still allowed. */
  avoid(step: StepName): undefined;
  /** Whether the next one has that step, as far as that is known. */
  mayHave(step: StepName): boolean;
}

/** @param isSpared whether the person goes without colors */
export function createDraws(service: ChallengeService, isSpared: () => boolean): Draws {
  const avoided: StepName[] = [];
  let next: Drawn | undefined;
  const draw = async (): Promise<Drawn> => {
    const challenge = await service.start(avoided, service.light ? !isSpared() : undefined, true);
    next = { challenge, atMs: performance.now() };
    return next;
  };
  const discard = () => void (next = undefined);
  const mayAvoid = () => avoided.length < avoidedMax;
  return {
    async prepare() {
      await draw();
    },
    async take(signal) {
      const drawn = next && performance.now() - next.atMs <= staleMs ? next : await draw();
      signal.throwIfAborted();
      // One attempt; the others have three, with the same steps.
      if ("step" in drawn.challenge) discard();
      return drawn;
    },
    discard,
    mayAvoid,
    avoid(step) {
      if (!mayAvoid() || avoided.includes(step)) return;
      avoided.push(step);
      discard();
    },
    mayHave: (step) => !next || "step" in next.challenge || next.challenge.steps.includes(step),
  };
}
