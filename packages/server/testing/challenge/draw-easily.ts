import { flatSteps } from "@selfsame/face/assess/gestures";
import { drawNext } from "../../src/liveness/challenge/stepwise/draw-next.ts";

const triesMax = 5000;

/**
 * Draws steps as the service does, and draws again until the tests' performer can perform the step reliably. When one photo is warped in directions
 * other than left, the models often detect another direction or another person: too often for a test that must pass.
 */
export const drawEasily: typeof drawNext = (plan, drawn, random) => {
  const steps = drawn.filter((task) => typeof task === "string").length;
  const dots = drawn.length - steps;
  const hasAllSteps = steps + plan.avoid.length === flatSteps.length;
  const [from, to] = dots > 0 ? [140, 165] : [188, 210];
  for (let tries = 0; tries < triesMax; tries++) {
    const task = drawNext(plan, drawn, random);
    if (typeof task === "string") return task;
    if (task.dot >= from && task.dot <= to && (dots < 2 || hasAllSteps)) return task;
  }
  return drawNext(plan, drawn, random);
};
