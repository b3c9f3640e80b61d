import type { SessionRow } from "../../../features/sessions/session.ts";
import type { Rejection } from "../endpoint.ts";

/** For each ended status, what to do next. Only for backends: a browser does not get the verdict. */
const states: Partial<Record<SessionRow["status"], { readonly is: string; readonly hint: string }>> = {
  verified: { is: "is verified", hint: "Its `result` is final. For another verification create a new session." },
  failed: {
    is: "has failed",
    hint: "Its `result.reasons` say why. To let the person try again, create a new session.",
  },
  expired: {
    is: "has expired",
    hint: "Create a new session; `expires_in_s` sets how long one stays open, 7 days at most.",
  },
  cancelled: { is: "was cancelled", hint: "Create a new session for the person." },
  needs_review: {
    is: "waits for a review",
    hint: "A reviewer decides it: `POST /sessions/{id}/review`, or the dashboard.",
  },
  captured: {
    is: "is captured, and waits to be compared",
    hint: "Its backend compares it by `POST /sessions/{id}/compare`. The person has nothing more to do.",
  },
};

/** @param status undefined if it changed while the request was handled */
export function sessionEnded(status: SessionRow["status"] | undefined): Rejection {
  const state = status && states[status];
  if (!state) return { code: "session_ended" };
  return { code: "session_ended", message: `This session ${state.is}.`, hint: state.hint };
}
