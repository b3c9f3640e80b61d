import { isDepthStep, isNod, type Task, turnsAside } from "../../packages/face/src/assess/gestures.ts";
import type { FrameDetails } from "../../packages/photo/src/engine/engine.ts";
import { turnedUntil } from "../../packages/server/testing/challenge/turn-until.ts";
import type { Pose } from "./depth-render.ts";

export type Seen = Pick<FrameDetails, "gesture">;

/** How close to the wanted turn a pose has to come. */
const closeEnoughDegrees = 1.5;
/** Turns that one of the least reach has, degrees: of a dot to the right or left, of a dot above, and of the steps without a dot. */
const turnOf = { across: 12, up: 8.5, aside: 14.7, step: 14, nod: 7 } as const;

/** The turn that a task wants, as a change of yaw and pitch, degrees; undefined if the head stays. */
function wantedBy(task: Task, reach: number): { readonly yaw: number; readonly pitch: number } | undefined {
  if (typeof task === "string") {
    if (!isDepthStep(task)) return undefined;
    if (isNod(task)) return { yaw: 0, pitch: reach * turnOf.nod };
    return { yaw: (task === "turn_left" ? 1 : -1) * reach * turnOf.step, pitch: 0 };
  }
  const angle = (task.dot * Math.PI) / 180;
  const across = turnOf.across * Math.cos(angle);
  const least = turnsAside(task) ? Math.max(1, turnOf.aside / Math.abs(across)) : 1;
  const by = reach * least;
  return { yaw: -by * across, pitch: by * turnOf.up * Math.sin(angle) };
}

/**
 * Changes a pose until the measured turn is the wanted one, as an attacker does who has the models: every direction can be prepared beforehand.
 * @param look measures a render in this pose, undefined if no face is found
 * @param neutral the selfie's
 */
export async function fitted(
  task: Task,
  reach: number,
  start: Pose,
  neutral: Seen,
  look: (pose: Pose) => Promise<Seen | undefined>,
): Promise<Pose> {
  const wanted = wantedBy(task, reach);
  if (!wanted) return start;
  const best = await turnedUntil(
    start,
    ({ yaw, pitch }) => look({ ...start, yaw, pitch }),
    ({ gesture }) => {
      const yaw = wanted.yaw - (gesture.yaw - neutral.gesture.yaw);
      const pitch = wanted.pitch - (gesture.pitch - neutral.gesture.pitch);
      return { yaw: 0.9 * yaw, pitch: 0.9 * pitch, far: Math.hypot(yaw, pitch) };
    },
    { tries: 5, closeEnough: closeEnoughDegrees, back: 0.8 },
  );
  return { ...start, ...best?.angles };
}
