import {
  aimOf,
  apart,
  effortOf,
  flatSteps,
  type Gesture,
  hasOpenEyes,
  isDepthStep,
  isDone,
  isFacing,
  isFrontal,
  steps,
  type Task,
} from "../../packages/face/src/assess/gestures.ts";
import { furthest } from "../../packages/camera/src/challenge/step-watch.ts";
import { limits } from "../../packages/camera/src/guide/guidance.ts";
import { arc, dotsApart } from "../../packages/server/src/liveness/challenge/draw.ts";
import { randomFrom } from "./effects.ts";
import type { Person, Photo } from "./people.ts";
import { type AttackedService, type Drawn, drawn, newNetwork } from "./service.ts";

export interface Performance {
  readonly still: Photo;
  readonly chosen: readonly { readonly task: Task; readonly photo: Photo }[];
}

const isDeep = (task: Task): boolean => typeof task !== "string" || isDepthStep(task);

/** Whether a face is as frontal as the camera requires of a selfie. */
const looksAhead = ({ yaw, pitch }: Gesture): boolean =>
  Math.abs(yaw) <= limits.yaw && pitch <= limits.pitchUp && pitch >= -limits.pitchDown;
/** Whether a turn or nod exceeds the camera's limit for a step. */
const goesTooFar = (neutral: Gesture, now: Gesture): boolean =>
  Math.abs(now.yaw) > furthest.turn || now.pitch - neutral.pitch > furthest.nod;

/** Photos whose names differ only in the number at the end come from one camera and one sitting. */
const captureOf = ({ name }: Photo): string => name.replace(/_\d+\.\w+$/, "");

/** The dot that the nose points at. */
function dotFor(neutral: Gesture, now: Gesture): readonly Task[] {
  const dot = arc.find((degrees) => apart(degrees, aimOf(neutral, now).degrees) <= 0.5);
  return dot === undefined ? [] : [{ dot }];
}

/** Whether the two tasks are too similar for one challenge. */
const isLike = (one: Task, other: Task): boolean =>
  typeof one === "string" || typeof other === "string" ? one === other : apart(one.dot, other.dot) < dotsApart;

export interface Rules {
  readonly isTaken?: (photo: Photo) => boolean;
  readonly dots?: boolean;
  /** Whether a frontal frame stands for a step without a turn, even if the person did not blink or smile: most videos show turns only. */
  readonly fills?: boolean;
  /** Whose limits apply: the camera's are narrower than the service's. */
  readonly by?: "camera" | "service";
}

/** The steps that a person performed while being photographed by one camera. */
export function performanceOf(
  person: Person,
  seed: number,
  { isTaken = () => true, dots = false, by = "camera", fills = false }: Rules = {},
): Performance | undefined {
  const all = [person.still, ...person.others].filter(isTaken);
  const isNeutral = by === "camera" ? looksAhead : isFrontal;
  const neutral = all.filter(({ frame }) => isNeutral(frame.gesture) && hasOpenEyes(frame.gesture));
  const still = neutral[seed % neutral.length];
  if (!still) return undefined;
  const before = still.frame.gesture;
  const random = randomFrom(seed);
  const shown = all
    .filter((photo) => photo !== still && captureOf(photo) === captureOf(still))
    .filter(({ frame }) => by === "service" || !goesTooFar(before, frame.gesture))
    .flatMap((photo) => {
      const now = photo.frame.gesture;
      if (fills && isFacing(before, now)) return flatSteps.map((task) => ({ task, photo }));
      return (dots ? [...flatSteps, ...dotFor(before, now)] : steps)
        .filter((task) => isDone(task, before, now, by === "camera" ? effortOf(task) : 1))
        .map((task) => ({ task, photo }));
    });
  const chosen: typeof shown = [];
  while (chosen.length < 3) {
    const unused = shown.filter(({ photo }) => !chosen.some((other) => other.photo === photo));
    const other = unused.filter(({ task }) => !chosen.some((one) => isLike(one.task, task)));
    // Every challenge has a step that shows depth.
    const first = other.filter(({ task }) => isDeep(task));
    // A person who turned to one side only did so in several frames.
    const left = chosen.length === 0 ? first : other.length > 0 ? other : unused;
    if (left.length === 0) break;
    chosen.push(left[Math.floor(random() * left.length)] as (typeof shown)[number]);
  }
  return chosen.length < 3 ? undefined : { still, chosen };
}

export const photosIn = ({ still, chosen }: Performance): readonly Photo[] => [
  still,
  ...chosen.map(({ photo }) => photo),
];

/** A challenge that asks for exactly these steps. */
export async function challengeFor(service: AttackedService, network: string, { chosen }: Performance): Promise<Drawn> {
  const challenge = await drawn(service, network);
  service.ask(
    challenge,
    chosen.map(({ task }) => task),
  );
  return challenge;
}

/**
 * Different performances of this person that the service accepts, up to a maximum: an attacker tests on their own machine which to swap a face onto.
 */
export async function acceptedOf(
  service: AttackedService,
  person: Person,
  rules: Rules,
  most: number,
): Promise<readonly Performance[]> {
  const seen = new Set<string>();
  const accepted: Performance[] = [];
  for (let seed = 1; seed <= 10 * most && accepted.length < most; seed++) {
    const performance = performanceOf(person, seed, rules);
    const photos = performance && photosIn(performance);
    const key = String(photos?.map(({ name }) => name).toSorted());
    if (!performance || !photos || seen.has(key)) continue;
    seen.add(key);
    const network = newNetwork();
    const [selfie, ...frames] = photos.map(({ jpeg }) => jpeg) as [Buffer, ...Buffer[]];
    const challenge = await challengeFor(service, network, performance);
    const { outcome } = await service.complete(challenge, network, selfie, frames);
    service.forgetFrames();
    if (outcome === "passed") accepted.push(performance);
  }
  return accepted;
}
