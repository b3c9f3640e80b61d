import type { Session } from "@selfsame/server/api/v3/sessions/session-schemas";

type Standing = Pick<Session, "status" | "opened_at" | "review" | "links"> & {
  readonly result: Pick<NonNullable<Session["result"]>, "reasons" | "reviewed_by"> | null;
};

/** Advice for the person's next attempt, by the reason why the last one failed. The first match counts. */
const advice: readonly (readonly [reason: string, step: string])[] = [
  ["presentation_attack", "Check the person by other means before you create another session."],
  ["several_faces", "Ask the person to be alone in the picture, and create another session."],
  ["no_face", "Ask the person to hold the camera at eye level, in light from the front, and create another session."],
  ["poor_quality", "Ask the person for more light and a clean lens, and create another session."],
  ["passive_liveness_unsure", "Ask the person to use another camera or more light, and create another session."],
  [
    "challenge_failed",
    "Ask the person to follow the movements slowly, in light from the front, and create another session.",
  ],
  ["no_match", "If it should be the same person, create another session with a newer, sharper reference photo."],
];

/** The next action for the person: a new link while the session is open, another session if this one did not verify them. */
export function nextAction(status: Session["status"]): "link" | "repeat" | undefined {
  if (status === "open" || status === "started") return "link";
  return status === "failed" || status === "expired" || status === "cancelled" ? "repeat" : undefined;
}

/** The next step as a sentence; undefined if there is nothing to do. */
export function nextStep({ status, result, opened_at, review, links }: Standing): string | undefined {
  switch (status) {
    case "open":
      if (links > 1) return "Nobody has consented since the new link was created: make sure that the person has it.";
      return opened_at === null
        ? "The person has not opened the link yet: send it to them again, or create a new one."
        : "The person has the page open, or has left it: the link works until the session expires.";
    case "started":
      return "The person is at it, or has left: the link continues where they stopped. If they lost it, create a new one.";
    case "failed": {
      const { reviewed_by = null, reasons = [] } = result ?? {};
      if (reviewed_by !== null) return undefined;
      const step =
        advice.find(([reason]) => reasons.some((one) => one === reason))?.[1] ??
        "Create another session for the person.";
      return review ? step : `${step} To decide such cases by hand, create sessions with a review.`;
    }
    case "captured":
      return "The person is done: compare the capture with a reference before the session expires.";
    case "expired":
      return "The link no longer works: create another session and send its link.";
    case "cancelled":
      return "The link no longer works. If the person still has to be verified, create another session.";
    case "needs_review":
    case "verified":
      return undefined;
  }
}
