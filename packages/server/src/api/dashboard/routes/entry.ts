import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { isClaimed } from "../../../access/accounts/users.ts";
import type { User } from "../../../access/accounts/users.ts";
import { writeAudit } from "../../../access/audit.ts";
import { claimFirstAccount, resetPassword } from "../../../access/accounts/claim.ts";
import type { Claimed } from "../../../access/accounts/claim.ts";
import { endSession } from "../../../access/accounts/sessions.ts";
import { signIn } from "../../../access/accounts/sign-in.ts";
import type { DashboardDeps } from "../deps.ts";
import { createDoor, meAnswer } from "../door.ts";
import { DashboardError } from "../errors.ts";
import { email, nothing, parse, password, secret } from "../parse.ts";
import { cookiesOf } from "../cookies.ts";
import { findSignedIn } from "../signed-in.ts";

const setupBody = z.strictObject({ secret, email, password });
const resetBody = z.strictObject({ secret, password });
const signInBody = z.strictObject({ email: z.string().max(254), password });

function userOf(claimed: Claimed): User {
  if (claimed.outcome === "weak_password" || claimed.outcome === "common_password") {
    throw new DashboardError(claimed.outcome, { field: "password" });
  }
  if (claimed.outcome !== "done") throw new DashboardError(claimed.outcome);
  return claimed.user;
}

/** Ways in and out: who is here, setup, reset, sign-in, sign-out. */
export function entryRoutes(app: FastifyInstance, deps: DashboardDeps): void {
  const { store, now } = deps;
  const door = createDoor(deps);
  app.get("/state", async (request) => {
    const me = await findSignedIn(deps, request);
    return { claimed: await isClaimed(store.db), me: me ? await meAnswer(store, me) : null };
  });

  app.post("/setup", async (request, reply) => {
    const body = parse(setupBody, request.body);
    const claimed = await claimFirstAccount(deps, { actor: null, address: request.ip }, body, request.clientGone);
    const me = await door.letIn(userOf(claimed), request, reply);
    reply.code(201);
    return me;
  });

  app.post("/reset", async (request, reply) => {
    const body = parse(resetBody, request.body);
    const claimed = await resetPassword(deps, { actor: null, address: request.ip }, body, request.clientGone);
    return door.letIn(userOf(claimed), request, reply);
  });

  app.post("/sign-in", async (request, reply) => {
    const given = parse(signInBody, request.body);
    const result = await signIn(deps, given, door.visitorOf(request), request.clientGone);
    if (result.outcome === "too_many_attempts") throw new DashboardError(result.outcome, result);
    if (result.outcome === "wrong_credentials") throw new DashboardError(result.outcome);
    return door.welcomed(result, request, reply);
  });

  app.post("/sign-out", async (request, reply) => {
    parse(nothing, request.body);
    const me = await findSignedIn(deps, request);
    cookiesOf(deps.publicUrl(), request).signOut(reply);
    if (me) {
      await endSession(store.db, me.user.id, me.sessionId);
      await writeAudit(store.db, now(), me.by, "sign_out", me.account.id);
    }
    return reply.code(204).send();
  });
}
