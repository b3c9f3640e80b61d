import type { Verification } from "@selfsame/server/api/dashboard/answers/verifications";

type Standing = Pick<Verification, "status" | "reasons" | "openedAtMs" | "review" | "reviewedBy">;

/** What the person's next attempt needs, by what the last one lacked. The first that fits counts. */
const advice: readonly (readonly [reason: string, step: string])[] = [
  ["presentation_attack", "Check the person by other means before you send another link."],
  ["several_faces", "Ask the person to be alone in the picture, and send a new link."],
  ["no_face", "Ask the person to hold the camera at eye level, in light from the front, and send a new link."],
  ["poor_quality", "Ask the person for more light and a clean lens, and send a new link."],
  ["passive_liveness_unsure", "Ask the person to use another camera or more light, and send a new link."],
  ["challenge_failed", "Ask the person to follow the movements slowly, in light from the front, and send a new link."],
  ["no_match", "If it should be the same person, send a new link with a newer, sharper reference photo."],
];

/** What to do for the person now, or undefined where there is nothing to do. */
export function nextStep({ status, reasons, openedAtMs, review, reviewedBy }: Standing): string | undefined {
  switch (status) {
    case "open":
      return openedAtMs === null
        ? "The person has not opened the link yet: send it to them again."
        : "The person has the page open, or has left it: the link works until the session expires.";
    case "failed": {
      if (reviewedBy !== null) return undefined;
      const step = advice.find(([reason]) => reasons.includes(reason))?.[1] ?? "Send the person a new link.";
      return review ? step : `${step} To decide such cases by hand, create sessions with a review.`;
    }
    case "captured":
      return "The person is done: compare the capture with a reference before the session expires.";
    case "expired":
      return "The link no longer works: create a new session and send its link.";
    case "started":
    case "needs_review":
    case "verified":
    case "cancelled":
      return undefined;
  }
}
