import { z } from "zod";
import { personOf } from "../../../../accounts/keys/keys.ts";
import { decideAtOnce, holdDecision, undoDecision } from "../../../../features/sessions/reviews/held-decisions.ts";
import { type Reviewer, reviewSchema } from "../../../../features/sessions/reviews/review-session.ts";
import type { Context, JsonEndpoint, PlainEndpoint, Rejection } from "../../endpoint.ts";
import { sessionSchema } from "../../sessions/session-schemas.ts";
import { findSeen, sessionAnswer } from "./session-answers.ts";
import { sessionExample } from "./session-example.ts";

const reviewBodySchema = reviewSchema.extend({
  hold: z.boolean().default(false).meta({
    description:
      "For users of the dashboard: `true` lets the decision take effect in a minute (`review_held`), and undo it until then.",
  }),
});

/** A session that waits for a review. */
export const waitingExample = {
  ...sessionExample,
  status: "needs_review",
  review: true,
  attempts: 3,
  result: {
    ...sessionExample.result,
    match: false,
    similarity: null,
    false_match_rate: null,
    reasons: ["no_match"],
  },
  ended_at: null,
} as const;

export const reviewSessionEndpoint: JsonEndpoint = {
  method: "POST",
  path: "/sessions/:id/review",
  name: "v3.review_session",
  key: "private",
  tag: "Sessions",
  summary: "Decide a session",
  description: `For a session with \`review\` that ran out of attempts (\`needs_review\`). \`approve\` makes it \`verified\`, \`reject\` makes it \`failed\`; \`retry\` opens
it again for one more attempt by the same link, for at least 24 hours and up to ten attempts in all. The reason is stored with the session.

Where the team requires two reviewers, the first decision waits in \`review_pending\` until another reviewer decides the same. At least one of the
two is a person in the dashboard. A key acts for those who created or rotated it, or a key it comes from: they cannot be the other reviewer. A key
made on the command line acts for no person, and cannot decide where two are required.

A key with all scopes does not have \`sessions:review\`: name it explicitly.`,
  json: reviewBodySchema,
  data: sessionSchema,
  codes: [
    "invalid_parameter",
    "unsupported_content_type",
    "session_not_found",
    "session_not_in_review",
    "another_reviewer_needed",
    "no_more_attempts",
    "being_decided",
  ],
  example: {
    summary: "Approved",
    data: {
      ...waitingExample,
      status: "verified",
      result: { ...waitingExample.result, reviewed_by: "key", review_reason: "Passport checked on a video call." },
      ended_at: sessionExample.ended_at,
    },
  },
  run: async ({ sessions }, json, context) => {
    const { db } = sessions.store;
    const { accountId } = context.caller;
    const { id = "" } = context.params;
    const { hold, ...review } = json as z.infer<typeof reviewBodySchema>;
    const by = reviewerOf(context);
    if (hold && by.kind === "key") return heldByKey;
    if (!(await findSeen(db, context))) return noSession;
    const decide = hold ? holdDecision : decideAtOnce;
    const decided = await decide(sessions, accountId, id, review, by);
    return "session" in decided
      ? { outcome: decided.outcome, data: await sessionAnswer(db, decided.session) }
      : rejections[decided.outcome];
  },
};

export const undoReviewEndpoint: PlainEndpoint = {
  method: "DELETE",
  path: "/sessions/:id/review",
  name: "v3.undo_review",
  key: "private",
  tag: "Sessions",
  summary: "Undo a decision",
  description:
    "Undoes a decision in `review_held` that the same user made with `hold`, within its minute. A key's decision takes effect at once, so a key has nothing to undo.",
  data: sessionSchema,
  codes: ["session_not_found", "nothing_to_undo"],
  example: { summary: "Undone", data: waitingExample },
  run: async ({ sessions }, _query, context) => {
    const { db } = sessions.store;
    const { accountId } = context.caller;
    const found = await findSeen(db, context);
    if (!found) return noSession;
    const undone = await undoDecision(sessions, accountId, found.id, reviewerOf(context).id);
    return undone === "undone" ? { outcome: "undone", data: await sessionAnswer(db, found) } : rejections[undone];
  },
};

export function reviewerOf({ by: actor, caller }: Context): Reviewer {
  const person = personOf(actor);
  return person === null ? { kind: "key", id: caller.keyId, actor } : { kind: "person", id: person, actor };
}

const noSession: Rejection = { code: "session_not_found" };
const heldByKey: Rejection = {
  code: "invalid_parameter",
  param: "hold",
  message: "A decision by a key takes effect at once: `hold` is for users of the dashboard.",
};

const rejections = {
  not_found: noSession,
  not_in_review: { code: "session_not_in_review" },
  needs_another: { code: "another_reviewer_needed" },
  no_more_attempts: { code: "no_more_attempts" },
  being_decided: { code: "being_decided" },
  nothing_to_undo: { code: "nothing_to_undo" },
} as const satisfies Readonly<Record<string, Rejection>>;
