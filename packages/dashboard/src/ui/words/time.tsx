import { ticks } from "../../state/clock.ts";
import { aboutTime, exactTime } from "./times.ts";

/** A time as a person says it, in the viewer's zone; the exact one on hover. */
export function Time({ atMs }: { readonly atMs: number }) {
  void ticks.value;
  return (
    <time dateTime={new Date(atMs).toISOString()} title={exactTime(atMs)}>
      {aboutTime(atMs)}
    </time>
  );
}
