import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { changeRetention, readOwnRetention, tooLong } from "../../../features/retention/own-retention.ts";
import type { DashboardDeps } from "../deps.ts";
import { DashboardError } from "../errors.ts";
import { parse } from "../parse.ts";
import type { Guards } from "../signed-in.ts";

const days = z.int().min(1).nullable();
const body = z.strictObject({ sessionsDays: days, batchResultsDays: days, requestLogDays: days });

/** How long the team stores sessions, batches and its request log: at most as long as the installation. */
export function retentionRoutes(app: FastifyInstance, deps: DashboardDeps, { forSignedIn }: Guards): void {
  const { store, now } = deps;
  const { sessionsDays, batchResultsDays, requestLogDays } = deps.retention;
  const installation = { sessionsDays, batchResultsDays, requestLogDays };

  app.get(
    "/account/retention",
    forSignedIn(async (me) => ({ own: await readOwnRetention(store.db, me.account.id), installation })),
  );

  app.put(
    "/account/retention",
    forSignedIn(async (me, request) => {
      const own = parse(body, request.body);
      const field = tooLong(own, installation);
      if (field !== undefined) throw new DashboardError("invalid_request", { field });
      return { own: await changeRetention(store.db, me.by, me.account.id, own, now()), installation };
    }),
  );
}
