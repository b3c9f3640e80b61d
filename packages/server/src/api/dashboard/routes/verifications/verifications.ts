import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { readFunnel } from "../../../../features/sessions/reports/funnel.ts";
import { countWaiting } from "../../../../features/sessions/reviews/review-case.ts";
import type { DashboardDeps } from "../../deps.ts";
import { kind, parse } from "../../parse.ts";
import type { RunReport } from "../../reports.ts";
import type { Guards } from "../../signed-in.ts";

const funnelQuery = z.strictObject({
  days: z.coerce.number().int().min(1).max(90).default(30),
  kind: kind.default("live"),
});
const waitingQuery = z.strictObject({ kind: kind.default("live") });

/** Figures of verification sessions. Named so here, because "session" in the dashboard means a sign-in. */
export function verificationRoutes(
  app: FastifyInstance,
  { store, now }: DashboardDeps,
  { forSignedIn }: Guards,
  report: RunReport,
): void {
  app.get(
    "/verifications/funnel",
    forSignedIn(async (me, request) => {
      const { days, kind } = parse(funnelQuery, request.query);
      const asked = { days, test: kind === "test", nowMs: now() };
      return { days: await report(me, request, (db) => readFunnel(db, me.account.id, asked)) };
    }),
  );

  app.get(
    "/verifications/waiting",
    forSignedIn(async (me, request) => {
      const { kind } = parse(waitingQuery, request.query);
      return countWaiting(store.db, me.account.id, kind === "test", me.user.id);
    }),
  );
}
