import type { Kysely } from "kysely";
import type { z } from "zod";
import { retentionOf } from "../../../../features/retention/own-retention.ts";
import { selectSessions } from "../../../../features/sessions/session.ts";
import type { Schema } from "@selfsame/platform/store/schema";
import type { PlainEndpoint } from "../../endpoint.ts";
import { createdAt, msOf, readPage, type Sorts } from "../../lists.ts";
import { sessionsQuerySchema, sessionsSchema } from "../../sessions/session-schemas.ts";
import { sessionAnswers } from "./session-answers.ts";
import { sessionExample } from "./session-example.ts";

const sorts = {
  created_at: createdAt,
  ended_at: { column: "ended_at_ms", kind: "number", missing: 0 },
  attempts: { column: "attempts", kind: "number" },
} as const satisfies Sorts;

export const listSessionsEndpoint: PlainEndpoint = {
  method: "GET",
  path: "/sessions",
  name: "v3.list_sessions",
  key: "private",
  tag: "Sessions",
  summary: "List sessions",
  description: "Newest first unless sorted. A test key lists test sessions, a live key live ones.",
  query: sessionsQuerySchema,
  data: sessionsSchema,
  codes: ["invalid_parameter"],
  example: { summary: "One session", data: { sessions: [sessionExample], kept_days: 30, next_cursor: null } },
  run: async (deps, query, context) => {
    const asked = query as z.infer<typeof sessionsQuerySchema>;
    const { status, external_id: externalId, text, key_id: keyId, created_after, from, to } = asked;
    const { accountId, test } = context.caller;
    const times = { createdAfterMs: msOf(created_after), fromMs: msOf(from), toMs: msOf(to) };
    const filter = { status, externalId, text, keyId, test, ...times };
    // Either has an index, but not both together: if all sessions of an account have one external id, the query reads them all.
    const indexed = ["created_after", "from", "to", status === undefined ? "external_id" : "status"];
    const { store } = deps.sessions;
    const select = (db: Kysely<Schema>) => selectSessions(db, accountId, filter);
    const page = await readPage(deps, context, { store, sorts, indexed, select }, asked);
    if ("code" in page) return page;
    const sessions = await sessionAnswers(store.db, page.rows);
    const { sessionsDays: kept_days } = await retentionOf(store.db, accountId, deps.retention);
    return { outcome: "listed", data: { sessions, kept_days, next_cursor: page.next_cursor } };
  },
};
