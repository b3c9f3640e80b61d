import type { FastifyPluginAsync, FastifyRequest } from "fastify";
import { addressOf } from "../../caller-address.ts";
import { callerOf } from "../../request-state.ts";
import type { Reject } from "../../reject.ts";
import { type BodyShape, bodyKind, readBody } from "../../v2/body.ts";
import type { V2Error } from "../../v2/errors.ts";
import type { Rejection } from "../../v3/endpoint.ts";
import { checked } from "../../v3/json-body.ts";
import { rejectProblem } from "../../v3/problems/reject-problem.ts";
import { type CompatibleDeps, guardRoutes } from "../guard-routes.ts";
import { sendFailures } from "./failures.ts";
import { photoNames, type Verified, verification, verificationQuery } from "./verification.ts";

/** Photos as files or as base64, as in version 2. */
const shape: BodyShape = { photos: Object.values(photoNames), urls: false, json: true };

/** Why a path of CompreFace is not supported, and what to do. */
const notOffered: readonly (readonly [path: string, message: string])[] = [
  [
    "/verification/embeddings/verify",
    "Embeddings are not compared here: they do not leave the service, and those of another recognizer mean nothing to it. Send the photos to /api/v1/verification/verify.",
  ],
  [
    "/recognition/*",
    "Recognition among stored subjects is not offered: this service stores no faces. Keep one reference photo of each person, and compare with that one: /api/v1/verification/verify, or /api/v3/batches for many.",
  ],
  ["/detection/*", "Detection is not offered in this form. Send the photo to /api/v3/analyze."],
];

/** The verification service of CompreFace, as its SDKs call it. No CORS headers: backends call it. */
export function comprefaceRoutes(deps: CompatibleDeps): FastifyPluginAsync {
  const sendFailure = sendFailures(deps.log);
  const refuse: Reject = (why, request, reply, detail) => {
    reply.removeHeader("www-authenticate");
    const problem = why === "missing_key" ? missingKey : rejectProblem(why, request);
    return sendFailure({ ...problem, ...(detail !== undefined && { detail }) }, request, reply);
  };
  const identify = async (request: FastifyRequest) => {
    const key = request.headers["x-api-key"];
    return deps.access.identify(typeof key === "string" ? `Bearer ${key}` : undefined, addressOf(request));
  };

  return async (app) => {
    guardRoutes(app, deps, refuse, identify);
    const config = { endpoint: "compreface.verify", key: "private" } as const;
    app.post("/verification/verify", { config }, async (request, reply) => {
      const answer = await answerVerify(deps, request);
      if ("code" in answer) return sendFailure(answer, request, reply);
      reply.outcome = answer.outcome;
      reply.issues = answer.issues;
      return reply.header("cache-control", "no-store").send(answer.data);
    });
    for (const [url, message] of notOffered) {
      const other = { endpoint: "compreface.other", key: "private" } as const;
      app.all(url, { config: other }, (request, reply) => sendFailure({ code: "not_found", message }, request, reply));
    }
  };
}

const missingKey: Rejection = { code: "missing_api_key", message: "The request has no x-api-key header." };

async function answerVerify(deps: CompatibleDeps, request: FastifyRequest): Promise<Verified | Rejection> {
  const { raw, clientGone: signal } = request;
  const query = checked(verificationQuery, request.query);
  if ("code" in query) return query;
  const kind = bodyKind(raw, shape);
  if (kind === undefined) return { code: "unsupported_content_type" };
  const caller = callerOf(request);
  const { accountId } = caller;
  const arrived = deps.engine.requireRoom(accountId, shape.photos.length);
  const holding = deps.budgets.uploads.hold(accountId, signal);
  const observe = request.stages.add;
  try {
    const startedMs = performance.now();
    const read = await readBody(raw, kind, shape, holding);
    arrived();
    observe("upload", performance.now() - startedMs);
    if (read.outcome === "refused") return bodyProblem(read.error);
    const { source_image: reference, target_image: selfie } = read.photos;
    const asked = { query: query.json as ReturnType<typeof verificationQuery.parse>, caller };
    return await verification(deps, { reference, selfie }, asked, { accountId, allowedDomains: [], signal, observe });
  } finally {
    arrived();
    holding.release();
  }
}

const bodyProblem = (error: V2Error): Rejection =>
  error === "too_large"
    ? { code: "file_too_large" }
    : { code: "invalid_parameter", message: "The request body is neither a JSON object nor a complete form." };
