import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { isClaimed } from "../../../access/accounts/accounts.ts";
import type { Account } from "../../../access/accounts/accounts.ts";
import { writeAudit } from "../../../access/audit.ts";
import { claimFirstAccount, resetPassword } from "../../../access/accounts/claim.ts";
import type { Claimed } from "../../../access/accounts/claim.ts";
import { endSession } from "../../../access/accounts/sessions.ts";
import type { Visitor } from "../../../access/accounts/sessions.ts";
import { signIn, welcome } from "../../../access/accounts/sign-in.ts";
import type { Welcome } from "../../../access/accounts/sign-in.ts";
import type { DashboardDeps } from "../deps.ts";
import { DashboardError } from "../errors.ts";
import { email, nothing, parse, password, secret } from "../parse.ts";
import { cookiesOf } from "../cookies.ts";
import { findSignedIn } from "../signed-in.ts";

const setupBody = z.strictObject({ secret, email, password });
const resetBody = z.strictObject({ secret, password });
const signInBody = z.strictObject({ email: z.string().max(254), password });

/** Ways in and out: who is here, setup, reset, sign-in, sign-out. */
export function entryRoutes(app: FastifyInstance, deps: DashboardDeps): void {
  const { store, now } = deps;
  const cookies = (request: FastifyRequest) => cookiesOf(deps.publicUrl(), request);
  const visitorOf = (request: FastifyRequest): Visitor => ({
    address: request.ip,
    userAgent: request.headers["user-agent"] ?? "",
    deviceSecret: cookies(request).read("device"),
  });
  const letIn = ({ account, sessionId, ...secrets }: Welcome, request: FastifyRequest, reply: FastifyReply) => {
    cookies(request).signIn(reply, secrets);
    return { account, sessionId };
  };
  const letInByLink = async (claimed: Claimed, request: FastifyRequest, reply: FastifyReply) => {
    if (claimed.outcome === "weak_password" || claimed.outcome === "common_password") {
      throw new DashboardError(claimed.outcome, { field: "password" });
    }
    if (claimed.outcome !== "done") throw new DashboardError(claimed.outcome);
    return letIn(await welcome(deps, claimed.account, visitorOf(request)), request, reply);
  };

  const state = async (request: FastifyRequest) => {
    const me = await findSignedIn(deps, request);
    return { claimed: await isClaimed(store.db), me: me ? { account: me.account, sessionId: me.sessionId } : null };
  };
  app.get("/state", state);

  app.post("/setup", async (request, reply) => {
    const body = parse(setupBody, request.body);
    const claimed = await claimFirstAccount(deps, anonymousActor(request), body, request.clientGone);
    const me = await letInByLink(claimed, request, reply);
    reply.code(201);
    return me;
  });

  app.post("/reset", async (request, reply) => {
    const body = parse(resetBody, request.body);
    const claimed = await resetPassword(deps, anonymousActor(request), body, request.clientGone);
    return letInByLink(claimed, request, reply);
  });

  app.post("/sign-in", async (request, reply): Promise<{ account: Account; sessionId: string }> => {
    const given = parse(signInBody, request.body);
    const result = await signIn(deps, given, visitorOf(request), request.clientGone);
    if (result.outcome === "too_many_attempts") throw new DashboardError(result.outcome, result);
    if (result.outcome === "wrong_credentials") throw new DashboardError(result.outcome);
    return letIn(result, request, reply);
  });

  app.post("/sign-out", async (request, reply) => {
    parse(nothing, request.body);
    const me = await findSignedIn(deps, request);
    cookies(request).signOut(reply);
    if (me) {
      await endSession(store.db, me.account.id, me.sessionId);
      await writeAudit(store.db, now(), me.by, "sign_out", me.account.id);
    }
    return reply.code(204).send();
  });
}

function anonymousActor(request: FastifyRequest) {
  return { actor: null, address: request.ip };
}
