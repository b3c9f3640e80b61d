import type { FastifyInstance } from "fastify";
import type { DashboardDeps } from "../deps.ts";
import type { ReadList } from "../lists.ts";
import type { RunReport } from "../reports.ts";
import type { Guards } from "../signed-in.ts";
import { accountRoutes } from "./operator/accounts.ts";
import { peopleRoutes } from "./operator/people.ts";

/** Routes for operators: accounts, people, plans, models, health. */
export function operatorRoutes(
  app: FastifyInstance,
  deps: DashboardDeps,
  guards: Guards,
  report: RunReport,
  readList: ReadList,
): void {
  const { store, access, plans } = deps;
  const { forSignedIn } = guards;
  accountRoutes(app, deps, guards, report, readList);
  peopleRoutes(app, deps, guards);

  app.get(
    "/plans",
    forSignedIn(async () => ({ plans })),
  );

  app.get(
    "/models",
    forSignedIn(async () => ({ models: deps.models() })),
  );

  app.get(
    "/health",
    forSignedIn(async () => {
      const health = await access.health();
      return { store: store.kind, storeStatus: health.store, limits: health.limits, nodes: await deps.nodes.list() };
    }),
  );
}
