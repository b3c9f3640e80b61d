import { randomInt } from "node:crypto";
import type { Random } from "../draw.ts";

/** A color around the face, and how long it is shown at least. */
export interface ShownLight {
  /** `#rrggbb` */
  readonly color: string;
  readonly ms: number;
}

/** Saturated colors: each channel is on or off, so that their reflections differ clearly. */
export const palette = ["#ff0000", "#00ff00", "#0000ff", "#00ffff", "#ff00ff", "#ffff00"] as const;
/** Shown before the first color: the face without light, while the person reads that colors will follow. */
export const dark: ShownLight = { color: "#000000", ms: 1500 };

/**
 * WCAG 2.3.1 allows three flashes a second, and a flash is two changes. Three different durations with this spacing sum to more than a second, so the
 * screen changes at most three times in any second: half of what is allowed.
 */
const shortestMs = 250;
const longestMs = 650;
const apartMs = 100;
const gridMs = 10;

/** Darkness, then three or four different colors of different durations. Each channel is on in at least one. */
export function drawLight(random: Random = randomInt): readonly ShownLight[] {
  const count = 3 + random(2);
  let colors: string[];
  do colors = drawn([...palette], count, random);
  while (!["1", "3", "5"].every((at) => colors.some((color) => color[Number(at)] === "f")));
  const durations = drawn(spread(count, random), count, random);
  return [dark, ...colors.map((color, i) => ({ color, ms: durations[i] as number }))];
}

/** Rising durations; the free time between them is divided at random. */
function spread(count: number, random: Random): number[] {
  const free = (longestMs - shortestMs - (count - 1) * apartMs) / gridMs;
  const shifts = Array.from({ length: count }, () => random(free + 1)).toSorted((one, other) => one - other);
  return shifts.map((shift, i) => shortestMs + i * apartMs + shift * gridMs);
}

/** A random selection, in random order. */
function drawn<One>(from: readonly One[], count: number, random: Random): One[] {
  const left = [...from];
  return Array.from({ length: count }, () => left.splice(random(left.length), 1)[0] as One);
}
