import {
  type Reviewed,
  reviewSession,
  reviewSchema,
  type Review,
} from "../../../../features/sessions/reviews/review-session.ts";
import type { JsonEndpoint, Rejection } from "../../endpoint.ts";
import { sessionSchema } from "../../sessions/session-schemas.ts";
import { sessionAnswer } from "./session-answers.ts";
import { sessionExample } from "./session-example.ts";

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
  json: reviewSchema,
  data: sessionSchema,
  codes: [
    "invalid_parameter",
    "unsupported_content_type",
    "session_not_found",
    "session_not_in_review",
    "another_reviewer_needed",
    "no_more_attempts",
  ],
  example: {
    summary: "Approved",
    data: {
      ...sessionExample,
      review: true,
      attempts: 3,
      result: {
        ...sessionExample.result,
        match: false,
        similarity: null,
        false_match_rate: null,
        reasons: ["no_match"],
        reviewed_by: "key",
        review_reason: "Passport checked on a video call.",
      },
    },
  },
  run: async ({ sessions }, json, { caller, address, params }) => {
    const { accountId, keyId, test } = caller;
    const by = { kind: "key", id: keyId, actor: { actor: keyId, address } } as const;
    const reviewed = await reviewSession(sessions, accountId, params["id"] ?? "", json as Review, by, test);
    return "session" in reviewed
      ? { outcome: reviewed.outcome, data: await sessionAnswer(sessions.store.db, reviewed.session) }
      : refusals[reviewed.outcome];
  },
};

type Unreviewed = Exclude<Reviewed, { readonly session: unknown }>["outcome"];

const refusals: Readonly<Record<Unreviewed, Rejection>> = {
  not_found: { code: "session_not_found" },
  not_in_review: { code: "session_not_in_review" },
  needs_another: { code: "another_reviewer_needed" },
  no_more_attempts: { code: "no_more_attempts" },
};
