import type { FastifyReply, FastifyRequest } from "fastify";
import type { Kysely } from "kysely";
import { findSignIn } from "../../accounts/people/accounts/sign-in-sessions.ts";
import type { SignedIn, SignInClient } from "../../accounts/people/accounts/sign-in-sessions.ts";
import { issueSession } from "../../accounts/people/accounts/sign-in.ts";
import { storeLanguage, lockPassword } from "../../accounts/people/accounts/users.ts";
import type { User } from "../../accounts/people/accounts/users.ts";
import { acceptedLanguage } from "../../features/mail/accept-language.ts";
import { writeAudit } from "@selfsame/platform/audit/audit";
import { stillNeeded } from "../../accounts/people/factors/factors.ts";
import { beginStep } from "../../accounts/people/factors/sign-in-steps.ts";
import { mustSignOn } from "../../accounts/people/sign-on/required.ts";
import { linkWaiting } from "../../accounts/people/sign-on/waiting.ts";
import type { SignedInBy } from "@selfsame/platform/store/signed-in-by";
import { homeOf, teamsOf } from "../../accounts/people/teams/members.ts";
import type { Schema } from "@selfsame/platform/store/schema";
import type { Store } from "@selfsame/platform/store/store";
import { cookiesOf } from "./cookies.ts";
import type { DashboardDeps } from "./deps.ts";
import { DashboardError } from "./errors.ts";
import { addressOf } from "../caller-address.ts";

/** The signed-in user, as sent to the dashboard. */
export async function meAnswer({ db }: Store, { user, account, role, sessionId, signedInBy, factorNeeded }: SignedIn) {
  return { user, account, role, sessionId, signedInBy, factorNeeded, teams: await teamsOf(db, user.id) };
}

/** The last step of every sign-in: creates a session and its cookies, and returns the user. */
export function createSignInFlow(deps: DashboardDeps) {
  const { store, now } = deps;
  const clientOf = (request: FastifyRequest): SignInClient => ({
    address: addressOf(request),
    userAgent: request.headers["user-agent"] ?? "",
    deviceSecret: cookiesOf(deps, request).read("device"),
    signOnSecret: cookiesOf(deps, request).read("sign_on"),
  });

  /**
   * Continues after one factor was verified. If more is needed, throws the code for it, and the browser has a cookie to continue with.
   *
   * @param passwordHash of the verified password
   */
  const completeSignIn = async (
    user: User,
    proof: SignedInBy,
    request: FastifyRequest,
    reply: FastifyReply,
    passwordHash?: string,
  ) => {
    const withSamePassword = <T>(work: (db: Kysely<Schema>) => Promise<T>): Promise<T> =>
      store.db.transaction().execute(async (db) => {
        const holds = passwordHash === undefined || (await lockPassword(db, user.id, passwordHash));
        if (!holds) throw new DashboardError("wrong_credentials");
        return work(db);
      });
    const home = await homeOf(store.db, user.id);
    if (home === null) throw new DashboardError(proof === "link" ? "link_used" : "wrong_credentials");
    const cookies = cookiesOf(deps, request);
    const needed = await stillNeeded(store.db, user.id, proof);
    if (needed) {
      const secret = await withSamePassword((db) => beginStep(db, { userId: user.id, proof }, now()));
      cookies.set(reply, "step", secret);
      throw new DashboardError(needed);
    }
    const client = clientOf(request);
    const elsewhere =
      proof !== "oidc" && !(await linkWaiting(deps, user, client)) && (await mustSignOn(store.db, user));
    if (elsewhere) throw new DashboardError("sign_on_required");
    const by = { actor: user.id, address: addressOf(request), signedInBy: proof };
    const begun = await withSamePassword(async (db) => {
      // Using a link is already in the audit log.
      if (proof !== "link") await writeAudit(db, now(), by, "sign_in", home);
      await storeLanguage(db, user.id, acceptedLanguage(request.headers["accept-language"]));
      return issueSession(db, user, home, client, proof, now());
    });
    const session = await findSignIn(store.db, begun.secret, now());
    // The account was closed, or the user removed from it, meanwhile.
    if (!session) throw new DashboardError("wrong_credentials");
    cookies.signIn(reply, begun);
    return meAnswer(store, session);
  };

  return { clientOf, completeSignIn };
}
