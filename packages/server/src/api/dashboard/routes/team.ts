import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { findUserByEmail } from "../../../accounts/people/accounts/users.ts";
import { switchTeam } from "../../../accounts/people/accounts/sign-in-sessions.ts";
import { acceptInvitation, holderOf } from "../../../accounts/people/teams/accept.ts";
import { changeReviewMail, readReviewMail } from "../../../accounts/people/teams/review-mail.ts";
import { findInvitation } from "../../../accounts/people/teams/invitations.ts";
import type { DashboardDeps } from "../deps.ts";
import { createSignInFlow, meAnswer } from "../sign-in-flow.ts";
import { DashboardError } from "../errors.ts";
import { id, nothing, parse, password, secret } from "../parse.ts";
import { findSignedIn } from "../signed-in.ts";
import type { Guards, Me } from "../signed-in.ts";
import { addressOf } from "../../caller-address.ts";

const reviewMailBody = z.strictObject({ on: z.boolean() });
const linkBody = z.strictObject({ secret });
const acceptBody = z.strictObject({ secret, password: password.optional(), takeOver: z.boolean().default(false) });

/** The user's teams, and invitations. */
export function teamRoutes(app: FastifyInstance, deps: DashboardDeps, guards: Guards): void {
  const { store } = deps;

  app.post(
    "/teams/:id/switch",
    guards.forSignedIn(async (me, request) => {
      parse(nothing, request.body);
      if (!(await switchTeam(store.db, me, parse(id, request.params).id))) throw new DashboardError("not_found");
      return meNow(deps, request);
    }),
  );

  reviewMailRoutes(app, deps, guards);
  acceptingRoutes(app, deps);
}

/** The signed-in user, after a change. */
async function meNow(deps: DashboardDeps, request: FastifyRequest) {
  const me = await findSignedIn(deps, request);
  if (!me) throw new DashboardError("not_signed_in");
  return meAnswer(deps.store, me);
}

/** Whether the user receives mail about reviews. */
function reviewMailRoutes(app: FastifyInstance, { store, mailer }: DashboardDeps, { forSignedIn }: Guards): void {
  const reviewMailOf = async ({ account, user }: Me) => ({
    on: await readReviewMail(store.db, account.id, user.id),
    sendsMail: mailer.on,
  });
  app.get("/review-mail", forSignedIn(reviewMailOf));

  app.put(
    "/review-mail",
    forSignedIn(async (me, request) => {
      await changeReviewMail(store, me.account.id, me.user.id, parse(reviewMailBody, request.body).on);
      return reviewMailOf(me);
    }),
  );
}

/** Accepting an invitation to a team. */
function acceptingRoutes(app: FastifyInstance, deps: DashboardDeps): void {
  const { store, now } = deps;
  const signInFlow = createSignInFlow(deps);

  app.post("/invitation", async (request) => {
    const found = await findInvitation(store.db, parse(linkBody, request.body).secret, now());
    if (!found) throw new DashboardError("link_used");
    const holder = await holderOf(store.db, await findUserByEmail(store.db, found.email), found);
    return { ...found, hasSignIn: holder !== "none", mayTakeOver: holder === "unproven" };
  });

  app.post("/invitation/accept", async (request, reply) => {
    const { secret, password, takeOver } = parse(acceptBody, request.body);
    const me = await findSignedIn(deps, request);
    const given = { secret, password, takeOver, me };
    const accepted = await acceptInvitation(deps, given, addressOf(request), request.clientGone);
    if (accepted.outcome === "weak_password" || accepted.outcome === "common_password") {
      throw new DashboardError(accepted.outcome, { field: "password" });
    }
    if (accepted.outcome !== "joined") throw new DashboardError(accepted.outcome);
    if (me?.user.id !== accepted.user.id) return signInFlow.completeSignIn(accepted.user, "link", request, reply);
    await switchTeam(store.db, me, accepted.accountId);
    return meNow(deps, request);
  });
}
