/**
 * What the dashboard's API answers: the one source of its checks, of the types that the dashboard is written against, and of the
 * types in docs/dashboard-api.md. Names in camelCase, times in epoch milliseconds. A field that is not named here is not sent.
 */
import { z } from "zod";

export const count = z.number().int().min(0);
export const timeMs = z.number().int();

/** What a member of a team may do: each what those before it may, and more. */
export const role = z.enum(["viewer", "developer", "admin", "owner"]);
export type Role = z.output<typeof role>;

/** A team: what owns keys, usage and a plan. */
export const account = z.object({
  id: z.string(),
  /** Empty before its setup. */
  name: z.string(),
  plan: z.string(),
  createdAtMs: timeMs,
  closed: z.boolean(),
});
export type Account = z.output<typeof account>;

/** By what somebody showed who they are; null where it was not noted, or nobody was signed in. */
const signedInBy = z
  .enum(["password", "password+totp", "password+recovery", "passkey", "oidc", "link", "cli"])
  .nullable();

/** Somebody who signs in. */
export const user = z.object({
  id: z.string(),
  /** Null before the setup. */
  email: z.string().nullable(),
  /** Runs the service: sees every account, plans, models and health. */
  operator: z.boolean(),
});

export const team = z.object({ id: z.string(), name: z.string(), role });
export type Team = z.output<typeof team>;

export const me = z.object({
  user,
  /** The team they are looking at, and their role in it. */
  account,
  role,
  /** Every team of theirs that is open. */
  teams: z.array(team),
  sessionId: z.string(),
  /** The team asks for a second factor and they have none: all that they can do there is set one up. */
  factorNeeded: z.boolean(),
  signedInBy,
});
export type Me = z.output<typeof me>;

export const state = z.object({
  /** False while the first account waits for its setup link. */
  claimed: z.boolean(),
  me: me.nullable(),
  /** Where passkeys can be made and used; null where the service's address allows none. */
  passkeyOrigin: z.string().nullable(),
  /** Whether links are also sent by mail. */
  sendsMail: z.boolean(),
});
export type State = z.output<typeof state>;

/** As operators see it. */
export const accountRow = account.extend({
  /** E-mails. */
  owners: z.array(z.string()),
  memberCount: count,
  monthCount: count,
});
export type AccountRow = z.output<typeof accountRow>;

/** Somebody who signs in, as operators see them. */
export const person = user.extend({
  createdAtMs: timeMs,
  /** False until they have chosen one by their link. */
  hasPassword: z.boolean(),
  teams: z.array(team),
});
export type Person = z.output<typeof person>;

export const member = z.object({
  /** The person's. */
  id: z.string(),
  email: z.string().nullable(),
  role,
  createdAtMs: timeMs,
});
export type Member = z.output<typeof member>;

export const invitation = z.object({
  id: z.string(),
  email: z.string(),
  role,
  createdAtMs: timeMs,
  expiresAtMs: timeMs,
});
export type Invitation = z.output<typeof invitation>;

/** To who holds its link. */
export const openInvitation = z.object({
  accountName: z.string(),
  email: z.string(),
  role,
  expiresAtMs: timeMs,
  /** Whether the invited person has a sign-in already, and signs in to accept. */
  hasSignIn: z.boolean(),
});
export type OpenInvitation = z.output<typeof openInvitation>;

/** What a private or a test key may be kept to. */
export const scope = z.enum(["verify", "analyze", "sessions", "batches", "webhooks", "usage"]);
export type Scope = z.output<typeof scope>;

/** Null: no limit. */
export const plan = z.object({
  requestsPerMinute: count.nullable(),
  requestsPerMonth: count.nullable(),
  concurrentRequests: count.nullable(),
});
export type Plan = z.output<typeof plan>;

export const key = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(["private", "public", "test"]),
  /** Prefix and last four: `ss_sk_...x7Qa`. */
  display: z.string(),
  status: z.enum(["active", "expired", "revoked"]),
  allowedOrigins: z.array(z.string()),
  createdAtMs: timeMs,
  expiresAtMs: timeMs.nullable(),
  revokedAtMs: timeMs.nullable(),
  /** "2026-11-21", UTC. */
  lastUsedDay: z.string().nullable(),
  /** The key that rotation made. */
  successorId: z.string().nullable(),
  /** Of a private key: what it asks of a verify in version 3, where the request does not say. */
  requireChallenge: z.boolean(),
  allowSeveralFaces: z.boolean(),
  /** Null: all, those of later versions included. */
  scopes: z.array(scope).nullable(),
  /** Where it may be used from; empty: from anywhere. */
  addressRanges: z.array(z.string()),
  /** Its own, within the plan's. */
  limits: plan,
});
export type Key = z.output<typeof key>;

/** `secret` is the key itself, shown this once. */
export const madeKey = z.object({ key, secret: z.string() });
export type MadeKey = z.output<typeof madeKey>;

