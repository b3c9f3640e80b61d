import type { z } from "zod";
import { listSessions, sessionData } from "../../../../features/sessions/session.ts";
import { inTurn } from "../../../../platform/turns.ts";
import { nextCursor, placeOf } from "../../../../platform/store/pagination.ts";
import type { PlainEndpoint } from "../../endpoint.ts";
import { sessionsQuerySchema, sessionsSchema } from "../../sessions/session-schemas.ts";
import { sessionExample } from "./sessions.ts";

export const listSessionsEndpoint: PlainEndpoint = {
  method: "GET",
  path: "/sessions",
  name: "v3.list_sessions",
  key: "private",
  tag: "Sessions",
  summary: "List sessions",
  description: "Newest first. A test key lists test sessions, a live key live ones.",
  query: sessionsQuerySchema,
  data: sessionsSchema,
  codes: ["invalid_parameter"],
  example: { summary: "One session", data: { sessions: [sessionExample], next_cursor: null } },
  run: async ({ sessions, reportTurns }, query, { caller }) => {
    const { status, external_id, created_after, limit, cursor } = query as z.infer<typeof sessionsQuerySchema>;
    const after = cursor === undefined ? undefined : placeOf(cursor);
    if (cursor !== undefined && !after) return { code: "invalid_parameter", param: "cursor" };
    const asked = {
      status,
      externalId: external_id,
      test: caller.test,
      createdAfterMs: created_after === undefined ? undefined : Date.parse(created_after),
      limit,
      after,
    };
    const { db, reports } = sessions.store;
    const list = (from: typeof db) => listSessions(from, caller.accountId, asked);
    // Each filter has an index, but not both together: if all sessions of an account have one external id, the query reads them all.
    const isReport = status !== undefined && external_id !== undefined;
    const page = isReport ? await inTurn(reportTurns, caller.accountId, () => list(reports)) : await list(db);
    if (page === "no_turn") return { code: "rate_limited", retryAfterSeconds: 1 };
    return {
      outcome: "listed",
      data: { sessions: page.rows.map(sessionData), next_cursor: nextCursor(page) },
    };
  },
};
