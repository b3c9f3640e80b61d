import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { isClaimed } from "../../../access/accounts.ts";
import type { Account } from "../../../access/accounts.ts";
import { note } from "../../../access/audit.ts";
import { claimFirstAccount, resetPassword } from "../../../access/claim.ts";
import type { Claimed } from "../../../access/claim.ts";
import { endSession, startSession } from "../../../access/sessions.ts";
import type { Visitor } from "../../../access/sessions.ts";
import { signIn } from "../../../access/sign-in.ts";
import type { DashboardDeps } from "../deps.ts";
import { DashboardError } from "../errors.ts";
import { email, newPassword, nothing, parse, password, secret } from "../parse.ts";
import { clearSessionCookie, setSessionCookie } from "../session-cookie.ts";
import { whoAsks } from "../signed-in.ts";

const setupBody = z.strictObject({ secret, email, password });
const resetBody = z.strictObject({ secret, password });
const signInBody = z.strictObject({ email: z.string().max(254), password });

/** Ways in and out: who is here, setup, reset, sign-in, sign-out. */
export function entryRoutes(app: FastifyInstance, deps: DashboardDeps): void {
  const { store, now } = deps;
  const isSecure = (request: FastifyRequest) => deps.publicUrl().startsWith("https:") || request.protocol === "https";

  /** Every way in ends here, with a fresh session. */
  const welcome = async (claimed: Claimed, request: FastifyRequest, reply: FastifyReply) => {
    if (claimed.outcome !== "done") throw new DashboardError(claimed.outcome);
    const session = await startSession(store.db, claimed.account.id, visitorOf(request), now());
    setSessionCookie(reply, session.secret, isSecure(request));
    return { account: claimed.account, sessionId: session.sessionId };
  };

  const state = async (request: FastifyRequest) => {
    const me = await whoAsks(deps, request);
    return { claimed: await isClaimed(store.db), me: me ? { account: me.account, sessionId: me.sessionId } : null };
  };
  app.get("/state", state);

  app.post("/setup", async (request, reply) => {
    const body = parse(setupBody, request.body);
    newPassword(body.password);
    reply.code(201);
    return welcome(await claimFirstAccount(deps, nobodyAt(request), body), request, reply);
  });

  app.post("/reset", async (request, reply) => {
    const body = parse(resetBody, request.body);
    newPassword(body.password);
    return welcome(await resetPassword(deps, nobodyAt(request), body), request, reply);
  });

  app.post("/sign-in", async (request, reply): Promise<{ account: Account; sessionId: string }> => {
    const result = await signIn(deps, parse(signInBody, request.body), visitorOf(request));
    if (result.outcome === "too_many_attempts") throw new DashboardError(result.outcome, result);
    if (result.outcome === "wrong_credentials") throw new DashboardError(result.outcome);
    setSessionCookie(reply, result.secret, isSecure(request));
    return { account: result.account, sessionId: result.sessionId };
  });

  app.post("/sign-out", async (request, reply) => {
    parse(nothing, request.body);
    const me = await whoAsks(deps, request);
    clearSessionCookie(reply, isSecure(request));
    if (me) {
      await endSession(store.db, me.account.id, me.sessionId);
      await note(store.db, now(), me.by, "sign_out", me.account.id);
    }
    return reply.code(204).send();
  });
}

function visitorOf(request: FastifyRequest): Visitor {
  return { address: request.ip, userAgent: request.headers["user-agent"] ?? "" };
}

function nobodyAt(request: FastifyRequest) {
  return { actor: null, address: request.ip };
}
