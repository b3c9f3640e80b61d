import type {
  ReviewDecision,
  Verification,
  VerificationMoment,
} from "@selfsame/server/api/dashboard/answers/verifications";
import { plain } from "../../ui/words/words.ts";

type Status = Verification["status"];

export const statuses: readonly Status[] = [
  "needs_review",
  "open",
  "started",
  "captured",
  "verified",
  "failed",
  "expired",
  "cancelled",
];

export const tones = {
  open: "plain",
  started: "accent",
  captured: "accent",
  needs_review: "warn",
  verified: "good",
  failed: "bad",
  expired: "warn",
  cancelled: "warn",
} as const satisfies Readonly<Record<Status, string>>;

const reasonWords: Readonly<Record<string, string>> = {
  no_match: "another person",
  no_face: "no face seen",
  poor_quality: "a poor photo",
  challenge_failed: "the live challenge was not passed",
  several_faces: "several faces",
  presentation_attack: "the passive liveness check saw a presentation attack",
  passive_liveness_unsure: "the passive liveness check was unsure",
};

/** In words that follow a colon. */
export const reasonsText = (reasons: readonly string[]): string =>
  reasons.map((reason) => reasonWords[reason] ?? plain(reason)).join(", ");

const momentNames = {
  created: "Created",
  opened: "Page opened",
  started: "Consent given",
  declined: "Not now chosen",
  taken_over: "Taken over by another device",
  wallet_accepted: "Portrait received from the wallet",
  wallet_rejected: "The wallet's answer was rejected",
  attempt: "Attempt",
  captured: "Captured, waiting for a comparison",
  comparison: "Comparison",
  needs_review: "Waits for a review",
  review_pending: "First of two reviews",
  reviewed: "Reviewed",
  verified: "Verified",
  failed: "Failed",
  expired: "Expired",
  cancelled: "Cancelled",
} as const satisfies Readonly<Record<VerificationMoment["kind"], string>>;

export const decisionWords = {
  approve: "approve the person",
  reject: "reject the person",
  retry: "offer another attempt",
} as const satisfies Readonly<Record<ReviewDecision, string>>;

/** What the person was asked to improve. */
const hintWords: Readonly<Record<string, string>> = {
  light: "the light",
  distance: "the distance",
  several_faces: "others in the picture",
  no_face: "the face in view",
  movement: "the movements",
  blurry: "a sharper picture",
};

/** What is known of an attempt, part by part. */
function attemptText({ device, browser, reasons, challenge, hint }: VerificationMoment): string {
  const parts = [
    reasonsText(reasons),
    challenge === "passed" ? "live challenge passed" : "",
    hint === null ? "" : `asked for: ${hintWords[hint] ?? plain(hint)}`,
    placeText(device, browser),
  ];
  return parts.filter((part) => part !== "").join("; ");
}

const placeText = (device: string | null, browser: string | null): string =>
  device === null ? "" : `on a ${device}${browser === null ? "" : `, in ${browser}`}`;

function reviewText({ decision, reason, reviewer }: VerificationMoment): string {
  const who = reviewer === "key" ? "an API key" : "a reviewer";
  return `${who} decided to ${decisionWords[decision ?? "retry"]}: ${reason}`;
}

/** One line of a timeline: what happened, and what is known of it. */
export function momentText(moment: VerificationMoment): {
  readonly what: string;
  readonly more: string;
} {
  const { kind, device, browser, passed, reasons } = moment;
  const what = momentNames[kind];
  if (kind === "attempt") return { what: passed ? "Attempt passed" : "Attempt failed", more: attemptText(moment) };
  if (kind === "comparison") return { what: passed ? "Compared: a match" : "Compared: no match", more: "" };
  if (kind === "review_pending" || kind === "reviewed") return { what, more: reviewText(moment) };
  if (kind === "wallet_rejected") return { what, more: moment.reason ?? "" };
  const isUnsuccessful = kind === "failed" || kind === "needs_review";
  return { what, more: isUnsuccessful ? reasonsText(reasons) : placeText(device, browser) };
}
