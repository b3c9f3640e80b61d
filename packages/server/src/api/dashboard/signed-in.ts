import type { FastifyReply, FastifyRequest } from "fastify";
import type { Actor } from "../../access/audit.ts";
import { findSession } from "../../access/sessions.ts";
import type { SignedIn } from "../../access/sessions.ts";
import type { DashboardDeps } from "./deps.ts";
import { DashboardError } from "./errors.ts";
import { readSessionCookie } from "./session-cookie.ts";

/** Who asks: their account and session, and how the audit log names them. */
export interface Me extends SignedIn {
  readonly by: Actor;
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
type MyHandler = (me: Me, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** Routes for whoever is signed in, and routes for owners. To a member the latter do not exist. */
export interface Guards {
  readonly forMe: (handler: MyHandler) => Handler;
  readonly forOwners: (handler: MyHandler) => Handler;
}

export function createGuards(deps: DashboardDeps): Guards {
  const forMe =
    (handler: MyHandler): Handler =>
    async (request, reply) => {
      const me = await whoAsks(deps, request);
      if (!me) throw new DashboardError("not_signed_in");
      return handler(me, request, reply);
    };
  const forOwners = (handler: MyHandler): Handler =>
    forMe(async (me, request, reply) => {
      if (me.account.role !== "owner") throw new DashboardError("not_found");
      return handler(me, request, reply);
    });
  return { forMe, forOwners };
}

export async function whoAsks({ store, now }: DashboardDeps, request: FastifyRequest): Promise<Me | undefined> {
  const secret = readSessionCookie(request);
  if (!secret) return undefined;
  const session = await store.run(() => findSession(store.db, secret, now()));
  return session && { ...session, by: { actor: session.account.id, address: request.ip } };
}
