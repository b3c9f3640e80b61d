import type { FastifyInstance } from "fastify";
import { serializerCompiler } from "fastify-type-provider-zod";
import type { DashboardDeps } from "./deps.ts";
import { answerError, answerNotFound } from "./errors.ts";
import { requireOwnOrigin } from "./own-origin.ts";
import { createRates } from "./rates.ts";
import { createReadList } from "./lists.ts";
import { createReports } from "./reports.ts";
import { checkAnswer } from "./answers/by-route.ts";
import { auditRoutes } from "./routes/audit.ts";
import { noteRole } from "./route-roles.ts";
import { entryRoutes } from "./routes/entry.ts";
import { findRoutes } from "./routes/find.ts";
import { factorRoutes } from "./routes/factors.ts";
import { keyRoutes } from "./routes/keys.ts";
import { invitationRoutes } from "./routes/invitations.ts";
import { memberRoutes } from "./routes/members.ts";
import { operatorRoutes } from "./routes/operator.ts";
import { signOnRoutes } from "./routes/sign-on/sign-on.ts";
import { signOnSettingsRoutes } from "./routes/sign-on/settings.ts";
import { settingsRoutes } from "./routes/settings.ts";
import { usageRoutes } from "./routes/usage.ts";
import { verificationRoutes } from "./routes/verifications/verifications.ts";
import { teamRoutes } from "./routes/team.ts";
import { teamSettingsRoutes } from "./routes/team-settings.ts";
import { checkRole, createGuards } from "./signed-in.ts";
import { addressOf } from "../caller-address.ts";

/** The dashboard's API, registered under /api/dashboard. docs/dashboard-api.md lists every route. */
export function dashboardApi(deps: DashboardDeps): (app: FastifyInstance) => Promise<void> {
  const rates = createRates(deps.counters);
  const { report, search, exporting } = createReports(deps.store, rates);
  const readList = createReadList(deps.store.db, search);
  return async (app) => {
    // JSON only: a form on another site can send text, and no route needs it.
    app.removeContentTypeParser("text/plain");
    app.setErrorHandler(answerError);
    app.setNotFoundHandler(answerNotFound);
    app.addHook("onRequest", async (request, reply) => {
      reply.header("cache-control", "no-store");
      await rates.ofNetwork(addressOf(request));
      requireOwnOrigin(request, deps);
    });

    app.addHook("onRequest", checkRole(deps, rates));

    app.setSerializerCompiler(serializerCompiler);
    app.decorateRequest("me");
    app.addHook("onRoute", noteRole);
    app.addHook("onRoute", checkAnswer);
    const guards = createGuards(deps);
    entryRoutes(app, deps);
    keyRoutes(app, deps, guards);
    usageRoutes(app, deps, guards, report);
    findRoutes(app, deps, guards, search);
    verificationRoutes(app, deps, guards, report);
    auditRoutes(app, deps, guards, readList, exporting);
    settingsRoutes(app, deps, guards);
    factorRoutes(app, deps, guards);
    teamRoutes(app, deps, guards);
    teamSettingsRoutes(app, deps, guards);
    memberRoutes(app, deps, guards);
    invitationRoutes(app, deps, guards);
    signOnRoutes(app, deps, guards);
    signOnSettingsRoutes(app, deps, guards);
    operatorRoutes(app, deps, guards, report, readList);
  };
}
