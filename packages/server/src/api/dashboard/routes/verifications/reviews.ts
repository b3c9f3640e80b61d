import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { addNote, assignCase, countWaiting, noteSchema } from "../../../../features/sessions/reviews/review-case.ts";
import type { SessionRow } from "../../../../features/sessions/session.ts";
import { sessionAnswer } from "../../../v3/endpoints/sessions/session-answers.ts";
import type { DashboardDeps } from "../../deps.ts";
import { DashboardError } from "../../errors.ts";
import { id, kind, parse } from "../../parse.ts";
import type { Guards } from "../../signed-in.ts";

const waitingQuery = z.strictObject({ kind: kind.default("live") });
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

const unchanged = {
  not_found: "not_found",
  not_in_review: "not_in_review",
  no_such_reviewer: "no_such_reviewer",
  too_many_notes: "too_many",
} as const;
