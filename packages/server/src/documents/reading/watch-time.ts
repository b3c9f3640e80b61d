import type { DocumentProcess } from "./start-process.ts";

interface TimeLimits {
  readonly processorMs: number;
  readonly starvedMs: number;
}

/** `complex`: the document used more processor time than allowed. `starved`: no processor was free for it. */
type GaveUp = "complex" | "starved";

const lookAgainMs = 50;

/**
 * Kills the process of a document that takes too long. @returns a function that ends the watch, and returns why the process was killed, or undefined
 * if it was not
 */
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
