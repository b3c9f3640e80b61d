import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { accountNameLengthMax } from "../../../accounts/people/accounts/accounts.ts";
import { findUserByEmail } from "../../../accounts/people/accounts/users.ts";
import { switchTeam } from "../../../accounts/people/accounts/sign-in-sessions.ts";
import { renameTeam } from "../../../accounts/people/teams/changes.ts";
import { acceptInvitation, holderOf } from "../../../accounts/people/teams/accept.ts";
import {
  isPassiveLivenessRequired,
  requirePassiveLiveness,
} from "../../../accounts/people/teams/required-passive-liveness.ts";
import { changeThresholds, readThresholds } from "../../../accounts/people/teams/thresholds.ts";
import { challengeModes, changeChallengeMode, readChallengeMode } from "../../../liveness/challenge/challenge-mode.ts";
import { changeStatusDemand, readStatusDemand, statusDemands } from "../../../documents/status/status-demand.ts";
import { changeLightUse, lightUses, readLightUse } from "../../../liveness/challenge/light/light-use.ts";
import { changeReviewMail, readReviewMail } from "../../../accounts/people/teams/review-mail.ts";
import { changeReviewSettings, readReviewSettings } from "../../../accounts/people/teams/review-settings.ts";
import { findInvitation } from "../../../accounts/people/teams/invitations.ts";
import type { DashboardDeps } from "../deps.ts";
import { createSignInFlow, meAnswer } from "../sign-in-flow.ts";
import { DashboardError } from "../errors.ts";
import { id, nothing, parse, password, secret } from "../parse.ts";
import { findSignedIn } from "../signed-in.ts";
import type { Guards, Me } from "../signed-in.ts";
import { addressOf } from "../../caller-address.ts";

const nameBody = z.strictObject({ name: z.string().trim().min(1).max(accountNameLengthMax) });
const reviewMailBody = z.strictObject({ on: z.boolean() });
const reviewBody = z.strictObject({ reviewFailed: z.boolean(), byTwo: z.boolean() });
const similarity = z.number().min(0).max(1).nullable();
const thresholdsBody = z.strictObject({ team: similarity, sessions: similarity });
const challengeModeBody = z.strictObject({ mode: z.enum(challengeModes) });
const screenColorsBody = z.strictObject({ use: z.enum(lightUses).nullable() });
const documentStatusBody = z.strictObject({ demand: z.enum(statusDemands).nullable() });
const requiredBody = z.strictObject({ required: z.boolean() });
const linkBody = z.strictObject({ secret });
const acceptBody = z.strictObject({ secret, password: password.optional(), takeOver: z.boolean().default(false) });

/** The current team, the user's other teams, and invitations. */
export function teamRoutes(app: FastifyInstance, deps: DashboardDeps, guards: Guards): void {
  const { store, now } = deps;

  app.patch(
    "/account",
    guards.forSignedIn(async (me, request) => {
      const { name } = parse(nameBody, request.body);
      await renameTeam(store, me.by, me.account.id, name, now());
      return meNow(deps, request);
    }),
  );

  app.post(
    "/teams/:id/switch",
    guards.forSignedIn(async (me, request) => {
      parse(nothing, request.body);
      if (!(await switchTeam(store.db, me, parse(id, request.params).id))) throw new DashboardError("not_found");
      return meNow(deps, request);
    }),
  );

  demandRoutes(app, deps, guards);
  acceptingRoutes(app, deps);
}

/** The signed-in user, after a change. */
async function meNow(deps: DashboardDeps, request: FastifyRequest) {
  const me = await findSignedIn(deps, request);
  if (!me) throw new DashboardError("not_signed_in");
  return meAnswer(deps.store, me);
}

/** The team's defaults for requests. */
function demandRoutes(app: FastifyInstance, deps: DashboardDeps, { forSignedIn }: Guards): void {
  const { store, now, access, challengeLight } = deps;

  app.get(
    "/account/passive-liveness",
    forSignedIn(async (me) => ({ required: await isPassiveLivenessRequired(store.db, me.account.id) })),
  );

  app.put(
    "/account/passive-liveness",
    forSignedIn(async (me, request) => {
      const { required } = parse(requiredBody, request.body);
      await requirePassiveLiveness(store, me.by, me.account.id, required, now());
      access.callers.forget();
      return { required };
    }),
  );

  app.get(
    "/account/challenge-mode",
    forSignedIn(async (me) => ({ mode: await readChallengeMode(store.db, me.account.id) })),
  );

  app.put(
    "/account/challenge-mode",
    forSignedIn(async (me, request) => {
      const { mode } = parse(challengeModeBody, request.body);
      await changeChallengeMode(store, me.by, me.account.id, mode, now());
      access.callers.forget();
      return { mode };
    }),
  );

  app.get(
    "/account/thresholds",
    forSignedIn((me) => readThresholds(store.db, me.account.id)),
  );

  app.put(
    "/account/thresholds",
    forSignedIn(async (me, request) => {
      const thresholds = parse(thresholdsBody, request.body);
      await changeThresholds(store, me.by, me.account.id, thresholds, now());
      access.callers.forget();
      return thresholds;
    }),
  );

  app.get(
    "/account/screen-colors",
    forSignedIn(async (me) => ({ use: await readLightUse(store.db, me.account.id), installation: challengeLight })),
  );

  app.put(
    "/account/screen-colors",
    forSignedIn(async (me, request) => {
      const { use } = parse(screenColorsBody, request.body);
      await changeLightUse(store, me.by, me.account.id, use, now());
      return { use, installation: challengeLight };
    }),
  );

  documentStatusRoutes(app, deps, { forSignedIn });

  const reviewMailOf = async ({ account, user }: Me) => ({
    on: await readReviewMail(store.db, account.id, user.id),
    sendsMail: deps.mailer.on,
  });
  app.get("/review-mail", forSignedIn(reviewMailOf));

  app.put(
    "/review-mail",
    forSignedIn(async (me, request) => {
      await changeReviewMail(store, me.account.id, me.user.id, parse(reviewMailBody, request.body).on);
      return reviewMailOf(me);
    }),
  );

  app.get(
    "/account/review",
    forSignedIn((me) => readReviewSettings(store.db, me.account.id)),
  );

  app.put(
    "/account/review",
    forSignedIn(async (me, request) => {
      const settings = parse(reviewBody, request.body);
      await changeReviewSettings(store, me.by, me.account.id, settings, now());
      return settings;
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

function documentStatusRoutes(
  app: FastifyInstance,
  { store, now, documents }: DashboardDeps,
  { forSignedIn }: Pick<Guards, "forSignedIn">,
): void {
  const installation = documents.statusLists?.usual ?? "off";

  app.get(
    "/account/document-status",
    forSignedIn(async (me) => ({ demand: await readStatusDemand(store.db, me.account.id), installation })),
  );

  app.put(
    "/account/document-status",
    forSignedIn(async (me, request) => {
      const { demand } = parse(documentStatusBody, request.body);
      await changeStatusDemand(store, me.by, me.account.id, demand, now());
      return { demand, installation };
    }),
  );
}
