import { access } from "./migrations/access.ts";
import { accountTrust, weakSignatures } from "./migrations/account-trust.ts";
import { brandingDetails } from "./migrations/branding.ts";
import { batches } from "./migrations/batches.ts";
import {
  challengeDrawers,
  challengeKeys,
  challengeLight,
  challengeSteps,
  frameDetail,
  lightUse,
} from "./migrations/challenges.ts";
import { jobOwners } from "./migrations/job-owners.ts";
import { documentStatus } from "./migrations/document-status.ts";
import { domainChecks } from "./migrations/domain-checks.ts";
import { keyBounds } from "./migrations/key-bounds.ts";
import { keyOrigins } from "./migrations/key-origins.ts";
import { challengeMode } from "./migrations/challenge-mode.ts";
import { passiveFirst, passiveLiveness } from "./migrations/passive-liveness.ts";
import { consentTexts } from "./migrations/consent-texts.ts";
import { consents } from "./migrations/consents.ts";
import { consentedDays } from "./migrations/consented-days.ts";
import { evidence } from "./migrations/evidence.ts";
import { evidenceSet } from "./migrations/evidence-set.ts";
import type { Migration } from "./migrations/migration.ts";
import { oidc } from "./migrations/oidc.ts";
import { ownRetention } from "./migrations/own-retention.ts";
import { oneQueue } from "./migrations/one-queue.ts";
import { receipts } from "./migrations/receipts.ts";
import { receiptsByKey } from "./migrations/receipts-by-key.ts";
import { templates } from "./migrations/templates.ts";
import { alerts, requests } from "./migrations/requests.ts";
import { listOrder } from "./migrations/list-order.ts";
import { findAnything } from "./migrations/find-anything.ts";
import { factors, requiredFactor } from "./migrations/factors.ts";
import { provenAddresses } from "./migrations/proven-addresses.ts";
import { trustLists } from "./migrations/trust-lists.ts";
import { revocationLists } from "./migrations/revocation-lists.ts";
import { reviewMail } from "./migrations/review-mail.ts";
import { reviewCases, sessionReviews } from "./migrations/session-reviews.ts";
import { capturedSessions, declinedSessions, referencePhotos, sessionLinks, sessions } from "./migrations/sessions.ts";
import { emailClaim, signedInBy, signOn } from "./migrations/sign-on.ts";
import { storedSettings } from "./migrations/stored-settings.ts";
import { teams } from "./migrations/teams.ts";
import { thresholds } from "./migrations/thresholds.ts";
import { trustAnchors } from "./migrations/trust-anchors.ts";
import { presentationsUsed, registrationCertificates, walletRequests, walletReturns } from "./migrations/wallets.ts";
import { testEvents, webhookTrust } from "./migrations/webhooks.ts";

/**
 * Run in this order, each once; never edited after a release. The statements mean the same on SQLite and PostgreSQL, except for `AUTO_ID`, a number that
 * the database assigns, and `BY_BYTES`, the sort order of an index on text.
 */
