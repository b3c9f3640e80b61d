import { changeOf, type Gesture, directionOf, isDepthStep, type Step, steps } from "../assess/gestures.ts";

/** Degrees or shares that are far more than any step asks for, and not too much for one. */
const turned = 26;
const raised = 14;
const closed = 0.05;
const grown = 1.3;

function performed(step: Step, neutral: Gesture): Gesture {
  if (isDepthStep(step)) {
    const { right, up } = directionOf(step);
    return { ...neutral, yaw: neutral.yaw - turned * right, pitch: neutral.pitch + raised * up };
  }
  const change = changeOf(step);
  if ("closes" in change) return { ...neutral, eyesOpen: closed };
  return { ...neutral, [change.grows]: grown * neutral[change.grows] };
}

/** A face for each step that does this, and nothing else. */
export const performedEach = (neutral: Gesture): Readonly<Record<Step, Gesture>> =>
  Object.fromEntries(steps.map((step) => [step, performed(step, neutral)])) as Record<Step, Gesture>;