export const limit = z.object({
  name: z.enum(["minute", "month", "concurrent"]),
  quota: count,
  remaining: count,
  windowSeconds: z.number().optional(),
  resetSeconds: z.number(),
});
export type Limit = z.output<typeof limit>;

export const limitsNow = z.object({ plan: plan.extend({ name: z.string() }), limits: z.array(limit) });
export type LimitsNow = z.output<typeof limitsNow>;

/** Of some requests: how many, and how long they took. */
export const times = z.object({
  count,
  /** Sum over them. */
  durationMs: z.number().min(0),
  /** Half of them took at most this long; null where that is not known. */
  p50Ms: z.number().nullable(),
  /** 95 of 100. */
  p95Ms: z.number().nullable(),
});

export const usageBucket = times.extend({
  /** Start of the hour, day or month, in UTC. */
  startMs: timeMs,
  /** A key's id, an endpoint or an outcome; null where nothing is split. */
  group: z.string().nullable(),
});
export type UsageBucket = z.output<typeof usageBucket>;

export const keyName = z.object({ name: z.string(), display: z.string(), account: z.string() });

export const usage = z.object({
  buckets: z.array(usageBucket),
  total: times,
  /** By id, where usage is split by key. */
  keys: z.record(z.string(), keyName).optional(),
});
export type Usage = z.output<typeof usage>;

export const totals = times.extend({ outcomes: z.array(z.object({ outcome: z.string(), count })) });
export type Totals = z.output<typeof totals>;

export const overview = limitsNow.extend({
  today: totals,
  month: totals,
  keyCount: count,
  /** The last 30, by day. */
  days: z.array(usageBucket),
  /** Webhook endpoints that were switched off. */
  webhooksDisabled: count,
});
export type Overview = z.output<typeof overview>;

export const domains = z.object({
  domains: z.array(z.string()),
  /** For every account, by the operator's setting. */
  global: z.array(z.string()),
});
export type Domains = z.output<typeof domains>;

export const webhookEndpoint = z.object({
  id: z.string(),
  url: z.string(),
  /** Empty: everything, what later versions add included. */
  types: z.array(z.string()),
  status: z.enum(["active", "disabled"]),
  /** `gone`: it answered 410. `failing`: nothing but failures for five days. */
  disabledReason: z.enum(["gone", "failing"]).nullable(),
  /** Since when every attempt failed. */
  failingSinceMs: timeMs.nullable(),
  createdAtMs: timeMs,
});
export type WebhookEndpoint = z.output<typeof webhookEndpoint>;

/** `types`: all that there are to listen to. */
export const webhooks = z.object({ endpoints: z.array(webhookEndpoint), types: z.array(z.string()) });
export type Webhooks = z.output<typeof webhooks>;

/** `secret`: what deliveries are signed with, shown this once. */
export const madeWebhookEndpoint = z.object({ endpoint: webhookEndpoint, secret: z.string() });
export type MadeWebhookEndpoint = z.output<typeof madeWebhookEndpoint>;

export const delivery = z.object({
  id: z.string(),
  eventId: z.string(),
  type: z.string(),
  status: z.enum(["pending", "delivered", "failed"]),
  attempts: count,
  createdAtMs: timeMs,
  attemptedAtMs: timeMs.nullable(),
  nextAttemptAtMs: timeMs.nullable(),
  durationMs: z.number().nullable(),
  /** Null where no answer came. */
  responseStatus: z.number().int().nullable(),
  /** Its first kilobyte. */
  responseHead: z.string().nullable(),
  /** Why no answer came, or why none is waited for any more. */
  problem: z.string().nullable(),
  /** The body that is sent. */
  body: z.string(),
});
export type Delivery = z.output<typeof delivery>;

export const deliveries = z.object({
  endpoint: webhookEndpoint,
  deliveries: z.array(delivery),
  /** Whether there are older ones. */
  more: z.boolean(),
});
export type Deliveries = z.output<typeof deliveries>;

export const batch = z.object({
  id: z.string(),
  /** The key that made it; null once that is deleted. */
  keyName: z.string().nullable(),
  status: z.enum(["queued", "running", "completed", "cancelled"]),
  cancelReason: z.enum(["asked", "key_revoked"]).nullable(),
  total: count,
  done: count,
  failed: count,
  /** Seconds until it is through, told from how it went; null where that is not known. */
  etaSeconds: count.nullable(),
  createdAtMs: timeMs,
  endedAtMs: timeMs.nullable(),
});
export type Batch = z.output<typeof batch>;

export const batches = z.object({ batches: z.array(batch), more: z.boolean(), keptDays: count });
export type Batches = z.output<typeof batches>;

/** How the page of the account's sessions looks. */
export const branding = z.object({
  name: z.string().nullable(),
  /** #rrggbb */
  accent: z.string().nullable(),
  logoUrl: z.string().nullable(),
});
export type Branding = z.output<typeof branding>;

export const session = z.object({
  id: z.string(),
  current: z.boolean(),
  address: z.string(),
  userAgent: z.string(),
  signedInBy,
  createdAtMs: timeMs,
  lastSeenAtMs: timeMs,
});
export type Session = z.output<typeof session>;

