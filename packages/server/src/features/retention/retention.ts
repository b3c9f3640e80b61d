import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { frameRetentionDays } from "../../liveness/challenge/frame-retention.ts";
import { deleteInChunks } from "@selfsame/platform/store/queries/delete-in-chunks";
import { StoreUnavailable } from "@selfsame/platform/store/outage";
import type { Log } from "@selfsame/platform/store/log";
import type { Schema } from "@selfsame/platform/store/schema";
import type { Store } from "@selfsame/platform/store/store";
import { sweepEvidence } from "../sessions/evidence/sweep-evidence.ts";
import { sweepErasures } from "./erasures.ts";
import { accountsWithOwnRetention, within } from "./own-retention.ts";
import { type Retention, defaultRetention } from "./periods.ts";
import { challengeLifeMs } from "../../liveness/challenge/ledger.ts";
import { deviceLifeMs } from "../../accounts/people/accounts/devices.ts";
import { idempotencyLifeMs } from "../idempotency.ts";
import { signInEnds } from "../../accounts/people/accounts/sign-in-sessions.ts";

const hourMs = 3600_000;
const dayMs = 24 * hourMs;
/** Longer than any node keeps usage it could not write. */
const usageBatchesStoredMs = 30 * dayMs;
/** A year and a month: audits look back a year. */
const auditStoredMs = 396 * dayMs;
const eventsStoredMs = 30 * dayMs;
/** Of test keys. */
const testEventsStoredMs = dayMs;
/** Longer than the longest period in which an occurrence is reported once. */
const alertsStoredMs = 40 * dayMs;
/** How often screen colors came to each result: as long as a limit is compared with what came before. */
const lightStoredMs = 365 * dayMs;

/** Removes what has no use any more, now and every hour: docs/privacy.md says after how long. @returns what ends it */
export function sweepHourly(store: Store, log: Log, now: () => number, retention: Retention): () => Promise<void> {
  const stopping = new AbortController();
  const clean = () => sweepStore(store, now(), log, retention, stopping.signal);
  let cleaning = clean();
  const timer = setInterval(() => {
    // One at a time: the first after a year of none may take minutes.
    cleaning = cleaning.then(clean);
  }, hourMs).unref();
  return async () => {
    clearInterval(timer);
    stopping.abort();
    await cleaning;
  };
}

interface Kind {
  readonly table: keyof Schema;
  readonly key: string;
  readonly ended: RawBuilder<unknown>;
}

