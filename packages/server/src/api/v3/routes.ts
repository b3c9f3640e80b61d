import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import { serializerCompiler } from "fastify-type-provider-zod";
import type { UploadBudget } from "../../images/upload-budget.ts";
import { type Conduct, type ConductDeps, type Refused, conduct } from "../conduct.ts";
import { discardRest } from "../discard-rest.ts";
import { readBody } from "./body.ts";
import { allowOrigin, answerPreflight } from "./cors.ts";
import type { Answer, Context, Endpoint, EndpointDeps, Refusal } from "./endpoint.ts";
import { endpoints } from "./endpoints.ts";
import type { ErrorCode } from "./errors.ts";
import { readJson } from "./json-body.ts";
import { routeSchema } from "./route-schema.ts";
import { sendAnswer, type SendDeps } from "./send.ts";

export interface V3Deps extends EndpointDeps, SendDeps, ConductDeps {
  readonly budgets: { readonly uploads: UploadBudget };
}

const refusedAs: Readonly<Record<Exclude<Refused, "wrong_kind">, ErrorCode>> = {
  missing_key: "missing_api_key",
  invalid_key: "invalid_api_key",
  rate_limited: "rate_limited",
  quota_exceeded: "quota_exceeded",
  busy: "engine_busy",
  stopping: "shutting_down",
  fault: "internal_error",
};

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
  const { key } = endpoint;
  let allowed = key === "private";
  const how: Conduct<Answer> = {
    endpoint: endpoint.name,
    kind: key,
    meet: (caller) => {
      if (key === "public") allowed = allowOrigin(caller, request, reply);
    },
    answer: async (caller, signal) => {
      if (!allowed) return { code: "origin_not_allowed" };
      return answer(deps, endpoint, request, { caller, params: request.params as Context["params"], signal });
    },
    refuse: (why, detail) => {
      const code = why === "wrong_kind" ? (`${key}_key_required` as const) : refusedAs[why];
      return { code, ...(detail === undefined ? {} : { detail }) };
    },
    outcomeOf: (given) => ("code" in given ? given.code : given.outcome),
  };
  return sendAnswer(deps, await conduct(deps, how, request, reply), request, reply);
}

/** After key, kind and limits: content type, body. */
async function answer(deps: V3Deps, endpoint: Endpoint, request: FastifyRequest, context: Context): Promise<Answer> {
  if (endpoint.method === "GET") return endpoint.run(deps);
  if ("json" in endpoint) {
    const read = await readJson(request.raw, endpoint);
    return "json" in read ? endpoint.run(deps, read.json, context) : read;
  }
  const { result, release } = await readBody(request.raw, endpoint, deps.budgets.uploads, context.signal);
  try {
    return "form" in result ? await endpoint.run(deps, result.form, context) : result;
  } finally {
    release();
  }
}
