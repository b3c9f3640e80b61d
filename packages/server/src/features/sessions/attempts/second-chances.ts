import type { Kysely } from "kysely";
import type { StepReport } from "../../../liveness/challenge/judge.ts";
import type { StepName } from "@selfsame/face/assess/gestures";
import type { Schema } from "../../../platform/store/schema.ts";
import { readTimeline } from "../reports/timeline.ts";

/** What the attempts of a session so far showed, the last one at the end. */
async function attemptsOf(db: Kysely<Schema>, sessionId: string) {
  const timeline = await readTimeline(db, sessionId);
  return timeline.flatMap(({ kind, data }) => (kind === "attempt" ? [data] : []));
}

/** Whether the attempt before was rejected by the same check: another of the same kind would be rejected, too. */
export async function isRejectedAgain(db: Kysely<Schema>, sessionId: string, check: string | null | undefined) {
  const before = (await attemptsOf(db, sessionId)).at(-1);
  return typeof check === "string" && before?.["check"] === check;
}

/** Steps that were not seen in two attempts: another kind of step is drawn instead. */
export async function stepsMissedTwice(db: Kysely<Schema>, sessionId: string): Promise<readonly StepName[]> {
  const missed = new Map<StepName, number>();
  for (const { steps } of await attemptsOf(db, sessionId)) {
    const unseen = ((steps ?? []) as readonly StepReport[]).filter(({ seen }) => seen === false);
    // A challenge may have two dots: they are one kind of step.
    for (const step of new Set(unseen.map((one) => one.step))) missed.set(step, (missed.get(step) ?? 0) + 1);
  }
  return [...missed].flatMap(([step, times]) => (times > 1 ? [step] : []));
}
