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
  turnsAside,
} from "@selfsame/face/assess/gestures";

export const stepsAChallenge = 3;
/** Most steps, for a requester who did not pass many challenges. */
export const stepsMax = 5;
/** How many steps a person may avoid. With more, an attacker could choose which ones to prepare. */
export const avoidedMax = 2;

/** A random integer from 0 up to, but excluding, its argument. */
export type Random = (below: number) => number;

/**
 * Draws the steps of a challenge, in order: all different, at least one that turns to a side. A drawn step that the person avoids is replaced, by one
 * with depth while there are any, and costs one more step: avoiding steps does not make a challenge easier, nor let one choose it.
 * @param avoid at most `avoidedMax` of them
 * @param count steps beyond `stepsAChallenge` are appended, as far as there are any
 */
export function drawSteps(
  avoid: readonly Step[],
  random: Random = randomInt,
  count = stepsAChallenge,
): readonly Step[] {
  const take = (from: readonly Step[]): Step => from[random(from.length)] as Step;
  const drawn: Step[] = [take(depthSteps.filter(turnsAside))];
  while (drawn.length < stepsAChallenge) drawn.push(take(steps.filter((step) => !drawn.includes(step))));
  // Fisher-Yates shuffle: the turn may come anywhere.
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
    drawn[i] = take(deep.some(turnsAside) ? deep.filter(turnsAside) : deep.length > 0 ? deep : left);
  }
  for (;;) {
    const left = steps.filter((step) => !drawn.includes(step) && !avoid.includes(step));
    if (drawn.length >= Math.min(wanted, stepsMax) || left.length === 0) return drawn;
    drawn.push(take(left));
  }
}

/**
 * Directions of dots. None lies below: eyes and mouth hide there and recognition suffers (of nine frames of people who look down, three are too unlike
 * their portrait).
 */
export const arc: readonly number[] = Array.from({ length: 241 }, (_, i) => i - 30);
/** Least angle between two dots, degrees: one picture must not do for both. */
export const dotsApart = 45;
const dotsAChallenge = 2;

/**
 * Draws two dots, at least one beside the face, and a step without a turn, in any order. Further tasks follow, as far as there are any. A person who avoids dots gets the steps of
 * `drawSteps`, and one more.
 * @param avoid at most `avoidedMax` of them
 */
export function drawTasks(avoid: readonly StepName[], random: Random, count = stepsAChallenge): readonly Task[] {
  const avoided = avoid.filter((name) => name !== "follow_dot");
  if (avoided.length < avoid.length) return drawSteps(avoided, random, Math.min(count + 1, stepsMax));
  const take = <One>(from: readonly One[]): One => from[random(from.length)] as One;
  const dots: Dot[] = [];
  const freeArc = () => arc.filter((at) => dots.every(({ dot }) => apart(dot, at) >= dotsApart));
  while (dots.length < dotsAChallenge) {
    const mustBeAside = dots.length === dotsAChallenge - 1 && !dots.some(turnsAside);
    dots.push({ dot: take(freeArc().filter((dot) => !mustBeAside || turnsAside({ dot }))) });
  }
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

/** Challenges not passed within an hour that add one step, and the number after which no more are issued. */
const unpassedAStep = 5;
export const unpassedMax = 100;

/**
 * Default for the challenges of one public key that may be open at once. A challenge takes some 15 seconds and expires after 120, so this serves a page
 * that a thousand people open within two minutes, even if none of them finishes.
 */
export const defaultOpenMax = 1000;

/** Number of steps for a requester. Avoided steps, retries and lost connections leave a few challenges unpassed: those are free. */
export function stepsFor(unpassed: number): number {
  return Math.min(stepsAChallenge + Math.floor(unpassed / unpassedAStep), stepsMax);
}

/** A requester who asks again within this time gets the same draw. */
export const heldMs = 10 * 60_000;

/**
 * Random numbers that are fixed for one requester of one account for ten minutes, equal on every node, and unpredictable without the secret: asking
 * again until the steps suit an attack is useless.
 */
export function heldRandom(secret: Buffer, accountId: string, requester: string, nowMs: number): Random {
  const about = JSON.stringify([accountId, requester, Math.floor(nowMs / heldMs)]);
  let taken = 0;
  return (below) => {
    const drawn = createHmac("sha256", secret).update(`selfsame challenge draw\n${about}\n${taken++}`).digest();
    // The bias of the remainder is under one in 10^13.
    return drawn.readUIntBE(0, 6) % below;
  };
}
