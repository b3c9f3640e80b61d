import type { Kysely } from "kysely";
import { writeAudit } from "../access/audit.ts";
import type { Log } from "../store/log.ts";
import type { Schema } from "../store/schema.ts";
import type { Posted } from "./post.ts";

export interface Attempt {
  readonly delivery: {
    readonly id: string;
    readonly attempts: number;
    readonly endpoint_id: string;
    readonly account_id: string;
    readonly failing_since_ms: number | null;
  };
  readonly posted: Posted;
  readonly atMs: number;
  readonly durationMs: number;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** The waits that Standard Webhooks proposes, after the first attempt, the second, ...; some 32 hours in all. */
const waitsMs = [5000, 5 * minuteMs, 30 * minuteMs, 2 * hourMs, 5 * hourMs, 10 * hourMs, 14 * hourMs];
/** An endpoint that fails for so long is switched off. */
const failingMs = 5 * 24 * hourMs;

/** Writes down how an attempt went, and what follows for its endpoint. @returns in how long to try again, or undefined: it is over */
export async function noteAttempt(
  db: Kysely<Schema>,
  attempt: Attempt,
  log: Log,
  random: () => number,
): Promise<number | undefined> {
  const { delivery, posted, atMs, durationMs } = attempt;
  const answered = posted.outcome === "answered";
  const delivered = answered && posted.status >= 200 && posted.status < 300;
  const attempts = delivery.attempts + 1;
  const disabled = delivered ? undefined : reasonToDisable(attempt);
  const waitMs = waitsMs[attempts - 1];
  const again = !delivered && !disabled && waitMs !== undefined;
  const afterMs = again ? Math.round(waitMs * (0.9 + random() / 5)) : undefined;

  await db
    .updateTable("webhook_deliveries")
    .set({
      status: delivered ? "delivered" : again ? "pending" : "failed",
      attempts,
      attempted_at_ms: atMs,
      duration_ms: durationMs,
      next_attempt_at_ms: afterMs === undefined ? null : atMs + afterMs,
      response_status: answered ? posted.status : null,
      response_head: answered ? posted.head : null,
      problem: answered ? null : posted.outcome,
    })
    .where("id", "=", delivery.id)
    .execute();
  await db
    .updateTable("webhook_endpoints")
    .set({
      failing_since_ms: delivered ? null : (delivery.failing_since_ms ?? atMs),
      ...(disabled ? { disabled_at_ms: atMs, disabled_reason: disabled } : {}),
    })
    .where("id", "=", delivery.endpoint_id)
    .execute();
  if (disabled) {
    const { account_id, endpoint_id } = delivery;
    await writeAudit(db, atMs, { actor: null, address: null }, "webhook_endpoint_disabled", account_id, endpoint_id);
    log.warn({ endpoint: endpoint_id, reason: disabled }, "a webhook endpoint was switched off");
  }
  return afterMs;
}

/** 410 says that nobody will ever listen there again (Standard Webhooks, "Delivery and retries"). */
function reasonToDisable({ delivery, posted, atMs }: Attempt): "gone" | "failing" | undefined {
  if (posted.outcome === "answered" && posted.status === 410) return "gone";
  const { failing_since_ms: since } = delivery;
  return since !== null && atMs - since >= failingMs ? "failing" : undefined;
}
