import { createHmac, randomInt } from "node:crypto";
import {
  apart,
  depthSteps,
  type Dot,
  flatSteps,
  isDepthStep,
  type Step,
  type StepName,
  steps,
  type Task,
} from "@selfsame/face/assess/gestures";

export const stepsAChallenge = 3;
/** For a requester who left many challenges. */
export const stepsMax = 5;
/** Steps a person may ask to be spared. With more, an attacker could choose what to prepare. */
export const avoidedMax = 2;

/** A number from 0 up to but without its argument. */
export type Random = (below: number) => number;

/**
 * Draws the steps of a challenge, in order: different ones, at least one of which shows depth. Who avoids one gets another in its place, one
 * that shows depth as long as there are such, and one more for each that was drawn, as long as there are such: to avoid steps is no way to an
 * easier challenge, nor to quite another.
 * @param avoid at most `avoidedMax` of them
 * @param count more than `stepsAChallenge` come after what would be drawn anyway, as long as there are such
 */
export function drawSteps(
  avoid: readonly Step[],
  random: Random = randomInt,
  count = stepsAChallenge,
): readonly Step[] {
  const take = (from: readonly Step[]): Step => from[random(from.length)] as Step;
  const drawn: Step[] = [take(depthSteps)];
  while (drawn.length < stepsAChallenge) drawn.push(take(steps.filter((step) => !drawn.includes(step))));
  // Fisher and Yates: the step that shows depth may come anywhere.
  for (let i = drawn.length - 1; i > 0; i--) {
    const j = random(i + 1);
    [drawn[i], drawn[j]] = [drawn[j] as Step, drawn[i] as Step];
  }
  let wanted = count;
  for (const [i, step] of drawn.entries()) {
    if (!avoid.includes(step)) continue;
    wanted++;
    const left = steps.filter((other) => !drawn.includes(other) && !avoid.includes(other));
    const deep = left.filter(isDepthStep);
    drawn[i] = take(deep.length > 0 ? deep : left);
  }
  for (;;) {
    const left = steps.filter((step) => !drawn.includes(step) && !avoid.includes(step));
    if (drawn.length >= Math.min(wanted, stepsMax) || left.length === 0) return drawn;
    drawn.push(take(left));
  }
}

/**
 * Where dots are: not below, where eyes and mouth hide and a face is hard to know again (of nine frames of people who look down, three
 * are too unlike their portrait).
 */
export const arc: readonly number[] = Array.from({ length: 241 }, (_, i) => i - 30);
/** Degrees between two: one picture must not do for both. */
export const dotsApart = 45;
const dotsAChallenge = 2;

/**
 * Draws two dots and a step that turns nothing, in whatever order. More tasks come after those, as long as there are such. Who spares the
 * dots is given steps as of `drawSteps`, and one more.
 * @param avoid at most `avoidedMax` of them
 */
export function drawTasks(avoid: readonly StepName[], random: Random, count = stepsAChallenge): readonly Task[] {
  const avoided = avoid.filter((name) => name !== "follow_dot");
  if (avoided.length < avoid.length) return drawSteps(avoided, random, Math.min(count + 1, stepsMax));
  const take = <One>(from: readonly One[]): One => from[random(from.length)] as One;
  const dots: Dot[] = [];
  const freeArc = () => arc.filter((at) => dots.every(({ dot }) => apart(dot, at) >= dotsApart));
  while (dots.length < dotsAChallenge) dots.push({ dot: take(freeArc()) });
  const place = random(stepsAChallenge);
  const first = take(flatSteps);
  const rest = flatSteps.filter((step) => !avoided.includes(step));
  const step = avoided.includes(first) ? take(rest) : first;
  const tasks: Task[] = [...dots.slice(0, place), step, ...dots.slice(place)];
  while (tasks.length < count) {
    const left = rest.filter((step) => !tasks.includes(step));
    const free = freeArc();
    if (left.length > 0) tasks.push(take(left));
    else if (free.length > 0) {
      dots.push({ dot: take(free) });
      tasks.push(dots.at(-1) as Dot);
    } else break;
  }
  return tasks;
}

/** How many challenges that a requester did not pass within an hour add one more step, and how many are the last. */
const unpassedAStep = 5;
export const unpassedMax = 100;

/**
 * How many challenges of one public key can wait for their frames at once. One waits for some 15 seconds and is given up after 120: this serves
 * a page that a thousand people open within two minutes, even if none of them finishes.
 */
export const defaultOpenMax = 1000;

/** How many steps a requester must perform. Sparing a step, a second try and a bad connection leave some challenges unpassed: they cost nothing. */
export function stepsFor(unpassed: number): number {
  return Math.min(stepsAChallenge + Math.floor(unpassed / unpassedAStep), stepsMax);
}

/** A requester who asks again within this time gets the same draw. */
export const heldMs = 10 * 60_000;

/**
 * Chance that is held: the same for one requester of one account for ten minutes, on every node, and not to be foreseen without the secret.
 * Drawing again until the steps fit what one has is of no use then.
 */
export function heldRandom(secret: Buffer, accountId: string, requester: string, nowMs: number): Random {
  const about = JSON.stringify([accountId, requester, Math.floor(nowMs / heldMs)]);
  let taken = 0;
  return (below) => {
    const drawn = createHmac("sha256", secret).update(`selfsame challenge draw\n${about}\n${taken++}`).digest();
    // Of 2^48 numbers a few too many for the first ones: less than one in 10^13.
    return drawn.readUIntBE(0, 6) % below;
  };
}
