import { isDepthStep, isNod, type Task, turnsAside } from "../../packages/face/src/assess/gestures.ts";
import type { FrameDetails } from "../../packages/photo/src/engine/engine.ts";
import type { Pose } from "./depth-render.ts";

export type Seen = Pick<FrameDetails, "gesture" | "pose">;

const roundsMax = 5;
/** How close to the wanted turn a pose has to come, degrees. */
const closeEnough = 1.5;
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
  let { yaw: turn, pitch: nod } = start;
  let best = { pose: start, off: Infinity };
  for (let round = 0; round < roundsMax; round++) {
    const pose: Pose = { ...start, yaw: turn, pitch: nod };
    const seen = await look(pose);
    if (!seen) {
      [turn, nod] = [0.8 * turn, 0.8 * nod];
      continue;
    }
    const yaw = wanted.yaw - (seen.gesture.yaw - neutral.gesture.yaw);
    const pitch = wanted.pitch - (seen.gesture.pitch - neutral.gesture.pitch);
    const off = Math.hypot(yaw, pitch);
    if (off < best.off) best = { pose, off };
    if (off <= closeEnough) break;
    [turn, nod] = [turn + 0.9 * yaw, nod + 0.9 * pitch];
  }
  return best.pose;
}
