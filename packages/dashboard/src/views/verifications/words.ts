import type { Verification, VerificationMoment } from "@selfsame/server/api/dashboard/answers/verifications";
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
  created: "Made",
  opened: "Page opened",
  started: "Consent given",
  declined: "Not now chosen",
  taken_over: "Taken over by another device",
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

/** One line of a timeline: what happened, and what is known of it. */
export function momentText({ kind, device, browser, passed, reasons }: VerificationMoment): {
  readonly what: string;
  readonly more: string;
} {
  const where = device === null ? "" : `on a ${device}${browser === null ? "" : `, in ${browser}`}`;
  if (kind === "attempt") return { what: passed ? "Attempt passed" : "Attempt failed", more: reasonsText(reasons) };
  if (kind === "comparison") return { what: passed ? "Compared: a match" : "Compared: no match", more: "" };
  return { what: momentNames[kind], more: kind === "failed" ? reasonsText(reasons) : where };
}
