import { randomInt } from "node:crypto";
import {
  apart,
  depthSteps,
  type Dot,
  flatSteps,
  isDepthStep,
  type StepName,
  type Task,
} from "@selfsame/face/assess/gestures";
import { arc, dotsApart, type Random, stepsMax } from "../draw.ts";
import type { ShownLight } from "../light/draw-light.ts";

/** What is settled of a stepwise challenge before its first step is drawn. */
export interface Plan {
  /** How many steps there will be. */
  readonly total: number;
  /** Steps that are not drawn. */
  readonly avoid: readonly StepName[];
  /** What the screen shows after the steps, one at a time; "spared" where the person chose to go without. Absent where the page cannot show it. */
  readonly light?: readonly ShownLight[] | "spared" | undefined;
  /** Whether the challenge fails where the skin did not reflect that. */
  readonly lightRequired?: boolean;
  /** Whether each step's frame comes with a burst. */
  readonly burst?: boolean;
}

/** Wherever two dots lie, there is room for a third. */
const dotsMax = 3;

/** Whether a head turns for it: towards a dot, or for who goes without dots to a side or up. */
const isTurn = (task: Task): boolean => typeof task !== "string" || isDepthStep(task);
const without = <One extends StepName>(steps: readonly One[], avoid: readonly StepName[]): readonly One[] =>
  steps.filter((step) => !avoid.includes(step));
const turnsMax = (avoid: readonly StepName[]): number =>
  avoid.includes("follow_dot") ? without(depthSteps, avoid).length : dotsMax;

/**
 * @param avoid each that could be drawn costs another one: to avoid steps is no way to an easier challenge. In place of dots the head turns to a
 * side or up, which has fewer values; who cannot follow a dot must not be left without a challenge
 * @param count without those
 */
export function planFor(avoid: readonly StepName[], count: number): Plan {
  const withoutDots = avoid.includes("follow_dot");
  const spared = avoid.filter(
    (step) => step === "follow_dot" || withoutDots || flatSteps.some((flat) => flat === step),
  );
  const possible = turnsMax(spared) + without(flatSteps, spared).length;
  return { total: Math.min(count + spared.length, stepsMax, possible), avoid: spared };
}

/**
 * Draws what comes next: a dot in whole degrees, or a step without a turn. In the end there is at least one of each; the order is drawn at random
 * each time, from nothing that could be known before.
 * @param drawn before, fewer than the plan's total
 */
export function drawNext({ total, avoid }: Plan, drawn: readonly Task[], random: Random = randomInt): Task {
  const take = <One>(from: readonly One[]): One => from[random(from.length)] as One;
  const turned = drawn.filter(isTurn);
  const left = without(flatSteps, avoid).filter((step) => !drawn.includes(step));
  const isLast = drawn.length === total - 1;
  const mustTurn = left.length === 0 || (isLast && turned.length === 0);
  const mustBeFlat = turned.length === turnsMax(avoid) || (isLast && turned.length === drawn.length);
  // Two of three are dots: they have hundreds of values, a step is one of three.
  const turns = !mustBeFlat && (mustTurn || random(3) > 0);
  if (!turns) return take(left);
  if (avoid.includes("follow_dot")) return take(without(depthSteps, avoid).filter((step) => !drawn.includes(step)));
  const dots = turned.filter((task): task is Dot => typeof task !== "string");
  return { dot: take(arc.filter((at) => dots.every(({ dot }) => apart(dot, at) >= dotsApart))) };
}

/** From the moment a step is shown, milliseconds. */
export interface Window {
  readonly notBeforeMs: number;
  readonly untilMs: number;
}

/** No person reads and performs a step faster. How much faster is drawn, so that no film can be cut to it. */
const earliestMs = { from: 500, to: 1500 } as const;
/** As long as the camera waits for a step before it takes what there is (8 seconds), and two to send it. */
const windowMs = 10_000;

export function drawWindow(random: Random = randomInt): Window {
  const notBeforeMs = earliestMs.from + random(earliestMs.to - earliestMs.from + 1);
  return { notBeforeMs, untilMs: notBeforeMs + windowMs };
}

/** What a slow network takes for a few small pictures. An attacker who makes them up has no more time. */
const lightSendingMs = 3000;

/** A color is shown at once, and its pictures are taken while it is. */
export const lightWindow = ({ ms }: ShownLight): Window => ({ notBeforeMs: ms, untilMs: ms + lightSendingMs });

/** The selfie is taken before the steps, and only has to be sent: an attacker who makes it up to fit the frames has little time. */
export const selfieWindow: Window = { notBeforeMs: 0, untilMs: windowMs };
