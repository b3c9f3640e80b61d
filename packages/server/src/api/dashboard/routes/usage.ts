import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { nameKeys } from "../../../accounts/keys/keys.ts";
import { planNamed } from "../../../accounts/access/plans.ts";
import { overview } from "../../../features/overview/overview.ts";
import type { IsError } from "../../../features/overview/traffic.ts";
import { reportUsage, usageCsv } from "../../../accounts/usage/report.ts";
import type { UsageQuery } from "../../../accounts/usage/report.ts";
import type { DashboardDeps } from "../deps.ts";
import { DashboardError } from "../errors.ts";
import { v2Errors } from "../../v2/errors.ts";
import { errorCatalog } from "../../v3/errors.ts";
import { kind, parse } from "../parse.ts";
import type { RunReport } from "../reports.ts";
import type { Guards, Me } from "../signed-in.ts";

const timeMs = z.coerce.number().int().min(0).max(8_640_000_000_000_000);
const usageQuery = z.strictObject({
  fromMs: timeMs,
  toMs: timeMs,
  by: z.enum(["hour", "day", "month"]),
  split: z.enum(["none", "key", "endpoint", "outcome"]).default("none"),
  keyId: z.string().max(40).optional(),
  accountId: z.string().max(40).optional(),
  kind: kind.optional(),
});
const overviewQuery = z.strictObject({
  kind: kind.default("live"),
  /** A day unless given, or a week where nothing happened in it. */
  days: z.coerce.number().int().min(1).max(30).optional(),
});

/** A client that had gone got no answer, as if the request had failed. */
const isError: IsError = ({ endpoint, outcome }) =>
  outcome === "client_gone" || Object.hasOwn(endpoint.startsWith("v2.") ? v2Errors : errorCatalog, outcome);

const dayMs = 24 * 3600_000;
/** A month of hours, two years of days, ten years of months. */
const longestMs = { hour: 800 * 3600_000, day: 800 * dayMs, month: 10 * 366 * dayMs } as const;

export function usageRoutes(
  app: FastifyInstance,
  deps: DashboardDeps,
  { forSignedIn }: Guards,
  report: RunReport,
): void {
  const { store, access, plans, seal, now } = deps;
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

  app.get(
    "/usage",
    forSignedIn(async (me, request) => {
      const query = readQuery(me, request.query);
      const usage = await report(me, request, (db) => reportUsage(db, query));
      if (query.split !== "key") return usage;
      const ids = usage.buckets.flatMap(({ group }) => group ?? []);
      return { ...usage, keys: await nameKeys(store.db, ids) };
    }),
  );

  app.get(
    "/usage.csv",
    forSignedIn(async (me, request, reply) => {
      const query = readQuery(me, request.query);
      const { buckets } = await report(me, request, (db) => reportUsage(db, query));
      const disposition = 'attachment; filename="usage.csv"';
      return reply.type("text/csv; charset=utf-8").header("content-disposition", disposition).send(usageCsv(buckets));
    }),
  );
}

/** Members see only their own account, whatever they request; operators may request another or all. */
function readQuery({ account, user }: Me, query: unknown): UsageQuery {
  const { accountId = account.id, kind, ...asked } = parse(usageQuery, query);
  const rest = { ...asked, test: kind && kind === "test" };
  if (accountId !== account.id && !user.operator) throw new DashboardError("not_found");
  if (rest.toMs - rest.fromMs > longestMs[rest.by]) {
    throw new DashboardError("invalid_request", { field: "fromMs" });
  }
  return accountId === "all" ? rest : { ...rest, accountId };
}
