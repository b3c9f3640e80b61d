import type { Task } from "../../packages/face/src/assess/gestures.ts";
import type { Signs } from "../../packages/server/src/liveness/challenge/signs.ts";
import { wilson } from "../../packages/lab/src/evaluate/statistics/interval.ts";

export interface Tried {
  readonly person: string;
  readonly passed: boolean;
  /** The reason of a rejection, from the service's log. */
  readonly why: string;
  /** The measured signs, if any. */
  readonly record?: Sequence | undefined;
}

/** The measurements of a sequence, whether it passed or not. */
export interface Sequence {
  readonly tasks: readonly Task[];
  readonly signs: Signs;
  /** The check that rejects the sequence whatever its signs are. */
  readonly hard: string | undefined;
  /** SHA-256 of its files, the selfie first. */
  readonly files: readonly string[];
}

/** One table row: the number that passed, its interval, and the reasons that stopped the rest. */
export function summary(name: string, tried: readonly Tried[]): string {
  const passed = tried.filter((one) => one.passed).length;
  const [low, high] = wilson(passed, tried.length);
  const counts = new Map<string, number>();
  for (const one of tried.filter(({ passed }) => !passed)) {
    const why = one.why.replace(/ in (frame_\d|selfie)/, "");
    counts.set(why, (counts.get(why) ?? 0) + 1);
  }
  const listed = [...counts].toSorted(([, a], [, b]) => b - a).map(([why, count]) => `${why} ${count}`);
  const shares = [...Map.groupBy(tried, ({ person }) => person).values()].map(
    (ones) => ones.filter((one) => one.passed).length / ones.length,
  );
  const worst = [Math.min(...shares), Math.max(...shares)].map(percent).join(" to ");
  const ever = shares.filter((share) => share > 0).length;
  const [fewest, most] = wilson(ever, shares.length);
  const people = `${ever} of ${shares.length} people at least once (${percent(fewest)} to ${percent(most)}; ${worst} each)`;
  return `${name}: ${passed} of ${tried.length} passed (${percent(low)} to ${percent(high)}), ${people}${listed.length > 0 ? `; ${listed.join(", ")}` : ""}`;
}

const percent = (share: number): string => `${(100 * share).toFixed(share > 0 && share < 0.1 ? 1 : 0)} %`;
