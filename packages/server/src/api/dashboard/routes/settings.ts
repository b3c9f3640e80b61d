import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { eraseAccount } from "../../../features/retention/erasures.ts";
import type { KeyDeps } from "../../../accounts/keys/keys.ts";
import { writeAudit } from "@selfsame/platform/audit/audit";
import { endSignIn, endSignIns, listSignIns } from "../../../accounts/people/accounts/sign-in-sessions.ts";
import { changePassword, confirmPassword } from "../../../accounts/people/accounts/sign-in.ts";
import type { DashboardDeps } from "../deps.ts";
import { DashboardError } from "../errors.ts";
import { cookiesOf } from "../cookies.ts";
import { notify } from "../notify.ts";
import { id, nothing, parse, password } from "../parse.ts";
import type { Guards } from "../signed-in.ts";

const confirmBody = z.strictObject({ password });
const passwordBody = z.strictObject({ current: password, next: password });

/** The user's own sessions and password; and deleting the team. */
export function settingsRoutes(app: FastifyInstance, deps: DashboardDeps, guards: Guards): void {
  const { forSignedIn, confirmed } = guards;
  const { store, now, access } = deps;
  const keys: KeyDeps = { store, now, changed: () => access.callers.forget() };

  sessionRoutes(app, deps, guards);
  passwordRoutes(app, deps, guards);

  app.get(
    "/thresholds",
    forSignedIn(async () => deps.thresholds()),
  );

  app.delete(
    "/account",
    forSignedIn(
      confirmed(async (me, request, reply) => {
        parse(nothing, request.body);
        const erased = await eraseAccount(keys, me.by, me.account.id);
        if (erased !== "erased") throw new DashboardError(erased);
        cookiesOf(deps, request).signOut(reply);
        return reply.code(204).send();
      }),
    ),
  );
}

function sessionRoutes(app: FastifyInstance, { store, now }: DashboardDeps, { forSignedIn }: Guards): void {
  app.get(
    "/sessions",
    forSignedIn(async (me) => {
      const sessions = await listSignIns(store.db, me.user.id, now());
      return { sessions: sessions.map((session) => Object.assign(session, { current: session.id === me.sessionId })) };
    }),
  );

  app.delete(
    "/sessions/:id",
    forSignedIn(async (me, request, reply) => {
      parse(nothing, request.body);
      const sessionId = parse(id, request.params).id;
      if (!(await endSignIn(store.db, me.user.id, sessionId))) throw new DashboardError("not_found");
      await writeAudit(store.db, now(), me.by, "session_ended", me.account.id, sessionId);
      return reply.code(204).send();
    }),
  );

  app.post(
    "/sessions/end-others",
    forSignedIn(async (me, request, reply) => {
      parse(nothing, request.body);
      await endSignIns(store.db, me.user.id, me.sessionId);
      await writeAudit(store.db, now(), me.by, "session_ended", me.account.id, "others");
      return reply.code(204).send();
    }),
  );
}

function passwordRoutes(app: FastifyInstance, deps: DashboardDeps, { forSignedIn }: Guards): void {
  app.post(
    "/password",
    forSignedIn(async (me, request, reply) => {
      const body = parse(passwordBody, request.body);
      const mine = {
        userId: me.user.id,
        accountId: me.account.id,
        email: me.user.email,
        sessionId: me.sessionId,
      };
      const result = await changePassword(deps, me.by, mine, body, request.clientGone);
      switch (result.outcome) {
        case "changed":
          await notify(deps, request, me.user, "password_changed");
          return reply.code(204).send();
        case "too_many_attempts":
          throw new DashboardError(result.outcome, result);
        case "wrong_credentials":
          throw new DashboardError(result.outcome, { field: "current" });
        case "weak_password":
        case "common_password":
          throw new DashboardError(result.outcome, { field: "next" });
      }
    }),
  );

  app.post(
    "/confirm",
    forSignedIn(async (me, request, reply) => {
      const { password } = parse(confirmBody, request.body);
      const mine = { userId: me.user.id, sessionId: me.sessionId };
      const result = await confirmPassword(deps, mine, password, request.clientGone);
      if (result.outcome === "too_many_attempts") throw new DashboardError(result.outcome, result);
      if (result.outcome !== "confirmed") throw new DashboardError(result.outcome, { field: "password" });
      return reply.code(204).send();
    }),
  );
}
