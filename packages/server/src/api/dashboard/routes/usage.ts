import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { planNamed } from "../../../accounts/access/plans.ts";
import { overview } from "../../../features/overview/overview.ts";
import type { IsError } from "../../../features/overview/traffic.ts";
import type { DashboardDeps } from "../deps.ts";
import { v2Errors } from "../../v2/errors.ts";
import { errorCatalog } from "../../v3/errors.ts";
import { kind, parse } from "../parse.ts";
import type { RunReport } from "../reports.ts";
import type { Guards, Me } from "../signed-in.ts";

const overviewQuery = z.strictObject({
  kind: kind.default("live"),
  /** A day unless given, or a week where nothing happened in it. */
  days: z.coerce.number().int().min(1).max(30).optional(),
});

/** A client that had gone got no answer, as if the request had failed. */
const isError: IsError = ({ endpoint, outcome }) =>
  outcome === "client_gone" || Object.hasOwn(endpoint.startsWith("v2.") ? v2Errors : errorCatalog, outcome);

export function usageRoutes(
  app: FastifyInstance,
  deps: DashboardDeps,
  { forSignedIn }: Guards,
  report: RunReport,
): void {
  const { access, plans, seal, now } = deps;
  const limitsOf = async ({ account }: Me) => {
    const plan = planNamed(plans, account.plan);
    return { plan: { name: account.plan, ...plan }, limits: await access.limits.state(account.id, plan) };
  };

  app.get(
    "/overview",
    forSignedIn(async (me, request) => {
      const { kind, days } = parse(overviewQuery, request.query);
      const asked = { accountId: me.account.id, test: kind === "test", days, nowMs: now(), isError };
      const seen = await report(me, request, (db) => overview(db, seal, asked));
      return Object.assign(await limitsOf(me), seen);
    }),
  );

  app.get("/limits", forSignedIn(limitsOf));
}
