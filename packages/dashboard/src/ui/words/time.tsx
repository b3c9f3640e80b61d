import { ticks } from "../../state/clock.ts";
import { aboutTime, exactTime } from "./times.ts";

/** A time as a person would say it, in the viewer's time zone, with the exact time on hover. `at`: ISO 8601. */
export function Time(moment: { readonly atMs: number } | { readonly at: string }) {
  void ticks.value;
  const atMs = "at" in moment ? Date.parse(moment.at) : moment.atMs;
  return (
    <time dateTime={new Date(atMs).toISOString()} title={exactTime(atMs)}>
      {aboutTime(atMs)}
    </time>
  );
}
