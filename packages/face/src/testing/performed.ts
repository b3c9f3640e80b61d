import { changeOf, type Gesture, isDepthStep, noseOf, type Step, steps } from "../assess/gestures.ts";

/** Degrees or shares that are far more than any step asks for, and not too much for one. */
const turned = 26;
const raised = 14;
const closed = 0.05;
const grown = 1.3;

function performed(step: Step, neutral: Gesture): Gesture {
  if (isDepthStep(step)) {
    const towards = ((noseOf(step) ?? 0) * Math.PI) / 180;
    return {
      ...neutral,
      yaw: neutral.yaw - turned * Math.cos(towards),
      pitch: neutral.pitch + raised * Math.sin(towards),
    };
  }
  const change = changeOf(step);
  if ("closes" in change) return { ...neutral, eyesOpen: closed };
  return { ...neutral, [change.grows]: grown * neutral[change.grows] };
}

/** A face for each step that does this, and nothing else. */
export const performedEach = (neutral: Gesture): Readonly<Record<Step, Gesture>> =>
  Object.fromEntries(steps.map((step) => [step, performed(step, neutral)])) as Record<Step, Gesture>;
