import { challengeDetailsSchema } from "../../v3/schemas/performances.ts";
import { challengeUses } from "../../../features/sessions/attempts/passive-first.ts";
import { lightResults } from "../../../liveness/challenge/light/judge-light.ts";
import { z } from "zod";
import { count, timeMs } from "./basics.ts";

const verificationStatus = z.enum([
  "open",
  "started",
  "captured",
  "needs_review",
  "verified",
  "failed",
  "expired",
  "cancelled",
]);

const reviewer = z.enum(["person", "key"]);
const reviewDecision = z.enum(["approve", "reject", "retry"]);
export type ReviewDecision = z.output<typeof reviewDecision>;

/** What a team wants of sessions that fail. */
export const reviewSettings = z.object({
  /** A person decides them, where the request does not say. */
  reviewFailed: z.boolean(),
  /** Two have to agree on it. */
  byTwo: z.boolean(),
});
export type ReviewSettings = z.output<typeof reviewSettings>;

/** Whether one is mailed when sessions wait for a review, and whether the service sends mail at all. */
export const reviewMail = z.object({ on: z.boolean(), sendsMail: z.boolean() });
export type ReviewMail = z.output<typeof reviewMail>;

/** A verification session: a person who was sent to a page of ours. */
export const verification = z.object({
  id: z.string(),
  status: verificationStatus,
  test: z.boolean(),
  externalId: z.string().nullable(),
  metadata: z.record(z.string(), z.string()),
  /** Null where it was not made with a key, or with one that is deleted. */
  keyName: z.string().nullable(),
  challenge: z.enum(challengeUses),
  hasReference: z.boolean(),
  attempts: count,
  attemptsAllowed: count,
  /** How often it may be compared after its capture; null where it is not. */
  compareLimit: count.nullable(),
  comparisons: count,
  /** Why the last attempt failed. */
  reasons: z.array(z.string()),
  /** Null unless it was verified with a reference. */
  similarity: z.number().nullable(),
  /** How the challenge of the last attempt was performed; null where there was none, or its frames were not judged. */
  challengeDetails: challengeDetailsSchema,
  /** Of the screen colors of the last attempt; null where none were shown. */
  light: z.enum(lightResults).nullable(),
  consentVersion: z.string().nullable(),
  /** What became of its photos, sealed to the team's key; null: none is stored. */
  evidence: z.enum(["sealed", "over_limit"]).nullable(),
  /** Whether a person decides it when no attempt is left. */
  review: z.boolean(),
  /** The first of two decisions. `mine`: taken by the person who asks. */
  reviewPending: z
    .object({ decision: reviewDecision, reason: z.string(), by: reviewer, mine: z.boolean(), atMs: timeMs })
    .nullable(),
  /** Who sees to it, while it waits for a review. A person who has left the team has no name. */
  assignee: z.object({ id: z.string(), name: z.string().nullable(), mine: z.boolean() }).nullable(),
  /** A decision that takes effect at `dueAtMs`, unless the person who took it undoes it. */
  held: z
    .object({
      decision: reviewDecision,
      reason: z.string(),
      name: z.string().nullable(),
      mine: z.boolean(),
      dueAtMs: timeMs,
    })
    .nullable(),
  reviewedBy: reviewer.nullable(),
  reviewReason: z.string().nullable(),
  /** How many links it has had; the last one opens it. */
  links: count,
  /** Of an ended one: whether another for the same person can be created here. */
  canRepeat: z.boolean(),
  /** Of an ended one: whether another for the same person needs a photo of them. */
  needsReference: z.boolean(),
  createdAtMs: timeMs,
  openedAtMs: timeMs.nullable(),
  startedAtMs: timeMs.nullable(),
  endedAtMs: timeMs.nullable(),
  expiresAtMs: timeMs,
});
export type Verification = z.output<typeof verification>;

/** `next`: the cursor of the page after. */
export const verifications = z.object({
  sessions: z.array(verification),
  next: z.string().nullable(),
  /** Days after a session's end. */
  keptDays: count,
});
export type Verifications = z.output<typeof verifications>;

/** How many sessions wait for a review, at most 100 of them, and how many of these are assigned to who asks. */
export const waitingReviews = z.object({ waiting: count, mine: count, oldestMs: timeMs.nullable() });
export type WaitingReviews = z.output<typeof waitingReviews>;

/** What happened, with where its event was sent. */
const verificationMoment = z.object({
  kind: z.enum([
    "created",
    "opened",
    "started",
    "declined",
    "taken_over",
    "sent",
    "link_renewed",
    "repeated",
    "wallet_accepted",
    "wallet_rejected",
    "challenge_needed",
    "attempt",
    "challenge_ended",
    "captured",
    "comparison",
    "needs_review",
    "assigned",
    "note",
    "review_pending",
    "reviewed",
    "verified",
    "failed",
    "expired",
    "cancelled",
    "withdrawn",
  ]),
  atMs: timeMs,
  /** In coarse words: "phone", "Firefox". */
  device: z.string().nullable(),
  browser: z.string().nullable(),
  /** Which attempt, comparison or link this is, from 1. */
  number: count.nullable(),
  /** Of an attempt, or a comparison. */
  passed: z.boolean().nullable(),
  challenge: z.enum(["passed", "failed"]).nullable(),
  /** What the person could mend: "light", "distance". */
  hint: z.string().nullable(),
  /** What lowers the quality of the selfie: "blurred", "too_dark". */
  issues: z.array(z.string()),
  /** Of the live challenge, in their order. `seen`: whether its frame shows it; null where that was not measured. */
  steps: z.array(z.object({ step: z.string(), seen: z.boolean().nullable() })),
  /** Which check of the live challenge rejected it, and which photo it is about: the selfie, or the number of a step. */
  check: z.string().nullable(),
  photo: z.union([z.literal("selfie"), count]).nullable(),
  /** Of `repeated`: the id of the other session. */
  session: z.string().nullable(),
  /** The id of the request that made the attempt. */
  request: z.string().nullable(),
  /** Why the service ended it by itself. */
  why: z.enum(["model_changed", "key_changed", "replaced"]).nullable(),
  /** Of a review. */
  decision: reviewDecision.nullable(),
  reason: z.string().nullable(),
  reviewer: reviewer.nullable(),
  /** The person of the team who did it: an e-mail address. */
  person: z.string().nullable(),
  /** Of `assigned`: to whom. */
  to: z.string().nullable(),
  /** Of a note. */
  text: z.string().nullable(),
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

/** By the day on which they were made, UTC; each but the last is also counted in the one before. */
export const verificationFunnel = z.object({
  days: z.array(
    z.object({
      startMs: timeMs,
      made: count,
      opened: count,
      consented: count,
      captured: count,
      verified: count,
      /** Of the made ones. */
      ended: count,
    }),
  ),
});
export type VerificationFunnel = z.output<typeof verificationFunnel>;

/** `url` is the link itself, in this answer only. */
export const madeVerification = z.object({ session: verification, url: z.string() });
export type MadeVerification = z.output<typeof madeVerification>;