export const migrations: readonly Migration[] = [
  access,
  {
    name: "002_challenges",
    statements: [
      `CREATE TABLE challenges (
        id text PRIMARY KEY,
        account_id text NOT NULL REFERENCES accounts (id),
        steps text NOT NULL,
        attempts integer NOT NULL,
        created_at_ms bigint NOT NULL,
        expires_at_ms bigint NOT NULL,
        completed_at_ms bigint
      )`,
      `CREATE INDEX challenges_expiry ON challenges (expires_at_ms)`,
      `CREATE TABLE challenge_frames (
        sha256 text PRIMARY KEY,
        account_id text NOT NULL REFERENCES accounts (id),
        face_hash text NOT NULL,
        seen_at_ms bigint NOT NULL
      )`,
      `CREATE INDEX challenge_frames_account ON challenge_frames (account_id, seen_at_ms)`,
      `CREATE INDEX challenge_frames_age ON challenge_frames (seen_at_ms)`,
      `CREATE TABLE challenge_keys (
        id text PRIMARY KEY,
        secret text NOT NULL,
        created_at_ms bigint NOT NULL,
        retired_at_ms bigint
      )`,
    ],
  },
  {
    name: "003_usage_times",
    // See time-columns.ts. Earlier requests have only the sum of their times.
    statements:
      "10 12 16 20 25 32 40 50 63 80 100 125 160 200 250 315 400 500 630 800 1000 1250 1600 2000 2500 3150 4000 5000 6300 8000 10000 longer"
        .split(" ")
        .map((bound) => `ALTER TABLE usage ADD COLUMN took_${bound} bigint NOT NULL DEFAULT 0`),
  },
  {
    name: "004_bound_challenges",
    statements: [
      // Earlier secrets were not sealed. Their tokens live ten minutes; new keys are created sealed.
      `DELETE FROM challenge_keys`,
      `CREATE TABLE challenge_tokens_used (id text PRIMARY KEY, expires_at_ms bigint NOT NULL)`,
      `CREATE INDEX challenge_tokens_used_expiry ON challenge_tokens_used (expires_at_ms)`,
      `ALTER TABLE challenges ADD COLUMN nonce text`,
      `ALTER TABLE api_keys ADD COLUMN require_challenge integer NOT NULL DEFAULT 0`,
      `ALTER TABLE api_keys ADD COLUMN allow_several_faces integer NOT NULL DEFAULT 1`,
    ],
  },
  {
    name: "005_erasure",
    statements: [
      `CREATE TABLE erasures (
        id text PRIMARY KEY,
        kind text NOT NULL CHECK (kind IN ('account', 'key')),
        erased_at_ms bigint NOT NULL
      )`,
      `CREATE INDEX usage_key ON usage (key_id, hour_ms)`,
      `CREATE INDEX usage_batches_age ON usage_batches (written_at_ms)`,
      `CREATE INDEX audit_age ON audit (at_ms)`,
      `CREATE INDEX audit_actor ON audit (actor)`,
      `CREATE INDEX challenges_account ON challenges (account_id)`,
    ],
  },
  {
    name: "006_sign_in",
    statements: [
      `ALTER TABLE sessions ADD COLUMN confirmed_at_ms bigint NOT NULL DEFAULT 0`,
      `CREATE TABLE devices (
        id text PRIMARY KEY,
        account_id text NOT NULL REFERENCES accounts (id),
        hash text NOT NULL UNIQUE,
        last_seen_at_ms bigint NOT NULL
      )`,
      `CREATE INDEX devices_account ON devices (account_id)`,
    ],
  },
  {
    name: "007_jobs",
    // Until oneQueue, PostgreSQL's jobs were in tables of pg-boss, and this one stayed empty there.
    statements: [
      `CREATE TABLE jobs (
        id AUTO_ID,
        name text NOT NULL,
        data text NOT NULL,
        priority integer NOT NULL,
        run_at_ms bigint NOT NULL,
        attempts integer NOT NULL,
        lease_until_ms bigint,
        created_at_ms bigint NOT NULL
      )`,
      `CREATE INDEX jobs_order ON jobs (name, priority DESC, id)`,
    ],
  },
  {
    name: "006_events",
    statements: [
      `CREATE TABLE events (
        id text PRIMARY KEY,
        account_id text NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
        type text NOT NULL,
        data text NOT NULL,
        created_at_ms bigint NOT NULL
      )`,
      `CREATE INDEX events_account ON events (account_id, created_at_ms)`,
      `CREATE INDEX events_age ON events (created_at_ms)`,
      `CREATE TABLE webhook_endpoints (
        id text PRIMARY KEY,
        account_id text NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
        url text NOT NULL,
        types text NOT NULL,
        only_for text,
        secret text NOT NULL,
        old_secret text,
        old_secret_until_ms bigint,
        created_at_ms bigint NOT NULL,
        failing_since_ms bigint,
        disabled_at_ms bigint,
        disabled_reason text
      )`,
      `CREATE INDEX webhook_endpoints_account ON webhook_endpoints (account_id)`,
      `CREATE TABLE webhook_deliveries (
        id text PRIMARY KEY,
        endpoint_id text NOT NULL REFERENCES webhook_endpoints (id) ON DELETE CASCADE,
        event_id text NOT NULL REFERENCES events (id) ON DELETE CASCADE,
        status text NOT NULL CHECK (status IN ('pending', 'delivered', 'failed')),
        attempts integer NOT NULL,
        created_at_ms bigint NOT NULL,
        attempted_at_ms bigint,
        next_attempt_at_ms bigint,
        response_status integer,
        response_head text,
        duration_ms integer,
        problem text
      )`,
      `CREATE INDEX webhook_deliveries_endpoint ON webhook_deliveries (endpoint_id, created_at_ms)`,
      `CREATE INDEX webhook_deliveries_event ON webhook_deliveries (event_id)`,
      `CREATE TABLE idempotency_keys (
        id text PRIMARY KEY,
        account_id text NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
        fingerprint text NOT NULL,
        answer text,
        created_at_ms bigint NOT NULL
      )`,
      `CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at_ms)`,
    ],
  },
  batches,
  {
    name: "010_key_marks",
    statements: [
      `ALTER TABLE api_keys ADD COLUMN playground integer NOT NULL DEFAULT 0`,
      `ALTER TABLE api_keys ADD COLUMN well_formed integer NOT NULL DEFAULT 0`,
      `CREATE INDEX api_keys_odd ON api_keys (well_formed)`,
    ],
  },
  sessions,
  { name: "016_limit_told", statements: [`ALTER TABLE accounts ADD COLUMN limit_told_month_ms bigint`] },
  teams,
  { name: "017_audit_pages", statements: [`CREATE INDEX audit_account_id ON audit (account_id, id)`] },
  requests,
  alerts,
  referencePhotos,
  signedInBy,
  challengeDrawers,
  factors,
  requiredFactor,
  keyBounds,
  signOn,
  challengeKeys,
  testEvents,
  jobOwners,
  webhookTrust,
  provenAddresses,
  passiveLiveness,
  challengeSteps,
  brandingDetails,
  declinedSessions,
  sessionReviews,
  capturedSessions,
  trustAnchors,
  frameDetail,
  findAnything,
  thresholds,
  presentationsUsed,
  walletRequests,
  accountTrust,
  sessionLinks,
  challengeLight,
  lightUse,
  keyOrigins,
  domainChecks,
  listOrder,
  emailClaim,
  challengeMode,
  reviewCases,
  passiveFirst,
  reviewMail,
  weakSignatures,
  receipts,
  oneQueue,
  templates,
  walletReturns,
  documentStatus,
  revocationLists,
  oidc,
  trustLists,
  receiptsByKey,
  consents,
  ownRetention,
  evidence,
  consentTexts,
  evidenceSet,
  consentedDays,
  registrationCertificates,
  storedSettings,
];
