import { constants, getPriority, setPriority } from "node:os";

/**
 * Niceness of processes that analyze photos and documents: a third of a busy process's share. The service's own process, which has little to do for each
 * request, must not wait for another account's photos. With as many workers as processors it waited ten times as long as its work takes.
 */
export const interactivePriority = 5;
/** A tenth of that share, but not zero: a batch advances whatever else the machine does. */
export const backgroundPriority = constants.priority.PRIORITY_BELOW_NORMAL;

/**
 * Lowers this process's priority, before it creates threads, which inherit it. A process that was started with a lower priority keeps it, since it may
 * not raise it.
 */
export function lowerPriority(to: number): void {
  if (getPriority() < to) setPriority(to);
}
