import type { z } from "zod";
import { listSessions, sessionData } from "../../../../sessions/session.ts";
import { nextCursor, placeOf } from "../../../../store/pagination.ts";
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
  run: async ({ sessions }, query, { caller }) => {
    const { status, external_id, created_after, limit, cursor } = query as z.infer<typeof sessionsQuerySchema>;
    const after = cursor === undefined ? undefined : placeOf(cursor);
    if (cursor !== undefined && !after) return { code: "invalid_parameter", param: "cursor" };
    const page = await listSessions(sessions.store.db, caller.accountId, {
      status,
      externalId: external_id,
      test: caller.test,
      createdAfterMs: created_after === undefined ? undefined : Date.parse(created_after),
      limit,
      after,
    });
    return {
      outcome: "listed",
      data: { sessions: page.rows.map(sessionData), next_cursor: nextCursor(page) },
    };
  },
};
