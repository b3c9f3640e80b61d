import type { FastifyReply, FastifyRequest } from "fastify";
import type { Actor } from "../../access/audit.ts";
import { findSession } from "../../access/accounts/sessions.ts";
import type { SignedIn } from "../../access/accounts/sessions.ts";
import type { DashboardDeps } from "./deps.ts";
import { DashboardError } from "./errors.ts";
import { cookiesOf } from "./cookies.ts";

/** Who asks: their account and session, and how the audit log names them. */
export interface Me extends SignedIn {
  readonly by: Actor;
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
type MyHandler = (me: Me, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** Routes for whoever is signed in, and routes for owners. To a member the latter do not exist. */
export interface Guards {
  readonly forSignedIn: (handler: MyHandler) => Handler;
  readonly forOwners: (handler: MyHandler) => Handler;
  /**
   * Inside of these: the person has signed in or said the password a short while ago. For what a stolen session or a browser left open
   * must not be enough for (OWASP ASVS 5.0, 7.5.3).
   */
  readonly confirmed: (handler: MyHandler) => MyHandler;
}

const confirmedForMs = 15 * 60_000;

export function createGuards(deps: DashboardDeps): Guards {
  const forSignedIn =
    (handler: MyHandler): Handler =>
    async (request, reply) => {
      const me = await findSignedIn(deps, request);
      if (!me) throw new DashboardError("not_signed_in");
      request.signedInId = me.account.id;
      return handler(me, request, reply);
    };
  const forOwners = (handler: MyHandler): Handler =>
    forSignedIn(async (me, request, reply) => {
      if (me.account.role !== "owner") throw new DashboardError("not_found");
      return handler(me, request, reply);
    });
  const confirmed =
    (handler: MyHandler): MyHandler =>
    async (me, request, reply) => {
      if (deps.now() - me.confirmedAtMs > confirmedForMs) throw new DashboardError("confirmation_needed");
      return handler(me, request, reply);
    };
  return { forSignedIn, forOwners, confirmed };
}

export async function findSignedIn(
  { store, now, publicUrl }: DashboardDeps,
  request: FastifyRequest,
): Promise<Me | undefined> {
  const secret = cookiesOf(publicUrl(), request).read("session");
  if (!secret) return undefined;
  const session = await store.run(() => findSession(store.db, secret, now()));
  return session && { ...session, by: { actor: session.account.id, address: request.ip } };
}
