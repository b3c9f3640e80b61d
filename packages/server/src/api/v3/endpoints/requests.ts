import type { LoggedRequest } from "../../../features/request-log/row.ts";
import type { PlainEndpoint } from "../endpoint.ts";
import { loggedRequestSchema } from "../schemas/requests.ts";

function requestData(request: LoggedRequest) {
  const { requestId, keyId, route, status, outcome, code, issues, light, challenge, stagesMs, durationMs, node, atMs } =
    request;
  return {
    request_id: requestId,
    key_id: keyId === "none" ? null : keyId,
    route,
    status,
    outcome,
    code,
    quality_issues: issues,
    light,
    challenge_details: challenge,
    stages_ms: stagesMs,
    duration_ms: durationMs,
    node,
    answered_at: new Date(atMs).toISOString(),
  };
}

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
    data: {
      request_id: "b0e6a2f4-5f0c-4c55-9d4e-3a8a7c1f2d90",
      key_id: "key_7dK2mQ9xLr4TbN1s",
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
    },
  },
  run: async ({ requestLog }, _query, { caller, params }) => {
    const found = await requestLog.find(caller.accountId, params["id"] ?? "", caller.test);
    return found ? { outcome: "found", data: requestData(found) } : { code: "request_not_found" };
  },
};
