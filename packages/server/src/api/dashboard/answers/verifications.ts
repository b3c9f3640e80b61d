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

/** How a team handles failed sessions. */
export const reviewSettings = z.object({
  /** Default of sessions: whether a person decides failed ones. */
  reviewFailed: z.boolean(),
  /** Whether two people must agree on the decision. */
  byTwo: z.boolean(),
});
export type ReviewSettings = z.output<typeof reviewSettings>;

/** Whether an e-mail is sent when sessions wait for a review, and whether the service sends e-mail at all. */
export const reviewMail = z.object({ on: z.boolean(), sendsMail: z.boolean() });
export type ReviewMail = z.output<typeof reviewMail>;

/** A verification session: one person, sent to the hosted page. */
export const verification = z.object({
  id: z.string(),
  status: verificationStatus,
  test: z.boolean(),
  externalId: z.string().nullable(),
  metadata: z.record(z.string(), z.string()),
  /** Null if the session was not created with a key, or the key was deleted. */
  keyName: z.string().nullable(),
  challenge: z.enum(challengeUses),
  hasReference: z.boolean(),
  attempts: count,
  attemptsAllowed: count,
  /** How often the session may be compared after its capture; null if it may not. */
  compareLimit: count.nullable(),
  comparisons: count,
  /** Why the last attempt failed. */
  reasons: z.array(z.string()),
  /** Null unless the session was verified with a reference. */
  similarity: z.number().nullable(),
  /** How the challenge of the last attempt was performed; null without a challenge, or if its frames were not analyzed. */
  challengeDetails: challengeDetailsSchema,
  /** Result of the screen light check in the last attempt; null if no colors were shown. */
  light: z.enum(lightResults).nullable(),
  consentVersion: z.string().nullable(),
  /** Status of the session's photos, sealed to the team's key; null if none is stored. */
  evidence: z.enum(["sealed", "over_limit"]).nullable(),
  /** Whether a person decides when no attempt is left. */
  review: z.boolean(),
  /** The first of two decisions. `mine`: made by the requesting user. */
  reviewPending: z
    .object({ decision: reviewDecision, reason: z.string(), by: reviewer, mine: z.boolean(), atMs: timeMs })
    .nullable(),
  /** The assigned reviewer, while the session waits for a review. A person who has left the team has no name. */
  assignee: z.object({ id: z.string(), name: z.string().nullable(), mine: z.boolean() }).nullable(),
  /** A decision that takes effect at `dueAtMs`, unless the reviewer undoes it. */
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
  /** Number of links created; only the last one opens the session. */
  links: count,
  /** For an ended session: whether another one for the same person can be created here. */
  canRepeat: z.boolean(),
  /** For an ended session: whether another one for the same person needs a photo of them. */
  needsReference: z.boolean(),
  createdAtMs: timeMs,
  openedAtMs: timeMs.nullable(),
  startedAtMs: timeMs.nullable(),
  endedAtMs: timeMs.nullable(),
  expiresAtMs: timeMs,
});
export type Verification = z.output<typeof verification>;

/** `next`: the cursor of the next page. */
export const verifications = z.object({
  sessions: z.array(verification),
  next: z.string().nullable(),
  /** Days after a session's end. */
  keptDays: count,
});
export type Verifications = z.output<typeof verifications>;

/** How many sessions wait for a review, at most 100, and how many of these are assigned to the requesting user. */
export const waitingReviews = z.object({ waiting: count, mine: count, oldestMs: timeMs.nullable() });
export type WaitingReviews = z.output<typeof waitingReviews>;

/** An event of the session, with its webhook deliveries. */
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
  /** Coarse: "phone", "Firefox". */
  device: z.string().nullable(),
  browser: z.string().nullable(),
  /** Number of the attempt, comparison or link, from 1. */
  number: count.nullable(),
  /** For an attempt or a comparison. */
  passed: z.boolean().nullable(),
  challenge: z.enum(["passed", "failed"]).nullable(),
  /** What the person could improve: "light", "distance". */
  hint: z.string().nullable(),
  /** Quality issues of the selfie: "blurred", "too_dark". */
  issues: z.array(z.string()),
  /** Steps of the live challenge, in order. `seen`: whether the frame shows the step; null if that was not measured. */
  steps: z.array(z.object({ step: z.string(), seen: z.boolean().nullable() })),
  /** The check of the live challenge that failed, and its photo: the selfie, or the number of a step. */
  check: z.string().nullable(),
  photo: z.union([z.literal("selfie"), count]).nullable(),
  /** For `repeated`: the id of the other session. */
  session: z.string().nullable(),
  /** The id of the request that made the attempt. */
  request: z.string().nullable(),
  /** Why the service ended the session. */
  why: z.enum(["model_changed", "key_changed", "replaced"]).nullable(),
  /** For a review. */
  decision: reviewDecision.nullable(),
  reason: z.string().nullable(),
  reviewer: reviewer.nullable(),
  /** The team member who acted: an e-mail address. */
  person: z.string().nullable(),
  /** For `assigned`: the reviewer. */
  to: z.string().nullable(),
  /** For a note. */
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

/** `url` is the link itself, returned only here. */
export const madeVerification = z.object({ session: verification, url: z.string() });
export type MadeVerification = z.output<typeof madeVerification>;
