import { percent } from "../../ui/words/words.ts";

/** The change from the previous period. */
export interface Change {
  readonly text: string;
  readonly tone: "plain" | "good" | "bad";
}

/** Minimum change in percentage points, and minimum count, for a change to be colored. With few requests a share means little. */
const notablePoints = 0.05;
const notableCount = 20;

type Share = readonly [part: number, whole: number];

/** Compares a share with that of the previous period. @param better which direction is an improvement */
export function changeOf(now: Share, then: Share, span: string, better: "more" | "less" = "more"): Change | undefined {
  const [whole, wholeBefore] = [now[1], then[1]];
  if (whole === 0 || wholeBefore === 0) return undefined;
  const points = now[0] / whole - then[0] / wholeBefore;
  const isNotable = Math.abs(points) >= notablePoints && Math.min(whole, wholeBefore) >= notableCount;
  const isBetter = points > 0 === (better === "more");
  return {
    text: `${percent(then[0] / wholeBefore)} ${span}`,
    tone: isNotable ? (isBetter ? "good" : "bad") : "plain",
  };
}
