import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { listAudit, note } from "../../../access/audit.ts";
import { endSession, endSessions, listSessions } from "../../../access/sessions.ts";
import { changePassword } from "../../../access/sign-in.ts";
import type { DashboardDeps } from "../deps.ts";
import { DashboardError } from "../errors.ts";
import { id, newPassword, nothing, parse, password } from "../parse.ts";
import type { Guards } from "../signed-in.ts";

const passwordBody = z.strictObject({ current: password, next: password });
export const auditQuery = z.strictObject({ before: z.coerce.number().int().positive().optional() });

/** Of one's own account: sessions, password, audit log. */
export function settingsRoutes(app: FastifyInstance, deps: DashboardDeps, { forMe }: Guards): void {
  const { store, now } = deps;

  app.get(
    "/sessions",
    forMe(async (me) => {
      const sessions = await listSessions(store.db, me.account.id, now());
      return { sessions: sessions.map((session) => Object.assign(session, { current: session.id === me.sessionId })) };
    }),
  );

  app.delete(
    "/sessions/:id",
    forMe(async (me, request, reply) => {
      parse(nothing, request.body);
      const sessionId = parse(id, request.params).id;
      if (!(await endSession(store.db, me.account.id, sessionId))) throw new DashboardError("not_found");
      await note(store.db, now(), me.by, "session_ended", me.account.id, sessionId);
      return reply.code(204).send();
    }),
  );

  app.post(
    "/sessions/end-others",
    forMe(async (me, request, reply) => {
      parse(nothing, request.body);
      await endSessions(store.db, me.account.id, me.sessionId);
      await note(store.db, now(), me.by, "session_ended", me.account.id, "others");
      return reply.code(204).send();
    }),
  );

  app.post(
    "/password",
    forMe(async (me, request, reply) => {
      const body = parse(passwordBody, request.body);
      newPassword(body.next, "next");
      const mine = { email: me.account.email ?? "", sessionId: me.sessionId };
      const result = await changePassword(deps, me.by, mine, body);
      if (result.outcome === "too_many_attempts") throw new DashboardError(result.outcome, result);
      if (result.outcome === "wrong_credentials") throw new DashboardError(result.outcome, { field: "current" });
      return reply.code(204).send();
    }),
  );

  app.get(
    "/audit",
    forMe(async (me, request) => ({
      entries: await listAudit(store.db, me.account.id, parse(auditQuery, request.query).before),
    })),
  );
}
