import type { FastifyReply, FastifyRequest } from "fastify";
import { findSession } from "../../access/accounts/sessions.ts";
import type { SignedIn, Visitor } from "../../access/accounts/sessions.ts";
import { welcome } from "../../access/accounts/sign-in.ts";
import type { Welcome } from "../../access/accounts/sign-in.ts";
import type { User } from "../../access/accounts/users.ts";
import { homeOf, teamsOf } from "../../access/teams/members.ts";
import type { Store } from "../../store/store.ts";
import { cookiesOf } from "./cookies.ts";
import type { DashboardDeps } from "./deps.ts";
import { DashboardError } from "./errors.ts";

/** Who is signed in, as the dashboard is told. */
export async function meAnswer({ db }: Store, { user, account, role, sessionId }: SignedIn) {
  return { user, account, role, sessionId, teams: await teamsOf(db, user.id) };
}

/** What every way in does in the end: a session, its cookies, and who that is. */
export function createDoor(deps: DashboardDeps) {
  const { store, now } = deps;
  const visitorOf = (request: FastifyRequest): Visitor => ({
    address: request.ip,
    userAgent: request.headers["user-agent"] ?? "",
    deviceSecret: cookiesOf(deps.publicUrl(), request).read("device"),
  });

  const welcomed = async (welcome: Welcome, request: FastifyRequest, reply: FastifyReply) => {
    const session = await findSession(store.db, welcome.secret, now());
    // Closed or put out in this very moment.
    if (!session) throw new DashboardError("wrong_credentials");
    cookiesOf(deps.publicUrl(), request).signIn(reply, welcome);
    return meAnswer(store, session);
  };

  /** For who has shown who they are by a link. */
  const letIn = async (user: User, request: FastifyRequest, reply: FastifyReply) => {
    const home = await homeOf(store.db, user.id);
    if (home === null) throw new DashboardError("link_used");
    return welcomed(await welcome({ store, now }, user, home, visitorOf(request), "link"), request, reply);
  };

  return { visitorOf, welcomed, letIn };
}
