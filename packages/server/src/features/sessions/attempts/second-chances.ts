import type { Kysely } from "kysely";
import type { StepReport } from "../../../liveness/challenge/judge.ts";
import type { StepName } from "@selfsame/face/assess/gestures";
import type { Schema } from "@selfsame/platform/store/schema";
import { readTimeline } from "../reports/timeline.ts";

/** The timeline data of a session's attempts, oldest first. */
async function attemptsOf(db: Kysely<Schema>, sessionId: string) {
  const timeline = await readTimeline(db, sessionId);
  return timeline.flatMap(({ kind, data }) => (kind === "attempt" ? [data] : []));
}

/** Whether the previous attempt was rejected by the same check: a further one would be rejected, too. */
export async function isRejectedAgain(db: Kysely<Schema>, sessionId: string, check: string | null | undefined) {
  const before = (await attemptsOf(db, sessionId)).at(-1);
  return typeof check === "string" && before?.["check"] === check;
}

/** Steps that were not seen in at least two attempts: another kind of step is drawn instead. */
export async function stepsMissedTwice(db: Kysely<Schema>, sessionId: string): Promise<readonly StepName[]> {
  const missed = new Map<StepName, number>();
  for (const { steps } of await attemptsOf(db, sessionId)) {
    const unseen = ((steps ?? []) as readonly StepReport[]).filter(({ seen }) => seen === false);
    // A challenge may have two dots, which count as one kind of step.
    for (const step of new Set(unseen.map((one) => one.step))) missed.set(step, (missed.get(step) ?? 0) + 1);
  }
  return [...missed].flatMap(([step, times]) => (times > 1 ? [step] : []));
}
