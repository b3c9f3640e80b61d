import { type Context, trace } from "@opentelemetry/api";
import { tracer } from "./spans.ts";

/** Past work without a span: milliseconds on one clock. */
export interface Passed {
  readonly stage: string;
  readonly startMs: number;
  readonly endMs: number;
}

/**
 * Adds spans of past work: the wait for a worker, and the stages in a worker's answer.
 * @param within the photo's span
 * @param nowMs the current time on the clock of `passed`; spans need the time of day
 */
export function addPassed(within: Context, passed: readonly Passed[], nowMs: number): void {
  if (!trace.getSpan(within)?.isRecording()) return;
  const epochMs = Date.now() - nowMs;
  for (const { stage, startMs, endMs } of passed) {
    tracer.startSpan(stage, { startTime: epochMs + startMs }, within).end(epochMs + endMs);
  }
}
