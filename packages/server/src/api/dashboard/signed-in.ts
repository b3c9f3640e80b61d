import type { FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from "fastify";
import type { Actor } from "@selfsame/platform/audit/audit";
import { findSignIn, isConfirmed } from "../../accounts/people/accounts/sign-in-sessions.ts";
import type { SignedIn } from "../../accounts/people/accounts/sign-in-sessions.ts";
import type { DashboardDeps } from "./deps.ts";
import { DashboardError } from "./errors.ts";
import type { Rates } from "./rates.ts";
import { cookiesOf } from "./cookies.ts";
import { rejectionFor } from "./route-roles.ts";
import { addressOf } from "../caller-address.ts";

/** The user who sends the request, their current team, role and session, and their name in the audit log. */
export interface Me extends SignedIn {
  readonly by: Actor;
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
type MyHandler = (me: Me, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** For routes that require a session. route-roles.ts defines the roles, which are checked before any of these handlers run. */
export interface Guards {
  readonly forSignedIn: (handler: MyHandler) => Handler;
  /**
   * Inside of it: the person has signed in or shown again who they are a short while ago. For what a stolen session or a browser left open
   * must not be enough for (OWASP ASVS 5.0, 7.5.3).
   */
  readonly confirmed: (handler: MyHandler) => MyHandler;
}

declare module "fastify" {
  interface FastifyRequest {
    /** The user of a request, on a route that requires a session. */
    me: Me | undefined;
  }
}

/** Identifies the user and checks their role before the body is read. */
export function checkRole(deps: DashboardDeps, rates: Rates): onRequestAsyncHookHandler {
  return async (request) => {
    if (request.is404) return;
    const { needs } = request.routeOptions.config;
    if (needs === "anyone") return;
    const me = await findSignedIn(deps, request);
    if (!me) throw new DashboardError("not_signed_in");
    // The service does not start with a route that has no role (route-roles.ts). If there were one, reject every user.
    const refusal = needs === undefined ? "not_found" : rejectionFor(needs, me);
    if (refusal) throw new DashboardError(refusal);
    request.signedInId = me.account.id;
    await rates.ofAccount(me.account.id);
    request.me = me;
  };
}

const forSignedIn =
  (handler: MyHandler): Handler =>
  async (request, reply) => {
    if (!request.me) throw new Error("a handler for who is signed in is on a route for anyone");
    return handler(request.me, request, reply);
  };

export function createGuards(deps: DashboardDeps): Guards {
  const confirmed =
    (handler: MyHandler): MyHandler =>
    async (me, request, reply) => {
      if (!isConfirmed(me, deps.now())) throw new DashboardError("confirmation_needed");
      return handler(me, request, reply);
    };
  return { forSignedIn, confirmed };
}

export async function findSignedIn(
  deps: Pick<DashboardDeps, "store" | "now" | "publicUrl" | "hasPublicUrl">,
  request: FastifyRequest,
): Promise<Me | undefined> {
  const { store, now } = deps;
  const secret = cookiesOf(deps, request).read("session");
  if (!secret) return undefined;
  const session = await store.run(() => findSignIn(store.db, secret, now()));
  if (!session) return undefined;
  const { user, signedInBy } = session;
  return { ...session, by: { actor: user.id, address: addressOf(request), signedInBy } };
}
