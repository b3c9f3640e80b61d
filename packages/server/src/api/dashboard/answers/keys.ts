import { z } from "zod";
import { challengeModes } from "../../../liveness/challenge/challenge-mode.ts";
import { count, timeMs } from "./basics.ts";

/** Scopes that can restrict a private or test key. */
const scope = z.enum([
  "verify",
  "analyze",
  "sessions",
  "sessions:review",
  "evidence:read",
  "batches",
  "webhooks",
  "usage",
  "trust:write",
  "keys:write",
]);
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
  /** The user who created it. Null if no user was signed in or an earlier version, which did not record it, created it. */
  createdBy: z.string().nullable(),
  /** The key that created it. Null: a person or the command line did. */
  parentId: z.string().nullable(),
  /** In the list of keys: nobody who created or rotated it belongs to the team any more. */
  makerLeft: z.boolean().optional(),
  /** In the list of keys: how many requests of its own month are used, once one was sent. */
  usedOfMonth: count.optional(),
  /** Of a private key: what it asks of a verify in version 3, where the request does not say. */
  requireChallenge: z.boolean(),
  allowSeveralFaces: z.boolean(),
  requireSignedDocument: z.boolean(),
  /** Of chips: SHA-1 and SHA-224, for documents of the years when they were still in use. */
  allowWeakSignature: z.boolean(),
  /** Of each verdict. */
  withReceipt: z.boolean(),
  /** Of every selfie, whatever the request says. */
  requirePassiveLiveness: z.boolean(),
  challengeMode: z.enum(challengeModes).nullable(),
  /** From which similarity two faces match in version 3, where the request does not say. Null: as the team has it. */
  threshold: z.number().nullable(),
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

const limit = z.object({
  name: z.enum(["minute", "month", "concurrent"]),
  quota: count,
  remaining: count,
  windowSeconds: z.number().optional(),
  resetSeconds: z.number(),
});
export type Limit = z.output<typeof limit>;

export const limitsNow = z.object({ plan: plan.extend({ name: z.string() }), limits: z.array(limit) });
export type LimitsNow = z.output<typeof limitsNow>;

export const domains = z.object({
  domains: z.array(z.string()),
  /** For every account, by the operator's setting. */
  global: z.array(z.string()),
});
export type Domains = z.output<typeof domains>;
