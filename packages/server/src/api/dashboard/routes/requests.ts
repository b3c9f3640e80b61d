import type { FastifyInstance } from "fastify";
import { nameKeys } from "../../../accounts/keys/keys.ts";
import { selectRequests } from "../../../features/request-log/list-requests.ts";
import { loggedRequest } from "../../../features/request-log/row.ts";
import { orderedPage } from "../../../platform/store/ordered-page.ts";
import { v2Errors } from "../../v2/errors.ts";
import { errorCatalog } from "../../v3/errors.ts";
import type { DashboardDeps } from "../deps.ts";
import { between, createdAt, parseList, type ReadList, searched, type Sorts } from "../lists.ts";
import { kind } from "../parse.ts";
import type { Guards } from "../signed-in.ts";

const sorts = { time: createdAt, took: { column: "duration_ms", kind: "number" } } as const satisfies Sorts;
const filters = {
  /** What the request id begins with. */
  requestId: searched.optional(),
  keyId: searched.optional(),
  /** Or an error's code. */
  outcome: searched.optional(),
  route: searched.optional(),
  kind: kind.optional(),
  ...between,
} as const;

const isCode = (text: string): boolean => Object.hasOwn(errorCatalog, text) || Object.hasOwn(v2Errors, text);

/** What became of the team's requests to the API. */
export function requestRoutes(
  app: FastifyInstance,
  { store, requestLogDays }: DashboardDeps,
  { forSignedIn }: Guards,
  readList: ReadList,
): void {
  app.get(
    "/requests",
    forSignedIn(async (me, request) => {
      const asked = parseList(request.query, sorts, filters, ["kind", "fromMs", "toMs"]);
      const { requestId: idBegins, kind, outcome, ...rest } = asked.filter;
      const what = outcome !== undefined && isCode(outcome) ? { code: outcome } : { outcome };
      const filter = { ...rest, ...what, idBegins, test: kind && kind === "test" };
      const { rows, next } = await readList(me, request, asked, (db) =>
        orderedPage(selectRequests(db, me.account.id, filter), asked.page),
      );
      const names = await nameKeys(
        store.db,
        rows.map(({ key_id }) => key_id),
      );
      return {
        requests: rows.map((row) => ({ ...loggedRequest(row), keyName: names[row.key_id]?.name ?? null })),
        next,
        keptDays: requestLogDays,
      };
    }),
  );
}
