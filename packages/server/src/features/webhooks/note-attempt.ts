import type { Kysely } from "kysely";
import { writeAudit } from "@selfsame/platform/audit/audit";
import type { Log } from "@selfsame/platform/store/log";
import type { Schema } from "@selfsame/platform/store/schema";
import type { Posted } from "./post.ts";

export interface Attempt {
  readonly delivery: {
    readonly id: string;
    readonly attempts: number;
    readonly endpoint_id: string;
    readonly account_id: string;
  };
  /** Nothing is posted while the endpoint is unverified and over its limit. */
  readonly posted: Posted | { readonly outcome: "endpoint_unverified"; readonly detail: string };
  /** Headers by name; null if nothing was posted. */
  readonly sent: Readonly<Record<string, string>> | null;
  readonly atMs: number;
  readonly durationMs: number;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Delays proposed by Standard Webhooks, after the first attempt, the second, ...; about 32 hours in total. */
export const waitsMs = [5000, 5 * minuteMs, 30 * minuteMs, 2 * hourMs, 5 * hourMs, 10 * hourMs, 14 * hourMs];
/** An endpoint that fails for this long is disabled. */
const failingMs = 5 * 24 * hourMs;

export const isDelivered = (posted: Attempt["posted"]): boolean =>
  posted.outcome === "answered" && posted.status >= 200 && posted.status < 300;

/** Stores the outcome of an attempt, and its consequences for the endpoint. @returns milliseconds until the next attempt, or undefined if there is none */
export async function noteAttempt(
  db: Kysely<Schema>,
  attempt: Attempt,
  log: Log,
  random: () => number,
): Promise<number | undefined> {
  const { delivery, posted, sent, atMs, durationMs } = attempt;
  const answered = posted.outcome === "answered";
  const delivered = isDelivered(posted);
  const attempts = delivery.attempts + 1;
  const failingSinceMs = await noteFailing(db, delivery.endpoint_id, delivered ? null : atMs);
  // It was removed meanwhile, with its deliveries.
  if (failingSinceMs === undefined) return undefined;
  const disabled = reasonToDisable(attempt, failingSinceMs);
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
      ...(sent && { request_headers: JSON.stringify(sent) }),
    })
    .where("id", "=", delivery.id)
    .execute();
  if (disabled) {
    const { account_id, endpoint_id } = delivery;
    await db
      .updateTable("webhook_endpoints")
      .set({ disabled_at_ms: atMs, disabled_reason: disabled })
      .where("id", "=", endpoint_id)
      .execute();
    await writeAudit(db, atMs, { actor: null, address: null }, "webhook_endpoint_disabled", account_id, endpoint_id);
    log.warn({ endpoint: endpoint_id, reason: disabled }, "a webhook endpoint was switched off");
  }
  return afterMs;
}

/**
 * Updates since when the endpoint has been failing, based on the current row: during this attempt another may have succeeded, or a user may have enabled
 * the endpoint again.
 * @param failedAtMs null: delivered
 * @returns null: it does not fail; undefined: it no longer exists
 */
async function noteFailing(
  db: Kysely<Schema>,
  endpointId: string,
  failedAtMs: number | null,
): Promise<number | null | undefined> {
  const endpoint = await db
    .updateTable("webhook_endpoints")
    .set((e) => ({
      failing_since_ms: failedAtMs === null ? null : e.fn.coalesce("failing_since_ms", e.val(failedAtMs)),
    }))
    .where("id", "=", endpointId)
    .returning("failing_since_ms")
    .executeTakeFirst();
  return endpoint?.failing_since_ms;
}

/** 410 means that nobody will ever listen there again (Standard Webhooks, "Delivery and retries"). */
function reasonToDisable({ posted, atMs }: Attempt, failingSinceMs: number | null): "gone" | "failing" | undefined {
  if (posted.outcome === "answered" && posted.status === 410) return "gone";
  return failingSinceMs !== null && atMs - failingSinceMs >= failingMs ? "failing" : undefined;
}
