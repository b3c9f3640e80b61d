import { type Context, trace } from "@opentelemetry/api";
import { tracer } from "./spans.ts";

/** Something that took its time before anybody made a span of it: milliseconds on one clock. */
export interface Passed {
  readonly stage: string;
  readonly startMs: number;
  readonly endMs: number;
}

/**
 * Spans of past work: the wait for a worker, and the stages that a worker reports with its answer.
 * @param within the photo's span
 * @param nowMs now, on the clock of `passed`; spans want the time of day
 */
export function addPassed(within: Context, passed: readonly Passed[], nowMs: number): void {
  if (!trace.getSpan(within)?.isRecording()) return;
  const epochMs = Date.now() - nowMs;
  for (const { stage, startMs, endMs } of passed) {
    tracer.startSpan(stage, { startTime: epochMs + startMs }, within).end(epochMs + endMs);
  }
}
