import { randomInt } from "node:crypto";
import {
  apart,
  depthSteps,
  type Dot,
  flatSteps,
  isDepthStep,
  type StepName,
  type Task,
  turnsAside,
} from "@selfsame/face/assess/gestures";
import { arc, dotsApart, type Random, stepsMax } from "../draw.ts";
import type { ShownLight } from "../light/draw-light.ts";

/** Properties of a stepwise challenge that are fixed before its first step is drawn. */
export interface Plan {
  /** Number of steps. */
  readonly total: number;
  /** Steps that are never drawn. */
  readonly avoid: readonly StepName[];
  /** Colors that the screen shows after the steps, one at a time; "spared" if the person chose to go without. Absent if the page cannot show them. */
  readonly light?: readonly ShownLight[] | "spared" | undefined;
  /** Whether the challenge fails if the skin did not reflect the colors. */
  readonly lightRequired?: boolean;
  /** Whether each step's frame comes with a burst. */
  readonly burst?: boolean;
}

/** Wherever two dots lie, there is room for a third. */
const dotsMax = 3;
/** With one dot, a film of the person who turns to each side would do for a challenge in one draw of three. */
const dotsMin = 2;

/** Whether the head turns for it: towards a dot, or aside or up for people without dots. */
const isTurn = (task: Task): boolean => typeof task !== "string" || isDepthStep(task);
const without = <One extends StepName>(steps: readonly One[], avoid: readonly StepName[]): readonly One[] =>
  steps.filter((step) => !avoid.includes(step));
const turnsMax = (avoid: readonly StepName[]): number =>
  avoid.includes("follow_dot") ? without(depthSteps, avoid).length : dotsMax;

/**
 * Plans a challenge.
 * @param avoid each step that could be drawn costs another one, so avoiding steps does not make a challenge easier. Without dots the head turns aside or
 *   up, which has fewer values; but people who cannot follow a dot must be able to pass
 * @param count steps before those are added
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
 * Draws the next step: a dot in whole degrees, or a step without a turn. In the end there are at least two dots, or one turn without dots, at least
 * one far to a side, and at least one step without a turn. The order is drawn at random each time, from nothing known in advance.
 * @param drawn the steps so far, fewer than the plan's total
 */
export function drawNext({ total, avoid }: Plan, drawn: readonly Task[], random: Random = randomInt): Task {
  const take = <One>(from: readonly One[]): One => from[random(from.length)] as One;
  const turned = drawn.filter(isTurn);
  const left = without(flatSteps, avoid).filter((step) => !drawn.includes(step));
  const withoutDots = avoid.includes("follow_dot");
  const missing = (withoutDots ? 1 : dotsMin) - turned.length;
  const isLast = drawn.length === total - 1;
  const mustTurn = left.length === 0 || missing === total - drawn.length;
  const mustBeFlat = turned.length === turnsMax(avoid) || (isLast && turned.length === drawn.length);
  // Two of three are dots: a dot has hundreds of values, a step three.
  const turns = !mustBeFlat && (mustTurn || random(3) > 0);
  if (!turns) return take(left);
  const mustBeAside = missing === 1 && !turned.some(turnsAside);
  const fits = (task: Task) => !mustBeAside || turnsAside(task);
  if (withoutDots) return take(without(depthSteps, avoid).filter((step) => !drawn.includes(step) && fits(step)));
  const dots = turned.filter((task): task is Dot => typeof task !== "string");
  return { dot: take(arc.filter((dot) => fits({ dot }) && dots.every((other) => apart(other.dot, dot) >= dotsApart))) };
}

/** Milliseconds from the moment a step is shown. */
export interface Window {
  readonly notBeforeMs: number;
  readonly untilMs: number;
}

/** Nobody reads and performs a step faster. The exact limit is random, so that no film can be cut to fit. */
const earliestMs = { from: 500, to: 1500 } as const;
/** The camera waits 8 seconds for a step before it takes a frame anyway, and has two more to send it. */
const windowMs = 10_000;

export function drawWindow(random: Random = randomInt): Window {
  const notBeforeMs = earliestMs.from + random(earliestMs.to - earliestMs.from + 1);
  return { notBeforeMs, untilMs: notBeforeMs + windowMs };
}

/** A slow network needs this long for a few small pictures. An attacker who renders them has no more time. */
const lightSendingMs = 3000;

/** A color is shown at once, and its pictures are taken while it is shown. */
export const lightWindow = ({ ms }: ShownLight): Window => ({ notBeforeMs: ms, untilMs: ms + lightSendingMs });

/** The selfie is taken before the steps and only has to be sent: no time to render one that fits the frames. */
export const selfieWindow: Window = { notBeforeMs: 0, untilMs: windowMs };