export const passkey = z.object({
  id: z.string(),
  name: z.string(),
  /** Whether its maker keeps a copy for the person's other devices. */
  backedUp: z.boolean(),
  createdAtMs: timeMs,
  lastUsedAtMs: timeMs.nullable(),
});
export type Passkey = z.output<typeof passkey>;

/** By what somebody signs in besides the password. */
export const factors = z.object({
  passkeys: z.array(passkey),
  /** Since when an authenticator app is in use. */
  appSinceMs: timeMs.nullable(),
  recoveryCodesLeft: count,
  /** Whether the team asks its members for a second factor. */
  required: z.boolean(),
});
export type Factors = z.output<typeof factors>;

/** Shown this once; null where there are some from before. */
export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()).nullable() });
export type RecoveryCodes = z.output<typeof recoveryCodes>;

/** What an authenticator app is set up with; `uri` is for the QR code. */
export const pendingApp = z.object({ secret: z.string(), uri: z.string() });
export type PendingApp = z.output<typeof pendingApp>;

/** What the browser is to make or use a passkey with (WebAuthn: PublicKeyCredentialCreationOptionsJSON, ...RequestOptionsJSON). */
export const passkeyOptions = z.object({ options: z.record(z.string(), z.unknown()) });
export type PasskeyOptions = z.output<typeof passkeyOptions>;

export const auditEntry = z.object({
  id: count,
  atMs: timeMs,
  accountId: z.string().nullable(),
  /** To a team of its members only. */
  actorEmail: z.string().nullable(),
  action: z.string(),
  actor: z.string().nullable(),
  target: z.string().nullable(),
  address: z.string().nullable(),
  signedInBy,
});
export type AuditEntry = z.output<typeof auditEntry>;

/** What thresholds cost, as the model's calibration counted it. */
export const thresholds = z.object({
  model: z.string(),
  /** The default, a similarity. */
  threshold: z.number(),
  /** Similarities that errors were counted at, rising; empty where nothing was counted. */
  steps: z.array(z.number()),
  genuinePairs: count,
  /** Genuine pairs below each step. */
  refused: z.array(count),
  /** Strangers of one region and gender who pass at each step, by what was learned without their region. */
  groups: z.array(z.object({ group: z.string(), pairs: count, passed: z.array(count) })),
});
export type Thresholds = z.output<typeof thresholds>;

const verificationStatus = z.enum(["open", "started", "verified", "failed", "expired", "cancelled"]);

/** A verification session: a person who was sent to a page of ours. */
export const verification = z.object({
  id: z.string(),
  status: verificationStatus,
  test: z.boolean(),
  externalId: z.string().nullable(),
  metadata: z.record(z.string(), z.string()),
  /** Null where it was not made with a key, or with one that is deleted. */
  keyName: z.string().nullable(),
  challenge: z.enum(["required", "off"]),
  hasReference: z.boolean(),
  attempts: count,
  attemptsAllowed: count,
  /** Why the last attempt failed. */
  reasons: z.array(z.string()),
  /** Null unless it was verified with a reference. */
  similarity: z.number().nullable(),
  consentVersion: z.string().nullable(),
  createdAtMs: timeMs,
  openedAtMs: timeMs.nullable(),
  startedAtMs: timeMs.nullable(),
  endedAtMs: timeMs.nullable(),
  expiresAtMs: timeMs,
});
export type Verification = z.output<typeof verification>;

/** `next`: the cursor of the page after. */
export const verifications = z.object({ sessions: z.array(verification), next: z.string().nullable() });
export type Verifications = z.output<typeof verifications>;

/** What happened, with where its event was sent. */
export const verificationMoment = z.object({
  kind: z.enum(["created", "opened", "started", "taken_over", "attempt", "verified", "failed", "expired", "cancelled"]),
  atMs: timeMs,
  /** In coarse words: "phone", "Firefox". */
  device: z.string().nullable(),
  browser: z.string().nullable(),
  /** Of an attempt. */
  passed: z.boolean().nullable(),
  reasons: z.array(z.string()),
  deliveries: z.array(
    z.object({
      endpointId: z.string(),
      url: z.string(),
      status: z.enum(["pending", "delivered", "failed"]),
      attempts: count,
    }),
  ),
});
export type VerificationMoment = z.output<typeof verificationMoment>;

export const verificationDetail = z.object({ session: verification, timeline: z.array(verificationMoment) });
export type VerificationDetail = z.output<typeof verificationDetail>;

/** By the day on which they were made, UTC; each is also counted in the one before. */
export const verificationFunnel = z.object({
  days: z.array(
    z.object({
      startMs: timeMs,
      made: count,
      opened: count,
      consented: count,
      attempted: count,
      verified: count,
    }),
  ),
});
export type VerificationFunnel = z.output<typeof verificationFunnel>;

/** `url` is the link itself, shown this once. */
export const madeVerification = z.object({ session: verification, url: z.string() });
export type MadeVerification = z.output<typeof madeVerification>;
