import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { holdDecision, undoDecision } from "../../../../features/sessions/reviews/held-decisions.ts";
import {
  addNote,
  assignCase,
  casesOf,
  countWaiting,
  noteSchema,
} from "../../../../features/sessions/reviews/review-case.ts";
import { reviewSchema, reviewSession } from "../../../../features/sessions/reviews/review-session.ts";
import type { SessionRow } from "../../../../features/sessions/session.ts";
import { sessionAnswer } from "../../../v3/endpoints/sessions/session-answers.ts";
import type { DashboardDeps } from "../../deps.ts";
import { DashboardError } from "../../errors.ts";
import { id, kind, nothing, parse } from "../../parse.ts";
import type { Guards } from "../../signed-in.ts";

const waitingQuery = z.strictObject({ kind: kind.default("live") });
/** `hold`: the decision takes effect in a minute and can be undone until then. */
const reviewBody = reviewSchema.extend({ hold: z.boolean().default(false) });
const assigneeBody = z.strictObject({ to: z.string().max(40).nullable() });

/** Reviews of failed sessions. */
export function reviewRoutes(app: FastifyInstance, { store, verifications }: DashboardDeps, { forSignedIn }: Guards) {
  const { db } = store;
  const answerAfter = async (session: SessionRow) => ({ session: await sessionAnswer(db, session) });

  app.get(
    "/verifications/waiting",
    forSignedIn(async (me, request) => {
      const { kind } = parse(waitingQuery, request.query);
      return countWaiting(db, me.account.id, kind === "test", me.user.id);
    }),
  );

  app.post(
    "/verifications/:id/review",
    forSignedIn(async (me, request) => {
      const { hold, ...review } = parse(reviewBody, request.body);
      const { id: session } = parse(id, request.params);
      const by = { kind: "person", id: me.user.id, actor: me.by } as const;
      if (hold) {
        const held = await holdDecision(verifications, me.account.id, session, review, by);
        if (held.outcome !== "held") throw new DashboardError(unreviewed[held.outcome]);
        return answerAfter(held.session);
      }
      const before = (await casesOf(db, [session])).get(session)?.held;
      if (before && before.person !== me.user.id) throw new DashboardError("being_decided");
      const reviewed = await reviewSession(verifications, me.account.id, session, review, by);
      if (!("session" in reviewed)) throw new DashboardError(unreviewed[reviewed.outcome]);
      await undoDecision(verifications, me.account.id, session, me.user.id);
      return answerAfter(reviewed.session);
    }),
  );

  app.delete(
    "/verifications/:id/review",
    forSignedIn(async (me, request) => {
      parse(nothing, request.body);
      const { id: session } = parse(id, request.params);
      const undone = await undoDecision(verifications, me.account.id, session, me.user.id);
      if (undone !== "undone") throw new DashboardError(undone);
      return null;
    }),
  );

  app.put(
    "/verifications/:id/assignee",
    forSignedIn(async (me, request) => {
      const { to } = parse(assigneeBody, request.body);
      const changed = await assignCase(verifications, me.account.id, parse(id, request.params).id, to, me.user.id);
      if (changed.outcome !== "changed") throw new DashboardError(unchanged[changed.outcome]);
      return answerAfter(changed.session);
    }),
  );

  app.post(
    "/verifications/:id/notes",
    forSignedIn(async (me, request) => {
      const { text } = parse(noteSchema, request.body);
      const changed = await addNote(verifications, me.account.id, parse(id, request.params).id, text, me.user.id);
      if (changed.outcome !== "changed") throw new DashboardError(unchanged[changed.outcome]);
      return answerAfter(changed.session);
    }),
  );
}

const unreviewed = {
  not_found: "not_found",
  not_in_review: "not_in_review",
  needs_another: "another_reviewer_needed",
  no_more_attempts: "no_more_attempts",
  being_decided: "being_decided",
} as const;

const unchanged = {
  not_found: "not_found",
  not_in_review: "not_in_review",
  no_such_reviewer: "no_such_reviewer",
  too_many_notes: "too_many",
} as const;
