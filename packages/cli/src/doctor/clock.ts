import { ok, problem } from "./finding.ts";
import type { Finding } from "./finding.ts";

/** Nodes compare times for limits, sessions and tokens: a difference of seconds is harmless, one of minutes is not. */
const apartMaxMs = 10_000;

/** @param otherMs the time on another machine, in epoch milliseconds */
export function clockFinding(otherMs: number, ownMs: number, other: string): Finding {
  const apartMs = Math.round(ownMs - otherMs);
  const says = `this clock is ${(Math.abs(apartMs) / 1000).toFixed(1)} s ${apartMs < 0 ? "behind" : "ahead of"} that of ${other}`;
  return Math.abs(apartMs) > apartMaxMs ? problem(`${says}: set them by NTP`) : ok(says);
}
