import type { StepName } from "@selfsame/face/assess/gestures";
import type { ChallengeService, StartedChallenge, StepwiseChallenge } from "./service.ts";

/** As many as the service allows a person to avoid. */
const avoidedMax = 2;
/** Oldest usable challenge when its first step is shown; challenges live 120 seconds. */
const staleMs = 60_000;

export interface Drawn {
  readonly challenge: StartedChallenge | StepwiseChallenge;
  /** Arrival time, by this page's clock. */
  readonly atMs: number;
}

/** Supplies challenges from the service, without steps that the person cannot do. */
export interface Draws {
  /** Requests the next one before it is needed. */
  prepare(): Promise<void>;
  /** The challenge to perform now. */
  take(signal: AbortSignal): Promise<Drawn>;
  /** Drops the prepared challenge; the next one is drawn when needed. */
  discard(): void;
  mayAvoid(): boolean;
  /** Avoids a step from now on, if that is still allowed. */
  avoid(step: StepName): undefined;
  /** Whether the next challenge may contain the step. */
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
      // A stepwise challenge has one attempt; the others have three, with the same steps.
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
