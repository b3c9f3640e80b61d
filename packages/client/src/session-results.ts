import type { ChallengeDetails, LightResult, PassiveLiveness, ReferenceDocument, ReferenceLook } from "./results.ts";

export type SessionStatus =
  | "open"
  | "started"
  | "captured"
  | "needs_review"
  | "verified"
  | "failed"
  | "expired"
  | "cancelled";

/** Outcomes that a test session can simulate. */
export type Simulated =
  | "verified"
  | "no_match"
  | "no_face"
  | "poor_quality"
  | "challenge_failed"
  | "several_faces"
  | "presentation_attack"
  | "passive_liveness_unsure"
  | "expired"
  | "cancelled";

export interface SessionResult {
  /** Null if there was no reference to compare. */
  readonly match: boolean | null;
  /** Null below the threshold. */
  readonly similarity: number | null;
  readonly threshold: number;
  readonly false_match_rate: number | null;
  readonly challenge: "passed" | "failed" | null;
  /** How the last attempt's challenge was performed; null if there was none, or its frames were not checked. */
  readonly challenge_details: ChallengeDetails | null;
  /** Result of the last attempt's screen colors; null if there were none. */
  readonly light: LightResult | null;
  /** Passive liveness of the last attempt's selfie; null if not requested. */
  readonly passive_liveness: PassiveLiveness | null;
  /** Why the last attempt failed. Empty when verified, unless a reviewer approved the session. */
  readonly reasons: readonly Exclude<Simulated, "verified" | "expired" | "cancelled">[];
  readonly model: string;
  /** Who decided after the attempts failed; null if no review was needed. */
  readonly reviewed_by: "person" | "key" | null;
  readonly review_reason: string | null;
}

export interface SessionReview {
  /** `retry`: one more attempt with the same link. */
  readonly decision: "approve" | "reject" | "retry";
  /** 1 to 500 characters, stored with the session. */
  readonly reason: string;
}

/** Times are ISO 8601, UTC. */
export interface Session {
  readonly id: string;
  /** The field to decide by. */
  readonly status: SessionStatus;
  readonly test: boolean;
  readonly external_id: string | null;
  /** The key that created the session; null: created in the dashboard or on the command line. */
  readonly key_id: string | null;
  /** Null once the key is deleted. */
  readonly key_name: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly challenge: "required" | "off" | "if_unsure";
  /** Whether the session has, or had until it ended, a reference. */
  readonly has_reference: boolean;
  readonly passive_liveness: boolean;
  readonly allow_unsure: boolean;
  readonly review: boolean;
  /** The first of two decisions, where the team requires two reviewers. */
  readonly review_pending:
    | (SessionReview & {
        readonly by: "person" | "key";
        /** The ids of the users behind it, who cannot make the second. */
        readonly people: readonly string[];
        readonly at: string;
      })
    | null;
  /** A decision that takes effect at `due_at` unless the person, a user's id, undoes it. */
  readonly review_held: (SessionReview & { readonly person: string; readonly due_at: string }) | null;
  /** While the session waits for a review: the id of the user who decides it. */
  readonly assignee: string | null;
  readonly attempts: number;
  readonly attempts_allowed: number;
  /** Whether the reference comes from the person's wallet. */
  readonly wallet: boolean;
  /** The document that contained the reference; null if there is none, or the wallet has not responded. */
  readonly document: ReferenceDocument | null;
  /** How often and for how many minutes the session can be compared after capture; null if it cannot. */
  readonly compare_limit: number | null;
  readonly compare_within: number | null;
  /** Number of comparisons made. */
  readonly comparisons: number;
  /** The OpenID Connect client that sends the person, and the `sub` by which it knows the person. */
  readonly oidc: { readonly client: string; readonly sub: string } | null;
  /** Set once the session is captured, verified, failed or waiting for a review; otherwise null. */
  readonly result: SessionResult | null;
  /** The signed receipt of the verdict; null before the verdict, or if not requested. */
  readonly receipt: string | null;
  /** Whether photos of the session are stored, encrypted to your public key. `over_limit`: only some; null: none. */
  readonly evidence: "sealed" | "over_limit" | null;
  /** How many links the session had. Only the last one opens it. */
  readonly links: number;
  /** What another session for the same person needs again: the photo or the document; null: nothing. */
  readonly repeat_needs: "reference" | "document" | null;
  readonly consent: { readonly version: string; readonly at: string } | null;
  readonly created_at: string;
  readonly opened_at: string | null;
  /** When the person first chose "Not now": they may come back until the session ends. */
  readonly declined_at: string | null;
  /** When the person finished a session that is compared later. */
  readonly captured_at: string | null;
  readonly ended_at: string | null;
  readonly expires_at: string;
}

export interface SessionLink extends Session {
  /** The link for the person. Send it to nobody else. */
  readonly url: string;
}

export interface MadeSession extends SessionLink {
  readonly references: readonly ReferenceLook[];
}

export interface SessionList {
  /** The newest first, unless sorted. */
  readonly sessions: readonly Session[];
  /** How many days sessions are stored after their end. */
  readonly kept_days: number;
  /** Cursor of the next page; null on the last. */
  readonly next_cursor: string | null;
}

export interface TimelineEntry {
  readonly kind: string;
  readonly at: string;
  /** Coarse: `phone`. */
  readonly device: string | null;
  readonly browser: string | null;
  /** Of the attempt, the comparison or the link, from 1. */
  readonly number: number | null;
  readonly passed: boolean | null;
  readonly challenge: "passed" | "failed" | null;
  /** What the person could improve: `light`, `distance` ... */
  readonly hint: string | null;
  /** Quality issues of the selfie. */
  readonly issues: readonly string[];
  /** Steps of the live challenge, and whether the frame shows each; null: not measured. */
  readonly steps: readonly { readonly step: string; readonly seen: boolean | null }[];
  /** The check of the live challenge that failed, and its photo: the selfie, or the number of a step. */
  readonly check: string | null;
  readonly photo: "selfie" | number | null;
  /** For `repeated`: the other session. */
  readonly session_id: string | null;
  readonly request_id: string | null;
  /** Why the service ended the session. */
  readonly why: "model_changed" | "key_changed" | "replaced" | null;
  readonly decision: SessionReview["decision"] | null;
  readonly reason: string | null;
  readonly by: "person" | "key" | null;
  /** The id of the user who acted. */
  readonly person: string | null;
  /** For `assigned`: the reviewer's id; null: nobody. */
  readonly to: string | null;
  /** Of a note. */
  readonly text: string | null;
  readonly reasons: readonly string[];
  /** Where the event was sent. */
  readonly deliveries: readonly {
    readonly endpoint_id: string;
    readonly status: "pending" | "delivered" | "failed";
    readonly attempts: number;
  }[];
}

/** What happened in a session, in order of time. */
export interface SessionTimeline {
  readonly id: string;
  readonly entries: readonly TimelineEntry[];
}
