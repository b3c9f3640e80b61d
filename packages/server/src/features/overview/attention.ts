import type { Kysely } from "kysely";
import { expiringKeys } from "../alerts/expiring-keys.ts";
import { monthStartMs } from "../../accounts/limits/month-counter.ts";
import type { EventType } from "@selfsame/platform/events/event-types";
import { listEmailDomains } from "../../accounts/people/sign-on/domains.ts";
import { countWaiting } from "../sessions/reviews/review-case.ts";
import type { Seal } from "@selfsame/platform/secrets/seal";
import type { Schema } from "@selfsame/platform/store/schema";
import { listEndpoints } from "../webhooks/endpoints.ts";

/** A problem that a member of the team should handle. */
export type Attention =
  | {
      readonly kind: "webhook_disabled" | "webhook_failing";
      readonly id: string;
      readonly url: string;
      /** Since when every attempt has failed; null if it answered 410. */
      readonly sinceMs: number | null;
    }
  | { readonly kind: "key_expiring"; readonly id: string; readonly name: string; readonly expiresAtMs: number }
  | {
      readonly kind: "key_limit";
      readonly id: string;
      readonly name: string;
      /** Requests a month. */
      readonly quota: number;
      /** Whether all requests are used, or most. */
      readonly reached: boolean;
    }
  | {
      readonly kind: "reviews_waiting";
      /** At most 100. */
      readonly waiting: number;
      readonly oldestMs: number;
    }
  | { readonly kind: "domain_expiring"; readonly domain: string; readonly expiresAtMs: number }
  | {
      readonly kind: "requests_failing";
      readonly requests: number;
      readonly failed: number;
      /** The most frequent code; null if none has one. */
      readonly code: string | null;
      readonly atMs: number;
    }
  | {
      readonly kind: "rate_falling";
      readonly rate: "matches" | "verified_sessions";
      /** Rate of the day that ended at `atMs`, 0 to 1, and of the day before. */
      readonly share: number;
      readonly shareBefore: number;
      readonly atMs: number;
    }
  | { readonly kind: "queue_growing"; readonly queue: string; readonly waiting: number; readonly atMs: number };

interface Whose {
  readonly accountId: string;
  readonly test: boolean;
  readonly nowMs: number;
}

const alertMs = 24 * 3600_000;

/** The most urgent first. Alerts cover the last day, and live requests only. */
export async function readAttention(db: Kysely<Schema>, seal: Seal, whose: Whose): Promise<readonly Attention[]> {
  return [
    ...(whose.test ? [] : await alerts(db, whose)),
    ...(await brokenEndpoints(db, seal, whose)),
    ...(await waitingReviews(db, whose)),
    ...(whose.test ? [] : await usedUpKeys(db, whose)),
    ...(whose.test ? [] : await endingDomains(db, whose)),
    ...(await endingKeys(db, whose)),
  ];
}

async function brokenEndpoints(db: Kysely<Schema>, seal: Seal, { accountId, test }: Whose): Promise<Attention[]> {
  const endpoints = await listEndpoints(db, seal, accountId);
  return (
    endpoints
      .filter((endpoint) => endpoint.test === test)
      // A user who disabled one on purpose knows.
      .filter(({ status, disabledReason, failingSinceMs }) =>
        status === "disabled" ? disabledReason !== null : failingSinceMs !== null,
      )
      .map(({ id, url, status, failingSinceMs }) => ({
        kind: status === "disabled" ? "webhook_disabled" : "webhook_failing",
        id,
        url,
        sinceMs: failingSinceMs,
      }))
  );
}

async function waitingReviews(db: Kysely<Schema>, { accountId, test }: Whose): Promise<Attention[]> {
  const { waiting, oldestMs } = await countWaiting(db, accountId, test, null);
  return oldestMs === null ? [] : [{ kind: "reviews_waiting", waiting, oldestMs }];
}

