import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { findUser, isClaimed } from "../../../accounts/people/accounts/users.ts";
import type { User } from "../../../accounts/people/accounts/users.ts";
import { accountNameLengthMax } from "../../../accounts/people/accounts/accounts.ts";
import { writeAudit } from "@selfsame/platform/audit/audit";
import { claimFirstAccount, resetPassword } from "../../../accounts/people/accounts/claim.ts";
import type { Claimed } from "../../../accounts/people/accounts/claim.ts";
import { optionsToUse, usePasskey } from "../../../accounts/people/factors/passkeys.ts";
import { relyingPartyOf } from "../../../accounts/people/factors/relying-party.ts";
import { takeSecondStep } from "../../../accounts/people/factors/second-step.ts";
import { endSignIn } from "../../../accounts/people/accounts/sign-in-sessions.ts";
import { signIn } from "../../../accounts/people/accounts/sign-in.ts";
import { homeOf } from "../../../accounts/people/teams/members.ts";
import { createCeremonies, parseUsed } from "../ceremony.ts";
import type { DashboardDeps } from "../deps.ts";
import { createSignInFlow, meAnswer } from "../sign-in-flow.ts";
import { DashboardError } from "../errors.ts";
import { email, nothing, parse, password, secret } from "../parse.ts";
import { notify } from "../notify.ts";
import { cookiesOf } from "../cookies.ts";
import { findSignedIn } from "../signed-in.ts";
import { addressOf } from "../../caller-address.ts";

const teamName = z.string().trim().min(1).max(accountNameLengthMax);
const setupBody = z.strictObject({ secret, team: teamName.optional(), email, password });
const resetBody = z.strictObject({ secret, password });
const codeBody = z.strictObject({ code: z.string().min(1).max(60) });
const signInBody = z.strictObject({ email: z.string().max(254), password });

function userOf(claimed: Claimed): User {
  if (claimed.outcome === "weak_password" || claimed.outcome === "common_password") {
    throw new DashboardError(claimed.outcome, { field: "password" });
  }
  if (claimed.outcome !== "done") throw new DashboardError(claimed.outcome);
  return claimed.user;
}

/** The current user, setup, password reset, sign-in, sign-out. */
export function entryRoutes(app: FastifyInstance, deps: DashboardDeps): void {
  const { store, now } = deps;
  const signInFlow = createSignInFlow(deps);
  const ceremonies = createCeremonies(deps);
  const personOf = async (id: string): Promise<User> => {
    const user = await findUser(store.db, id);
    // The user was deleted meanwhile.
    if (!user) throw new DashboardError("wrong_credentials");
    return user;
  };

  app.get("/state", async (request) => {
    const me = await findSignedIn(deps, request);
    const passkeyOrigin = relyingPartyOf(deps.publicUrl())?.origin ?? null;
    const seen = me ? await meAnswer(store, me) : null;
    return { claimed: await isClaimed(store.db), me: seen, passkeyOrigin, sendsMail: deps.mailer.on };
  });

  app.post("/setup", async (request, reply) => {
    const body = parse(setupBody, request.body);
    const claimed = await claimFirstAccount(
      deps,
      { actor: null, address: addressOf(request) },
      body,
      request.clientGone,
    );
    const me = await signInFlow.completeSignIn(userOf(claimed), "link", request, reply);
    reply.code(201);
    return me;
  });

  app.post("/reset", async (request, reply) => {
    const body = parse(resetBody, request.body);
    const claimed = await resetPassword(deps, { actor: null, address: addressOf(request) }, body, request.clientGone);
    const user = userOf(claimed);
    await notify(deps, request, user, "password_changed");
    return signInFlow.completeSignIn(user, "link", request, reply);
  });

  app.post("/sign-in", async (request, reply) => {
    const given = parse(signInBody, request.body);
    const result = await signIn(deps, given, signInFlow.clientOf(request), request.clientGone);
    if (result.outcome === "too_many_attempts") throw new DashboardError(result.outcome, result);
    if (result.outcome === "wrong_credentials") throw new DashboardError(result.outcome);
    return signInFlow.completeSignIn(result.user, "password", request, reply, result.passwordHash);
  });

  app.post("/sign-in/code", async (request, reply) => {
    const { code } = parse(codeBody, request.body);
    const step = cookiesOf(deps, request).read("step");
    const result = await takeSecondStep(deps, step, code, signInFlow.clientOf(request), request.clientGone);
    if (result.outcome === "too_many_attempts") throw new DashboardError(result.outcome, result);
    if (result.outcome === "wrong_code") throw new DashboardError(result.outcome, { field: "code" });
    if (result.outcome !== "proven") throw new DashboardError(result.outcome);
    return signInFlow.completeSignIn(await personOf(result.userId), result.signedInBy, request, reply);
  });

  app.post("/sign-in/passkey/options", async (request, reply) => {
    parse(nothing, request.body);
    return { options: await optionsToUse(ceremonies.begin(request, reply)) };
  });

  app.post("/sign-in/passkey", async (request, reply) => {
    const passkey = parseUsed(request.body);
    const used = await usePasskey(ceremonies.goOn(request), passkey);
    if (used.outcome === "known")
      return signInFlow.completeSignIn(await personOf(used.userId), "passkey", request, reply);
    const home = used.userId === null ? null : await homeOf(store.db, used.userId);
    await writeAudit(store.db, now(), { actor: null, address: addressOf(request) }, "sign_in_failed", home, "passkey");
    throw new DashboardError("passkey_refused");
  });

  app.post("/sign-out", async (request, reply) => {
    parse(nothing, request.body);
    const me = await findSignedIn(deps, request);
    cookiesOf(deps, request).signOut(reply);
    if (me) {
      await endSignIn(store.db, me.user.id, me.sessionId);
      await writeAudit(store.db, now(), me.by, "sign_out", me.account.id);
    }
    return reply.code(204).send();
  });
}
