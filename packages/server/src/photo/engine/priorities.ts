import { constants, getPriority, setPriority } from "node:os";

/**
 * Of processes that work on photos and documents: a third of the time of another process that is busy. The service's own, which has a moment's work for
 * each request, is not to wait for the photos of another account. With as many workers as processors it did, ten times as long as its work takes.
 */
export const interactivePriority = 5;
/** A tenth of it, not nothing: whatever else a machine does, a batch goes on. */
export const backgroundPriority = constants.priority.PRIORITY_BELOW_NORMAL;

/** Of this process, before any thread is made: they inherit it. One that was started with a lower priority keeps that, since it may not raise it. */
export function lowerPriority(to: number): void {
  if (getPriority() < to) setPriority(to);
}