async function endingKeys(db: Kysely<Schema>, { accountId, test, nowMs }: Whose): Promise<Attention[]> {
  const keys = await expiringKeys(db, nowMs)
    .where("key.account_id", "=", accountId)
    .where("key.test", "=", Number(test))
    .orderBy("key.expires_at_ms")
    .execute();
  return keys.map(({ id, name, expires_at_ms }) => ({
    kind: "key_expiring",
    id,
    name,
    expiresAtMs: expires_at_ms,
  }));
}

async function endingDomains(db: Kysely<Schema>, { accountId }: Whose): Promise<Attention[]> {
  const domains = await listEmailDomains(db, accountId);
  return domains.flatMap(({ domain, endsAtMs }) =>
    endsAtMs === null ? [] : [{ kind: "domain_expiring" as const, domain, expiresAtMs: endsAtMs }],
  );
}

/** Keys whose own monthly limit is nearly or fully used, from this month's events; events of a limit that was changed later are ignored. */
async function usedUpKeys(db: Kysely<Schema>, { accountId, nowMs }: Whose): Promise<Attention[]> {
  const types: readonly EventType[] = ["key.limit_near", "key.limit_reached"];
  const events = await db
    .selectFrom("events")
    .select(["type", "data"])
    .where("account_id", "=", accountId)
    .where("type", "in", types)
    .where("created_at_ms", ">=", monthStartMs(nowMs))
    .orderBy("created_at_ms", "desc")
    .limit(eventsMax)
    .execute();
  const reports = events.toReversed().map(({ type, data }) => ({ type, ...(JSON.parse(data) as LimitEvent) }));
  const latest = new Map(reports.filter(({ of }) => of === "key").map((report) => [report.id, report]));
  if (latest.size === 0) return [];
  const keys = await db
    .selectFrom("api_keys")
    .select(["id", "name", "requests_per_month"])
    .where("id", "in", [...latest.keys()])
    .where("revoked_at_ms", "is", null)
    .execute();
  return keys.flatMap(({ id, name, requests_per_month: quota }): Attention[] => {
    const report = latest.get(id);
    if (report?.quota !== quota) return [];
    return [{ kind: "key_limit", id, name, quota: report.quota, reached: report.type === "key.limit_reached" }];
  });
}

/** Event of a used-up limit. */
interface LimitEvent {
  readonly id: string;
  readonly of?: string;
  readonly quota: number;
}

type FallEvent = Pick<Extract<Attention, { readonly kind: "rate_falling" }>, "rate" | "share"> & {
  readonly share_before: number;
};

/** Two for each key that an account may have, and as many that were revoked since. */
const eventsMax = 400;

/** Alerts as emitted by alerts/, the newest first. */
async function alerts(db: Kysely<Schema>, { accountId, nowMs }: Whose): Promise<Attention[]> {
  const types: readonly EventType[] = ["requests.failing", "rate.falling", "queue.growing"];
  const events = await db
    .selectFrom("events")
    .select(["type", "data", "created_at_ms"])
    .where("account_id", "=", accountId)
    .where("test", "=", 0)
    .where("type", "in", types)
    .where("created_at_ms", ">", nowMs - alertMs)
    .orderBy("created_at_ms", "desc")
    .limit(10)
    .execute();
  return events.map(({ type, data, created_at_ms: atMs }) => {
    if (type === "queue.growing") {
      const { queue, waiting } = JSON.parse(data) as { queue: string; waiting: number };
      return { kind: "queue_growing", queue, waiting, atMs };
    }
    if (type === "rate.falling") {
      const { rate, share, share_before: shareBefore } = JSON.parse(data) as FallEvent;
      return { kind: "rate_falling", rate, share, shareBefore, atMs };
    }
    const { requests, failed, code } = JSON.parse(data) as { requests: number; failed: number; code: string | null };
    return { kind: "requests_failing", requests, failed, code, atMs };
  });
}
