import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import type { Caller } from "../../access/access.ts";
import { photoBytesMax } from "../../images/limits.ts";
import type { UploadBudget } from "../../images/upload-budget.ts";
import type { PhotoSource } from "../../verify/photo.ts";
import type { VerifyDeps } from "../../verify/verify.ts";
import { type Conduct, type ConductDeps, type Refused, conduct } from "../conduct.ts";
import { type Answer, refusal } from "./answer.ts";
import { bodyKind, readBody } from "./body.ts";
import { type Endpoint, endpoints } from "./endpoints.ts";
import type { V2Error } from "./errors.ts";

export interface V2Deps extends VerifyDeps, ConductDeps {
  /** Memory for bodies and for photos fetched by URL. Two, so that who holds room in one never waits for more of the same. */
  readonly budgets: { readonly uploads: UploadBudget; readonly downloads: UploadBudget };
}

const refusedAs: Readonly<Record<Refused, V2Error>> = {
  missing_key: "missing_key",
  invalid_key: "invalid_key",
  wrong_kind: "wrong_kind",
  rate_limited: "rate_limited",
  quota_exceeded: "quota_exceeded",
  busy: "busy",
  stopping: "busy",
  fault: "internal",
};

/** POST /verify, /spoof and /optimize. No CORS headers: version 2 is called by backends. */
export function v2Routes(deps: V2Deps): FastifyPluginAsync {
  return async (app) => {
    for (const endpoint of endpoints) {
      // All of it happens in onRequest: fastify's own look at the content type would come before our checks.
      const onRequest = (request: FastifyRequest, reply: FastifyReply) => serve(deps, endpoint, request, reply);
      app.all(endpoint.path, { onRequest }, async () => {});
    }
  };
}

async function serve(
  deps: V2Deps,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const how: Conduct<Answer> = {
    endpoint: endpoint.name,
    kind: "private",
    answer: (caller, signal) => answer(deps, endpoint, request, caller, signal),
    refuse: (why, detail) => refusal(refusedAs[why], detail),
    outcomeOf: ({ outcome }) => outcome,
  };
  const { status, headers, body } = await conduct(deps, how, request, reply);
  return reply
    .code(status)
    .headers({ "cache-control": "no-store", ...headers })
    .send(body);
}

/** After key, kind and limits, in the order of the contract's table: method, content type, body. */
async function answer(
  deps: V2Deps,
  endpoint: Endpoint,
  request: FastifyRequest,
  caller: Caller,
  signal: AbortSignal,
): Promise<Answer> {
  if (request.method !== "POST") return refusal("method_not_allowed");
  const kind = bodyKind(request.raw, endpoint.shape);
  if (kind === undefined) return refusal("unsupported_content_type");
  const { result, release } = await readBody(request.raw, kind, endpoint.shape, deps.budgets.uploads, signal);
  try {
    if (result.outcome === "refused") return refusal(result.error);
    return await runWithRoom(deps, endpoint, result.photos, caller, signal);
  } finally {
    release();
  }
}

async function runWithRoom(
  deps: V2Deps,
  endpoint: Endpoint,
  photos: Readonly<Record<string, PhotoSource | undefined>>,
  { allowedDomains }: Caller,
  signal: AbortSignal,
): Promise<Answer> {
  const downloads = Object.values(photos).filter((photo) => photo?.from === "url").length;
  if (downloads === 0) return endpoint.run(deps, photos, { allowedDomains, signal });
  const release = await deps.budgets.downloads.reserve(downloads * photoBytesMax, signal);
  try {
    return await endpoint.run(deps, photos, { allowedDomains, signal });
  } finally {
    release();
  }
}
