import { retentionOf } from "../../../features/retention/own-retention.ts";
import type { Kysely } from "kysely";
import type { z } from "zod";
import { isWithoutKey } from "../../../accounts/access/without-key.ts";
import { nameKeys } from "../../../accounts/keys/keys.ts";
import { selectRequests } from "../../../features/request-log/list-requests.ts";
import { type LoggedRequest, loggedRequest } from "../../../features/request-log/row.ts";
import type { Schema } from "@selfsame/platform/store/schema";
import { isErrorCode } from "../../error-codes.ts";
import type { PlainEndpoint } from "../endpoint.ts";
import { createdAt, msOf, readPage, type Sorts } from "../lists.ts";
import { loggedRequestSchema, loggedRequestsSchema, requestsQuerySchema } from "../schemas/requests.ts";

/** @param keyName undefined if the key was deleted */
function requestData(request: LoggedRequest, keyName: string | undefined) {
  const { id, requestId, keyId, issues, challenge, stagesMs, durationMs, atMs, ...same } = request;
  return {
    id,
    request_id: requestId,
    key_id: isWithoutKey(keyId) ? null : keyId,
    key_name: keyName ?? null,
    ...same,
    quality_issues: issues,
    challenge_details: challenge,
    stages_ms: stagesMs,
    duration_ms: durationMs,
    answered_at: new Date(atMs).toISOString(),
  };
}

/** Adds the current names of the keys. */
async function withNames(db: Kysely<Schema>, requests: readonly LoggedRequest[]) {
  const names = await nameKeys(
    db,
    requests.map(({ keyId }) => keyId),
  );
  return requests.map((request) => requestData(request, names[request.keyId]?.name));
}

const example = {
  id: "0muqk3v5c8hT2rWqLm9",
  request_id: "b0e6a2f4-5f0c-4c55-9d4e-3a8a7c1f2d90",
  key_id: "key_7dK2mQ9xLr4TbN1s",
  key_name: "Backend",
  route: "POST /api/v3/verify",
  status: 200,
  outcome: "no_match",
  code: null,
  quality_issues: { selfie: ["blurred", "too_dark"] },
  light: null,
  challenge_details: { mode: "stepwise", frames: 3 },
  stages_ms: { upload: 12.4, queue: 1.2, decode: 14.9, detect: 21.3, landmarks: 9.8, embed: 38.1, pixels: 6.7 },
  duration_ms: 71.8,
  node: "nd_5pW8cY3hJk6ZvR0u",
  answered_at: "2026-11-22T09:41:07.120Z",
};

export const getRequest: PlainEndpoint = {
  method: "GET",
  path: "/requests/:id",
  name: "v3.get_request",
  key: "private",
  tag: "Requests",
  summary: "Look up a request",
  description: `Looks up a request by the \`request_id\` of its response (also the header \`X-Request-Id\`), for seven days unless the operator changes that. If several have one id, the
newest is returned. A test key finds requests of test keys, a live key the others. The log has no photo, no photo URL, and no score of people who do not match. It is best effort: a node that is killed may lose its last second.`,
  data: loggedRequestSchema,
  codes: ["request_not_found"],
  example: {
    summary: "A verify",
    data: example,
  },
  run: async ({ requestLog, keys }, _query, { caller, params }) => {
    const found = await requestLog.find(caller.accountId, params["id"] ?? "", caller.test);
    const [data] = found ? await withNames(keys.store.db, [found]) : [];
    return data ? { outcome: "found", data } : { code: "request_not_found" };
  },
};

const sorts = {
  answered_at: createdAt,
  duration_ms: { column: "duration_ms", kind: "number" },
} as const satisfies Sorts;

export const listRequestsEndpoint: PlainEndpoint = {
  method: "GET",
  path: "/requests",
  name: "v3.list_requests",
  key: "private",
  tag: "Requests",
  summary: "List requests",
  description:
    "What became of requests with keys and of the pages of sessions, newest first unless sorted. A test key lists requests of test keys, a live key the others. A request appears moments after its response.",
  query: requestsQuerySchema,
  data: loggedRequestsSchema,
  codes: ["invalid_parameter"],
  example: { summary: "One request", data: { requests: [example], kept_days: 7, next_cursor: null } },
  run: async (deps, query, context) => {
    const asked = query as z.infer<typeof requestsQuerySchema>;
    const { id_prefix: idBegins, key_id: keyId, outcome, route, from, to } = asked;
    const what = outcome !== undefined && isErrorCode(outcome) ? { code: outcome } : { outcome };
    const { accountId, test } = context.caller;
    const filter = { ...what, idBegins, keyId, route, test, fromMs: msOf(from), toMs: msOf(to) };
    const { store } = deps.keys;
    const select = (db: Kysely<Schema>) => selectRequests(db, accountId, filter);
    const page = await readPage(deps, context, { store, sorts, indexed: ["from", "to"], select }, asked);
    if ("code" in page) return page;
    const requests = await withNames(store.db, page.rows.map(loggedRequest));
    const { requestLogDays: kept_days } = await retentionOf(store.db, accountId, deps.retention);
    return { outcome: "listed", data: { requests, kept_days, next_cursor: page.next_cursor } };
  },
};