/** Rows that have ended, by kind. Usage stays until it is erased. */
function kindsAt(nowMs: number, retention: Retention): readonly Kind[] {
  const { createdByMs, seenByMs } = signInEnds(nowMs);
  return [
    // First what has a published deadline.
    { table: "challenge_frames", key: "sha256", ended: sql`seen_at_ms < ${nowMs - frameRetentionDays * dayMs}` },
    { table: "audit", key: "id", ended: sql`at_ms < ${nowMs - auditStoredMs}` },
    { table: "links", key: "hash", ended: sql`expires_at_ms <= ${nowMs}` },
    { table: "sign_on_flows", key: "id", ended: sql`expires_at_ms <= ${nowMs}` },
    { table: "invitations", key: "id", ended: sql`expires_at_ms <= ${nowMs}` },
    { table: "passkey_challenges", key: "challenge", ended: sql`expires_at_ms <= ${nowMs}` },
    { table: "sign_in_steps", key: "hash", ended: sql`expires_at_ms <= ${nowMs}` },
    {
      table: "sessions",
      key: "id",
      ended: sql`created_at_ms <= ${createdByMs} OR last_seen_at_ms <= ${seenByMs}`,
    },
    { table: "devices", key: "id", ended: sql`last_seen_at_ms <= ${nowMs - deviceLifeMs}` },
    // A step that was shown so long ago can complete nothing any more: its frames go.
    { table: "challenge_turns", key: "challenge_id", ended: sql`shown_at_ms < ${nowMs - challengeLifeMs}` },
    // An hour more, so that a late answer is "expired" and not "unknown".
    { table: "challenges", key: "id", ended: sql`expires_at_ms < ${nowMs - hourMs}` },
    { table: "challenge_light", key: "day_ms", ended: sql`day_ms < ${nowMs - lightStoredMs}` },
    { table: "challenge_tokens_used", key: "id", ended: sql`expires_at_ms < ${nowMs}` },
    { table: "wallet_requests", key: "id", ended: sql`expires_at_ms < ${nowMs - hourMs}` },
    { table: "oidc_states", key: "id", ended: sql`expires_at_ms < ${nowMs}` },
    { table: "presentations_used", key: "id", ended: sql`expires_at_ms < ${nowMs}` },
    // With their deliveries.
    { table: "events", key: "id", ended: sql`created_at_ms < ${nowMs - eventsStoredMs}` },
    // The number is written out: it is what the index is of.
    { table: "events", key: "id", ended: sql`test = 1 AND created_at_ms < ${nowMs - testEventsStoredMs}` },
    { table: "alerts_told", key: "id", ended: sql`told_at_ms < ${nowMs - alertsStoredMs}` },
    { table: "idempotency_keys", key: "id", ended: sql`created_at_ms < ${nowMs - idempotencyLifeMs}` },
    ...kindsOfAccounts(nowMs, retention),
    // Sessions whose people were told fewer days than the account has now. The expression is that of the index.
    {
      table: "verification_sessions",
      key: "id",
      ended: sql`(ended_at_ms + consented_days * 86400000) < ${nowMs}`,
    },
    // Callbacks of batches that are gone.
    {
      table: "webhook_endpoints",
      key: "id",
      ended: sql`only_for IS NOT NULL AND only_for NOT IN (SELECT id FROM batches)`,
    },
    { table: "usage_batches", key: "id", ended: sql`written_at_ms < ${nowMs - usageBatchesStoredMs}` },
  ];
}

/** What an account may store for less time than the installation. */
function kindsOfAccounts(nowMs: number, retention: Retention): readonly Kind[] {
  const sessionsFromMs = nowMs - retention.sessionsDays * dayMs;
  const resultsFromMs = nowMs - retention.batchResultsDays * dayMs;
  const requestsFromMs = nowMs - retention.requestLogDays * dayMs;
  return [
    // With their timelines and consent records.
    { table: "verification_sessions", key: "id", ended: sql`ended_at_ms < ${sessionsFromMs}` },
    // With their items. The first condition is the one with an index.
    { table: "batches", key: "id", ended: sql`created_at_ms < ${resultsFromMs} AND ended_at_ms < ${resultsFromMs}` },
    { table: "requests", key: "id", ended: sql`created_at_ms < ${requestsFromMs}` },
  ];
}

async function sweepAccounts(store: Store, nowMs: number, retention: Retention, signal?: AbortSignal): Promise<void> {
  for (const { accountId, own } of await store.run(() => accountsWithOwnRetention(store.db))) {
    for (const { table, key, ended } of kindsOfAccounts(nowMs, within(own, retention))) {
      await deleteInChunks(store, table, key, sql`account_id = ${accountId} AND ${ended}`, signal);
    }
  }
}

/** Each kind apart: where one cannot be removed, the others are, and the log says which. */
export async function sweepStore(
  store: Store,
  nowMs: number,
  log: Log,
  retention: Retention = defaultRetention,
  signal?: AbortSignal,
): Promise<void> {
  const works = kindsAt(nowMs, retention).map(({ table, key, ended }) => ({
    table,
    work: () => deleteInChunks(store, table, key, ended, signal),
  }));
  const ofAccounts = { table: "accounts", work: () => sweepAccounts(store, nowMs, retention, signal) };
  const evidence = { table: "evidence", work: () => sweepEvidence(store, nowMs, signal) };
  const erasures = { table: "erasures", work: () => sweepErasures(store, nowMs, signal) };
  for (const { table, work } of [ofAccounts, evidence, ...works, erasures]) {
    await work().catch((error: unknown) => {
      if (!(error instanceof StoreUnavailable)) log.warn({ err: error, table }, "old rows could not be removed");
    });
  }
}
