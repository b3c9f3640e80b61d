import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import { serializerCompiler } from "fastify-type-provider-zod";
import type { Logger } from "pino";
import type { Access, Caller } from "../../access/access.ts";
import { EngineUnavailable } from "../../engine/engine.ts";
import { BudgetExhausted, type UploadBudget } from "../../images/upload-budget.ts";
import { clientGone } from "../client-gone.ts";
import { discardRest } from "../discard-rest.ts";
import { enter } from "../enter.ts";
import { readBody } from "./body.ts";
import { allowOrigin, answerPreflight } from "./cors.ts";
import type { Answer, Context, Endpoint, EndpointDeps, Refusal } from "./endpoint.ts";
import { endpoints } from "./endpoints.ts";
import { readJson } from "./json-body.ts";
import { routeSchema } from "./route-schema.ts";
import { sendAnswer, type SendDeps } from "./send.ts";

export interface V3Deps extends EndpointDeps, SendDeps {
  readonly access: Access;
  readonly log: Logger;
  readonly budgets: { readonly uploads: UploadBudget };
}

const entryCodes = {
  missing_key: "missing_api_key",
  invalid_key: "invalid_api_key",
  busy: "engine_busy",
  rate_limited: "rate_limited",
  quota_exceeded: "quota_exceeded",
} as const;

/** All of it happens in onRequest: fastify's own look at content type and body would come before our checks. */
const handler = async () => {};
const hidden = { schema: { hide: true }, handler };

/** The endpoints of version 3. CORS headers only where a public key is taken: what takes a private one is called by backends. */
export function v3Routes(deps: V3Deps): FastifyPluginAsync {
  return async (app) => {
    app.setSerializerCompiler(serializerCompiler);
    // Bodies are read and checked by images/; their schemas are there for the reference.
    app.setValidatorCompiler(() => () => true);
    for (const endpoint of endpoints) {
      const { method, path, key } = endpoint;
      const onRequest = (request: FastifyRequest, reply: FastifyReply) => serve(deps, endpoint, request, reply);
      app.route({ method, url: path, schema: routeSchema(endpoint), onRequest, handler });
      if (key === "public") {
        const preflight = (request: FastifyRequest, reply: FastifyReply) =>
          answerPreflight(deps.access, request, reply);
        app.route({ ...hidden, method: "OPTIONS", url: path, onRequest: preflight });
      }
      const allowed = method === "GET" ? ["GET", "HEAD"] : key === "public" ? [method, "OPTIONS"] : [method];
      const refuse = refusing(deps, { code: "method_not_allowed" }, { allow: allowed.join(", ") });
      const others = app.supportedMethods.filter((other) => !allowed.includes(other));
      app.route({ ...hidden, method: others, url: path, onRequest: refuse });
    }
    for (const url of ["/", "/*"]) {
      app.route({ ...hidden, method: app.supportedMethods, url, onRequest: refusing(deps, { code: "not_found" }) });
    }
    app.setErrorHandler(async (error, request, reply) => {
      deps.log.error({ requestId: request.id, err: error }, "fault");
      return sendAnswer(deps, { code: "internal_error" }, request, reply);
    });
  };
}

const refusing =
  (deps: V3Deps, refusal: Refusal, headers: Readonly<Record<string, string>> = {}) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    discardRest(request.raw);
    return sendAnswer(deps, refusal, request, reply.headers(headers));
  };

async function serve(
  deps: V3Deps,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const signal = clientGone(reply.raw);
  const answer = await answerOf(deps, endpoint, request, reply, signal).catch((error: unknown): Answer => {
    if (!signal.aborted) deps.log.error({ requestId: request.id, err: error }, "fault");
    return { code: "internal_error" };
  });
  if ("detail" in answer && answer.detail !== undefined) {
    deps.log.info({ requestId: request.id, outcome: answer.code, detail: answer.detail }, "refused");
  }
  discardRest(request.raw);
  return sendAnswer(deps, answer, request, reply);
}

/** The checks in their order: key, kind, limits, content type, body. */
async function answerOf(
  deps: V3Deps,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  signal: AbortSignal,
): Promise<Answer> {
  const entry = await enter(deps.access, endpoint.key, request, reply);
  if (entry.outcome === "wrong_kind") return { code: `${endpoint.key}_key_required` };
  if (!("caller" in entry)) return { code: entryCodes[entry.outcome] };
  const { caller } = entry;
  const answer = await answerKnown(deps, endpoint, request, reply, { ...entry, signal });
  const outcome = "code" in answer ? answer.code : answer.outcome;
  await deps.access.record({
    caller,
    endpoint: endpoint.name,
    outcome: signal.aborted ? "client_gone" : outcome,
    durationMs: Math.round(reply.elapsedTime),
  });
  return answer;
}

type Known = Extract<Awaited<ReturnType<typeof enter>>, { readonly caller: Caller }> & { readonly signal: AbortSignal };

async function answerKnown(
  deps: V3Deps,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  { outcome, caller, signal }: Known,
): Promise<Answer> {
  // Before the limits are told, so that the page can read them.
  const allowed = endpoint.key === "private" || allowOrigin(caller, request, reply);
  if (outcome !== "admitted") return { code: entryCodes[outcome] };
  if (!allowed) return { code: "origin_not_allowed" };
  return answerAdmitted(deps, endpoint, request, { caller, params: request.params as Context["params"], signal });
}

async function answerAdmitted(
  deps: V3Deps,
  endpoint: Endpoint,
  request: FastifyRequest,
  context: Context,
): Promise<Answer> {
  const { signal } = context;
  if (endpoint.method === "GET") return endpoint.run(deps);
  try {
    if ("json" in endpoint) {
      const read = await readJson(request.raw, endpoint);
      return "json" in read ? await endpoint.run(deps, read.json, context) : read;
    }
    const { result, release } = await readBody(request.raw, endpoint, deps.budgets.uploads, signal);
    try {
      return "form" in result ? await endpoint.run(deps, result.form, context) : result;
    } finally {
      release();
    }
  } catch (error) {
    if (error instanceof EngineUnavailable) return unavailable(error);
    if (error instanceof BudgetExhausted) return { code: "engine_busy", detail: error.message };
    // Nobody hears this answer; it only must not count as a fault.
    if (signal.aborted) return { code: "invalid_multipart" };
    deps.log.error({ requestId: request.id, err: error }, "fault");
    return { code: "internal_error" };
  }
}

const unavailable = ({ reason, message }: EngineUnavailable): Refusal => ({
  code: reason === "stopping" ? "shutting_down" : "engine_busy",
  detail: message,
});
