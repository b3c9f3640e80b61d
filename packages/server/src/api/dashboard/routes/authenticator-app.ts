import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { confirmSignIn } from "../../../accounts/people/accounts/sign-in-sessions.ts";
import { beginApp, takeAppCode } from "../../../accounts/people/factors/authenticator-app.ts";
import { finishAuthenticatorApp, removeAuthenticatorApp } from "../../../accounts/people/factors/factors.ts";
import type { DashboardDeps } from "../deps.ts";
import { DashboardError } from "../errors.ts";
import { ownerOf } from "../factor-owner.ts";
import { notify } from "../notify.ts";
import { nothing, parse } from "../parse.ts";
import type { Guards } from "../signed-in.ts";

const codeBody = z.strictObject({ code: z.string().max(20) });

/** The user's authenticator app: start setup, confirm with the first code, remove. */
export function authenticatorAppRoutes(
  app: FastifyInstance,
  deps: DashboardDeps,
  { forSignedIn, confirmed }: Guards,
): void {
  const { store, seal, attempts, now } = deps;

  app.post(
    "/authenticator-app",
    forSignedIn(
      confirmed(async (me, request) => {
        parse(nothing, request.body);
        return beginApp(store.db, seal, me.user, URL.parse(deps.publicUrl())?.host ?? "");
      }),
    ),
  );

  app.post(
    "/authenticator-app/finish",
    forSignedIn(
      confirmed(async (me, request, reply) => {
        const { code } = parse(codeBody, request.body);
        const refused = await attempts.confirm(me.sessionId).begin(request.clientGone);
        if (refused) throw new DashboardError(refused.outcome, refused);
        const finished = await finishAuthenticatorApp(store, seal, ownerOf(me), code, now());
        if (finished.outcome !== "set") throw new DashboardError(finished.outcome, { field: "code" });
        await attempts.confirm(me.sessionId).forgive();
        await notify(deps, request, me.user, "app_set");
        return reply.code(201).send({ recoveryCodes: finished.recoveryCodes });
      }),
    ),
  );

  // Instead of the password, as a passkey is: for people who have none and whose provider does not report when they signed in.
  app.post(
    "/confirm/app",
    forSignedIn(async (me, request, reply) => {
      const { code } = parse(codeBody, request.body);
      const attempt = attempts.confirm(me.sessionId);
      const refused = await attempt.begin(request.clientGone);
      if (refused) throw new DashboardError(refused.outcome, refused);
      if (!(await takeAppCode(store.db, seal, me.user.id, code.replaceAll(/\s/g, ""), now()))) {
        throw new DashboardError("wrong_code", { field: "code" });
      }
      await attempt.forgive();
      await confirmSignIn(store.db, me.sessionId, now());
      return reply.code(204).send();
    }),
  );

  app.delete(
    "/authenticator-app",
    forSignedIn(
      confirmed(async (me, request, reply) => {
        parse(nothing, request.body);
        const removed = await removeAuthenticatorApp(store, ownerOf(me), now());
        if (removed !== "removed") throw new DashboardError(removed);
        await notify(deps, request, me.user, "app_removed");
        return reply.code(204).send();
      }),
    ),
  );
}
