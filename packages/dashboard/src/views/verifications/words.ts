import type { ReviewDecision, Session } from "@selfsame/server/api/v3/sessions/session-schemas";
import type { TimelineEntry } from "@selfsame/server/api/v3/sessions/timeline-schema";
import { plain } from "../../ui/words/words.ts";

type Status = Session["status"];

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

/** Reasons as text that follows a colon. */
export const reasonsText = (reasons: readonly string[]): string =>
  reasons.map((reason) => reasonWords[reason] ?? plain(reason)).join(", ");

const momentNames = {
  created: "Created",
  sent: "Sent by the OpenID Connect client",
  opened: "Page opened",
  started: "Consent given",
  declined: "Not now chosen",
  taken_over: "Taken over by another device",
  link_renewed: "New link created",
  repeated: "Another session created",
  wallet_accepted: "Portrait received from the wallet",
  wallet_rejected: "The wallet's answer was rejected",
  attempt: "Attempt",
  challenge_needed: "The selfie left doubt: a live challenge follows",
  challenge_ended: "Live challenge ended early",
  captured: "Captured, waiting for a comparison",
  comparison: "Comparison",
  needs_review: "Waits for a review",
  assigned: "Assigned",
  note: "Note",
  review_pending: "First of two reviews",
  reviewed: "Reviewed",
  verified: "Verified",
  failed: "Failed",
  expired: "Expired",
  cancelled: "Cancelled",
  withdrawn: "Consent withdrawn",
} as const satisfies Readonly<Record<TimelineEntry["kind"], string>>;

export const decisionWords = {
  approve: "approve the person",
  reject: "reject the person",
  retry: "offer another attempt",
} as const satisfies Readonly<Record<ReviewDecision, string>>;

/** Hints to the person about what to improve. */
const hintWords: Readonly<Record<string, string>> = {
  light: "the light",
  distance: "the distance",
  several_faces: "others in the picture",
  no_face: "the face in view",
  movement: "the movements",
  blurry: "a sharper picture",
  bright: "less light behind the camera",
};

const stepWords: Readonly<Record<string, string>> = { follow_dot: "follow the dot" };

/** Name of a live challenge's step, as in the instruction to the person. */
export const stepName = (step: string): string => stepWords[step] ?? plain(step);

const issueWords: Readonly<Record<string, string>> = {
  too_small: "the face is too small",
  blurred: "blurred",
  too_dark: "too dark",
  too_bright: "too bright",
  glare: "glare",
  turned: "the head is turned",
  tilted: "the head is tilted",
  eyes_closed: "eyes closed",
  several_faces: "several faces",
  cut_off: "the face is cut off",
};

export const issuesText = (issues: readonly string[]): string =>
  issues.map((issue) => issueWords[issue] ?? plain(issue)).join(", ");

/** Results of the live challenge's checks, as text that follows "Rejected because". */
const checkWords: Readonly<Record<string, string>> = {
  not_neutral: "the face does not look straight ahead",
  step_not_seen: "the movement is not seen",
  another_person: "it shows another person than the selfie",
  flat: "the face is flat, as on a screen or a print",
  same_picture: "it is an enlarged copy of the selfie",
  other_burst: "the small pictures of the way do not lead to it",
  spoof: "the photos show no live face",
  other_colours: "the photos differ in color, as those of several cameras do",
  one_photo: "the photos were made from a single photo",
  one_texture: "the photos were made from a single picture",
  blended: "the face seems to be changed by software",
  warped: "the head seems to be turned by software",
  other_light: "the light differs between the photos",
  other_reflection: "the skin reflected other colors than the screen showed",
  light_not_measurable: "too much other light to measure the screen colors",
  seen_before: "a photo was used in an earlier challenge",
  too_fast: "the movements were faster than a person is",
  step_too_early: "the photo came too early",
  step_too_late: "the photo came too late",
  no_face: "the photo shows no face",
};

/** The check that rejected an attempt, and the photo it concerns; empty if none did. */
export function checkText({ check, photo, steps }: Pick<TimelineEntry, "check" | "photo" | "steps">): string {
  if (check === null) return "";
  const words = checkWords[check] ?? plain(check);
  if (photo === null) return words;
  const [step] = photo === "selfie" ? [] : steps.slice(photo - 1, photo);
  return `${words} (${step ? `step ${photo}, ${stepName(step.step)}` : "the selfie"})`;
}

/** The known facts of an attempt, in order. */
function attemptText({ device, browser, reasons, challenge, hint }: TimelineEntry): string {
  const parts = [
    reasonsText(reasons),
    challenge === "passed" ? "live challenge passed" : "",
    hint === null ? "" : `asked for: ${hintWords[hint] ?? plain(hint)}`,
    placeText(device, browser),
  ];
  return parts.filter((part) => part !== "").join("; ");
}

/** Why the service ended a session by itself. */
const whyWords = {
  model_changed: "the model was replaced, so that the stored reference can no longer be compared",
  key_changed: "the secret key of the service was replaced, so that the stored reference can no longer be read",
  replaced: "a newer session waits for the same person at the same OpenID Connect client",
} as const;

const placeText = (device: string | null, browser: string | null): string =>
  device === null ? "" : `on a ${device}${browser === null ? "" : `, in ${browser}`}`;

/** Who in the team did it. Earlier versions recorded nobody. */
const personText = ({ person, by }: Pick<TimelineEntry, "person" | "by">): string =>
  person ?? (by === "key" ? "an API key" : "a reviewer");

function reviewText(moment: TimelineEntry): string {
  const { decision, reason } = moment;
  const who = personText(moment);
  return `${who} decided to ${decisionWords[decision ?? "retry"]}: ${reason}`;
}

/** The text of a timeline entry: what happened, and details. */
export function momentText(moment: TimelineEntry): {
  readonly what: string;
  readonly more: string;
} {
  const { kind, device, browser, number, passed, reasons, why } = moment;
  const what = momentNames[kind];
  if (kind === "attempt") {
    const which = number === null ? "Attempt" : `Attempt ${number}`;
    return { what: `${which} ${passed ? "passed" : "failed"}`, more: attemptText(moment) };
  }
  if (kind === "link_renewed") return { what, more: "the one before no longer works" };
  if (why !== null) return { what, more: whyWords[why] };
  if (kind === "comparison") return { what: passed ? "Compared: a match" : "Compared: no match", more: "" };
  if (kind === "review_pending" || kind === "reviewed") return { what, more: reviewText(moment) };
  if (kind === "assigned") {
    return {
      what: moment.to === null ? "Assigned to nobody" : `Assigned to ${moment.to}`,
      more: `by ${personText(moment)}`,
    };
  }
  if (kind === "note") return { what, more: `by ${personText(moment)}: ${moment.text ?? ""}` };
  if (kind === "wallet_rejected") return { what, more: moment.reason ?? "" };
  const isUnsuccessful = kind === "failed" || kind === "needs_review";
  return { what, more: isUnsuccessful ? reasonsText(reasons) : placeText(device, browser) };
}
