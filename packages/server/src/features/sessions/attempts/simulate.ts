import type { Kysely } from "kysely";
import type { NewJob } from "@selfsame/platform/queue/queue";
import type { JobHandler } from "@selfsame/platform/queue/workers";
import { captureSession } from "../captures/capture.ts";
import { endSession, emitStatus } from "../end-session.ts";
import { failSession } from "./fail-session.ts";
import type { Schema } from "@selfsame/platform/store/schema";
import { type FailReason, type SessionDeps, type SessionResult, type SessionRow, failReasons } from "../session.ts";
import type { PassiveLiveness } from "@selfsame/photo/verify/passive-liveness";
import { note } from "../reports/timeline.ts";

/** Results that an attempt in a test session can simulate. */
export const simulatedAttempts = ["verified", ...failReasons] as const;
export type SimulatedAttempt = (typeof simulatedAttempts)[number];

/** Ends that a test session can be set to reach without a person. */
export const simulatedEnds = [...simulatedAttempts, "expired", "cancelled"] as const;
export type Simulated = (typeof simulatedEnds)[number];

export interface SimulateDeps extends SessionDeps {
  readonly comparison: { readonly model: string; readonly threshold: number };
}

/** A result with the shape of a live session's and an invented similarity. */
export function simulatedResult(
  { comparison }: Pick<SimulateDeps, "comparison">,
  {
    challenge,
    has_reference,
    threshold,
    passive_liveness,
  }: Pick<SessionRow, "challenge" | "has_reference" | "threshold" | "passive_liveness">,
  outcome: SimulatedAttempt,
): SessionResult {
  const reasons: readonly FailReason[] = outcome === "verified" ? [] : [outcome];
  const isAttack = outcome === "presentation_attack" || outcome === "passive_liveness_unsure";
  const compared = has_reference === 1 && (outcome === "verified" || outcome === "no_match" || isAttack);
  const matched = compared && outcome !== "no_match";
  return {
    match: compared ? matched : null,
    similarity: matched ? 0.9 : null,
    threshold: threshold ?? comparison.threshold,
    false_match_rate: matched ? 0.000001 : null,
    challenge:
      challenge === "off" ? null : outcome === "challenge_failed" || outcome === "no_face" ? "failed" : "passed",
    challenge_details: null,
    light: null,
    passive_liveness: simulatedPassive(outcome, passive_liveness),
    reasons,
    model: comparison.model,
    reviewed_by: null,
    review_reason: null,
  };
}

/** A passive liveness result with an invented score. */
function simulatedPassive(outcome: SimulatedAttempt, demand: SessionRow["passive_liveness"]): PassiveLiveness | null {
  if (outcome === "presentation_attack") return { result: "attack", score: 0.004 };
  if (outcome === "passive_liveness_unsure") return { result: "unsure", score: 0.03 };
  return demand === "off" || outcome === "no_face" ? null : { result: "live", score: 0.62 };
}

/** Ends a test session as chosen. A session that is compared later is captured where another would be verified. */
async function endAsChosen(
  deps: SimulateDeps,
  db: Kysely<Schema>,
  session: SessionRow,
  simulate: Simulated,
  nowMs: number,
): Promise<void> {
  const because = { simulated: true, reasons: failReasons.filter((reason) => reason === simulate) };
  if (simulate === "expired" || simulate === "cancelled") {
    return void (await endSession(deps, db, session.id, { status: simulate, because }, nowMs));
  }
  const result = simulatedResult(deps, session, simulate);
  if (simulate !== "verified") return void (await failSession(deps, db, session, { result, because }, nowMs));
  const captured = await captureSession(deps, db, session, { result, sealed: null }, nowMs);
  if (!captured) await endSession(deps, db, session.id, { status: "verified", result, because }, nowMs);
}

const jobName = "session_simulation";

export const simulationJob = (account: string, session: string, simulate: Simulated): NewJob => ({
  name: jobName,
  data: { session, simulate },
  account,
});

/** Brings test sessions to their chosen end through the same steps as a person's session. */
export function simulationHandler(deps: SimulateDeps): JobHandler {
  return {
    name: jobName,
    concurrency: 2,
    run: (job) => {
      const { session, simulate } = job.data as { readonly session: string; readonly simulate: Simulated };
      return deps.store.run(() =>
        deps.store.db.transaction().execute(async (db) => {
          const nowMs = deps.now();
          const started = await db
            .updateTable("verification_sessions")
            .set((e) => ({
              status: "started",
              opened_at_ms: nowMs,
              started_at_ms: nowMs,
              consent_version: "test",
              version: e("version", "+", 1),
              attempts:
                simulate === "verified"
                  ? 1
                  : simulate === "expired" || simulate === "cancelled"
                    ? 0
                    : e.ref("attempts_allowed"),
            }))
            .where("id", "=", session)
            .where("status", "=", "open")
            .returningAll()
            .executeTakeFirst();
          if (started) {
            const event = await emitStatus(deps, db, started, nowMs);
            await note(db, session, "started", nowMs, { simulated: true, event });
            // A millisecond later, since events are sorted by time.
            await endAsChosen(deps, db, started, simulate, nowMs + 1);
          }
          await deps.queue.settle(db, job, { outcome: "done" });
        }),
      );
    },
  };
}
