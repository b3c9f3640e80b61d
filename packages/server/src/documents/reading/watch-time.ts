import type { DocumentProcess } from "./start-process.ts";

interface TimeLimits {
  readonly processorMs: number;
  readonly starvedMs: number;
}

/** `complex`: it used more of the processor than a document may. `starved`: there was none for it. */
type GaveUp = "complex" | "starved";

const lookAgainMs = 50;

/** Kills the process of a document that takes too long. @returns what ends the watch, and returns whether and why it did */
export function watchTime(
  process: Pick<DocumentProcess, "kill" | "processorMs">,
  { processorMs, starvedMs }: TimeLimits,
): () => GaveUp | undefined {
  const sinceMs = performance.now();
  const beforeMs = process.processorMs();
  let gaveUp: GaveUp | undefined;
  const look = () => {
    const passedMs = performance.now() - sinceMs;
    const usedMs = beforeMs === undefined ? passedMs : (process.processorMs() ?? beforeMs) - beforeMs;
    if (usedMs >= processorMs) gaveUp = "complex";
    else if (passedMs >= starvedMs) gaveUp = "starved";
    if (gaveUp) process.kill();
  };
  const timer = setInterval(look, lookAgainMs);
  return () => {
    clearInterval(timer);
    return gaveUp;
  };
}
