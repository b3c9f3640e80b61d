import { randomInt } from "node:crypto";
import { depthSteps, type Step, steps } from "@selfsame/face/assess/gestures";

export const stepsAChallenge = 3;
/** Steps a person may ask to be spared. With more, an attacker could choose what to prepare. */
export const avoidedMax = 2;

/**
 * Draws the steps of a challenge, in order: different ones, at least one of which shows depth.
 * @param avoid at most `avoidedMax` of them
 * @param random a number from 0 up to but without its argument
 */
export function drawSteps(avoid: readonly Step[], random: (below: number) => number = randomInt): readonly Step[] {
  const take = (from: readonly Step[]): Step => from[random(from.length)] as Step;
  const able = steps.filter((step) => !avoid.includes(step));
  const drawn = [take(depthSteps.filter((step) => able.includes(step)))];
  while (drawn.length < stepsAChallenge) drawn.push(take(able.filter((step) => !drawn.includes(step))));
  // Fisher and Yates: the step that shows depth may come anywhere.
  for (let i = drawn.length - 1; i > 0; i--) {
    const j = random(i + 1);
    [drawn[i], drawn[j]] = [drawn[j] as Step, drawn[i] as Step];
  }
  return drawn;
}
