import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { nameKeys } from "../../../keys/keys.ts";
import { listRequests } from "../../../request-log/list-requests.ts";
import { nextCursor, placeOf } from "../../../store/pagination.ts";
import type { DashboardDeps } from "../deps.ts";
import { DashboardError } from "../errors.ts";
import { kind, parse } from "../parse.ts";
import type { Guards } from "../signed-in.ts";

const word = z.string().trim().min(1).max(128);
const timeMs = z.coerce.number().int().min(0).max(8_640_000_000_000_000);
const listQuery = z.strictObject({
  requestId: word.optional(),
  keyId: z.string().max(40).optional(),
  outcome: word.optional(),
  route: word.optional(),
  kind: kind.optional(),
  fromMs: timeMs.optional(),
  toMs: timeMs.optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
  cursor: z.string().max(200).optional(),
});

/** What became of the team's requests to the API. */
export function requestRoutes(app: FastifyInstance, deps: DashboardDeps, { forSignedIn }: Guards): void {
  const { store, requestLogDays } = deps;

  app.get(
    "/requests",
    forSignedIn(async (me, request) => {
      const { cursor, kind, ...filter } = parse(listQuery, request.query);
      const after = cursor === undefined ? undefined : placeOf(cursor);
      if (cursor !== undefined && !after) throw new DashboardError("invalid_request", { field: "cursor" });
      const page = await listRequests(store.db, me.account.id, {
        ...filter,
        test: kind && kind === "test",
        after,
      });
      const { requests } = page;
      const names = await nameKeys(store.db, [...new Set(requests.map(({ keyId }) => keyId))]);
      return {
        requests: requests.map((one) => Object.assign(one, { keyName: names[one.keyId]?.name ?? null })),
        next: nextCursor(page),
        keptDays: requestLogDays,
      };
    }),
  );
}
