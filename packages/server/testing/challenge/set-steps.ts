import type { Task } from "@selfsame/face/assess/gestures";
import { sql } from "kysely";
import type { Store } from "@selfsame/platform/store/store";

/** Replaces the steps that were drawn, since a test has made its frames beforehand. */
export async function setSteps({ db }: Store, challengeId: string, steps: readonly Task[]): Promise<void> {
  await sql`UPDATE challenges SET steps = ${JSON.stringify(steps)} WHERE id = ${challengeId}`.execute(db);
}

/** Replaces the step that a stepwise challenge shows now. */
export async function setTurn({ db }: Store, challengeId: string, position: number, task: Task): Promise<void> {
  await sql`UPDATE challenge_turns SET task = ${JSON.stringify(task)} WHERE challenge_id = ${challengeId} AND position = ${position}`.execute(
    db,
  );
}
