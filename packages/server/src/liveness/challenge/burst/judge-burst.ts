import { type Gesture, isDepthStep, type Task } from "@selfsame/face/assess/gestures";
import type { BurstFace } from "@selfsame/photo/engine/engine";
import type { Doubt, Frame, Measure } from "../judge.ts";
import type { MeasuredBurst } from "./burst.ts";

/** A picture this close to the frame must show what the frame shows. Busy phones deliver few pictures, and late. */
const nearMs = 1000;
/** Largest difference of such a picture to the frame: degrees, and factor of the face's size (docs/research/challenge-bursts.md). */
const apartMax = 12;
const sizeApartMax = 1.3;
/** Least similarity to the person: as for frames, see judge.ts. */
const leastSimilar = 0.3;
/** If the head turned for the frame, an earlier picture must show it this many degrees elsewhere. */
const wayMin = 4;
/** Pictures that must show a face. */
const facesMin = 2;

/** Whether each burst leads to its frame. @param bursts of each frame; undefined if none was requested */
export function judgeBursts(
  tasks: readonly Task[],
  frames: readonly Pick<Frame, "embedding" | "gesture">[],
  bursts: readonly (MeasuredBurst | undefined)[],
  { similarity }: Pick<Measure, "similarity">,
): Doubt | undefined {
  for (const [i, burst] of bursts.entries()) {
    const frame = frames[i];
    const task = tasks[i];
    if (!burst || !frame || task === undefined) continue;
    const alike = burst.embedding !== undefined && similarity(burst.embedding, frame.embedding) >= leastSimilar;
    if (!alike || !leadsTo(task, frame.gesture, burst)) return { reason: "other_burst", frame: i + 1 };
  }
  return undefined;
}

function leadsTo(task: Task, frame: Gesture, { looked, frameAfterMs }: MeasuredBurst): boolean {
  const seen = looked.flatMap(({ afterMs, face }) => (face ? { afterMs, face } : []));
  const near = seen.filter(({ afterMs }) => Math.abs(afterMs - frameAfterMs) <= nearMs);
  const arrives = near.some(({ face }) => isSame(face, frame));
  const turns = typeof task !== "string" || isDepthStep(task);
  const moves = !turns || seen.some(({ face }) => degreesApart(face, frame) >= wayMin);
  return seen.length >= facesMin && arrives && moves;
}

const isSame = (face: BurstFace, frame: Gesture): boolean =>
  degreesApart(face, frame) <= apartMax && Math.abs(Math.log(face.size / frame.size)) <= Math.log(sizeApartMax);

const degreesApart = (one: BurstFace, other: Gesture): number =>
  Math.hypot(one.yaw - other.yaw, one.pitch - other.pitch);
