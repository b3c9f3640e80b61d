import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { readFunnel } from "../../../../features/sessions/reports/funnel.ts";
import type { DashboardDeps } from "../../deps.ts";
import { kind, parse } from "../../parse.ts";
import type { RunReport } from "../../reports.ts";
import type { Guards } from "../../signed-in.ts";
import { reviewRoutes } from "./reviews.ts";

const funnelQuery = z.strictObject({
  days: z.coerce.number().int().min(1).max(90).default(30),
  kind: kind.default("live"),
});

/** Verification sessions. Named so here, because "session" in the dashboard means a sign-in. */
export function verificationRoutes(app: FastifyInstance, deps: DashboardDeps, guards: Guards, report: RunReport): void {
  app.get(
    "/verifications/funnel",
    guards.forSignedIn(async (me, request) => {
      const { days, kind } = parse(funnelQuery, request.query);
      const asked = { days, test: kind === "test", nowMs: deps.now() };
      return { days: await report(me, request, (db) => readFunnel(db, me.account.id, asked)) };
    }),
  );
  reviewRoutes(app, deps, guards);
}
