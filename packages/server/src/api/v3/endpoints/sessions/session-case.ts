import { z } from "zod";
import { addNote, assignCase, type Changed, noteSchema } from "../../../../features/sessions/reviews/review-case.ts";
import type { Reviewer } from "../../../../features/sessions/reviews/review-session.ts";
import type { Answer, Context, EndpointDeps, JsonEndpoint, Rejection } from "../../endpoint.ts";
import { sessionSchema } from "../../sessions/session-schemas.ts";
import { reviewerOf, waitingExample } from "./review-session.ts";
import { findSeen, sessionAnswer } from "./session-answers.ts";

const assignSchema = z.strictObject({
  to: z.string().max(40).nullable().meta({
    description: "The id of a user who may decide sessions: a reviewer of the team or above. Null: nobody.",
  }),
});

export const assignSessionEndpoint: JsonEndpoint = {
  method: "POST",
  path: "/sessions/:id/assign",
  name: "v3.assign_session",
  key: "private",
  tag: "Sessions",
  summary: "Assign a session",
  description: "For a session that waits for a review (`needs_review`): who decides it (`assignee`). Others still can.",
  json: assignSchema,
  data: sessionSchema,
  codes: [
    "invalid_parameter",
    "unsupported_content_type",
    "session_not_found",
    "session_not_in_review",
    "no_such_reviewer",
  ],
  example: { summary: "Assigned", data: { ...waitingExample, assignee: "usr_5Yt2mB9sWq4Xc1Lz" } },
  run: (deps, json, context) => {
    const { to } = json as z.infer<typeof assignSchema>;
    return change(deps, context, "assigned", (id, by) =>
      assignCase(deps.sessions, context.caller.accountId, id, to, by),
    );
  },
};

export const addNoteEndpoint: JsonEndpoint = {
  method: "POST",
  path: "/sessions/:id/notes",
  name: "v3.add_note",
  key: "private",
  tag: "Sessions",
  summary: "Add a note",
  description: "For the team: it stands in the session's timeline. A session can have 50 notes.",
  json: noteSchema,
  data: sessionSchema,
  codes: ["invalid_parameter", "unsupported_content_type", "session_not_found", "too_many_notes"],
  example: { summary: "Added", data: waitingExample },
  run: (deps, json, context) => {
    const { text } = json as z.infer<typeof noteSchema>;
    return change(deps, context, "noted", (id, by) => addNote(deps.sessions, context.caller.accountId, id, text, by));
  },
};

async function change(
  { sessions: { store } }: EndpointDeps,
  context: Context,
  outcome: string,
  work: (id: string, by: Reviewer) => Promise<Changed>,
): Promise<Answer> {
  const found = await findSeen(store.db, context);
  if (!found) return rejections.not_found;
  const changed = await work(found.id, reviewerOf(context));
  return changed.outcome === "changed"
    ? { outcome, data: await sessionAnswer(store.db, changed.session) }
    : rejections[changed.outcome];
}

const rejections = {
  not_found: { code: "session_not_found" },
  not_in_review: { code: "session_not_in_review" },
  no_such_reviewer: { code: "no_such_reviewer", param: "to" },
  too_many_notes: { code: "too_many_notes" },
} as const satisfies Readonly<Record<string, Rejection>>;
