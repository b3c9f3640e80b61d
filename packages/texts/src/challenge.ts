import type { StepName } from "@selfsame/face/assess/gestures";

/** Every word of the live challenge. A word in braces is filled in. */
export interface ChallengeTexts extends Readonly<Record<StepName, string>> {
  /** The step was overdone. */
  readonly too_far_turned: string;
  /** It is under way. */
  readonly further: string;
  readonly other_way: string;
  /** Of a dot to follow: where the nose has to go from where it points. */
  readonly dot_right: string;
  readonly dot_up_right: string;
  readonly dot_up: string;
  readonly dot_up_left: string;
  readonly dot_left: string;
  readonly dot_down_left: string;
  readonly dot_down: string;
  readonly dot_down_right: string;
  /** The head turned during a step that needs it straight. */
  readonly head_still: string;
  /** After ten seconds: `{step}` could not be seen yet. */
  readonly not_seen: string;
  readonly step_done: string;
  /** With `{number}` and `{count}`. */
  readonly step_count: string;
  /** The button of a person who cannot do a step. */
  readonly other_step: string;
  /** The step is not seen by itself: the person presses the button. */
  readonly press: string;
  /** The service is asked. */
  readonly checking: string;
  /** Beside the steps: what follows on them. */
  readonly colors_follow: string;
  /** While the screen shows colors. */
  readonly colors: string;
  /** The button of a person who does not want to see changing colors. */
  readonly without_colors: string;
  /** Why it failed: the screen could not be seen on the face. */
  readonly failed_light: string;
  /** The button below the reason of a failure. */
  readonly try_again: string;
  /** Why it failed: `{step}` was not seen. */
  readonly failed_step: string;
  /** Why it failed: the first photo looked aside, or its eyes were closed. */
  readonly failed_selfie: string;
  readonly failed_face: string;
  /** It failed; more is not said. */
  readonly failed: string;
  readonly too_slow: string;
}
