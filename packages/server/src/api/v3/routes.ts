import { createTurns } from "@selfsame/platform/turns";
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import { serializerCompiler } from "fastify-type-provider-zod";
import type { Access } from "../../accounts/access/access.ts";
import { answerFaults } from "../answer-faults.ts";
import { checkLimits } from "../check-limits.ts";
import { ownedHeaders } from "../rate-limit-headers.ts";
import { discardRest } from "../bodies/discard-rest.ts";
import { identifyCaller } from "../identify-caller.ts";
import { logRequests } from "../log-requests.ts";
import { rawBodies } from "../bodies/raw-bodies.ts";
import { recordUsage } from "../record-usage.ts";
import { rejectWhenFull } from "../reject-when-full.ts";
import type { Reject } from "../reject.ts";
import { callerOf } from "../request-state.ts";
import { noteScope } from "../route-scopes.ts";
import { readBody } from "./body.ts";
import { answerPreflight, checkOrigin, exposeToPages } from "./cors.ts";
import type { Answer, Context, Endpoint, PlainEndpoint, EndpointDeps } from "./endpoint.ts";
import { endpoints } from "./endpoints/endpoints.ts";
import { checked, readJson } from "./json-body.ts";
import { checkConfirmed, identifyPerson, requireConfirmed, type PeopleDeps } from "./people/identify-person.ts";
import { rejectPeople } from "./people/reject-person.ts";
import { overwrite } from "@selfsame/photo/images/free-bytes";
import { rejectProblem } from "./problems/reject-problem.ts";
import { noSuchMethod, noSuchPath } from "./problems/path-problem.ts";
import { createLogoPlaces } from "../../features/branding/logo-places.ts";
import { createOpenStreams, ofListeners } from "../../features/sessions/visit/open-streams.ts";
import { deviceOf, identifyVisit } from "./sessions/identify-visit.ts";
import { routeSchema, takesTestKeys } from "./openapi/route-schema.ts";
import { sendAnswer, type SendDeps } from "./send.ts";
import { addressOf } from "../caller-address.ts";

/** Queued reports per account; further requests are rejected and can be retried. */
const reportsWaitingMax = 8;
/** Queued searches per account. A view of the dashboard requests one or two lists, and several views may be open. */
const searchesWaitingMax = 16;

export interface V3Deps
  extends
    Omit<EndpointDeps, "stopping" | "streams" | "listeners" | "logoPlaces" | "reportTurns" | "searchTurns">,
    SendDeps {
  readonly access: Access;
  /** Identifies users of the dashboard by their session cookie; without it, only keys may call. */
  readonly people?: PeopleDeps | undefined;
}

type RoutesDeps = V3Deps & EndpointDeps;

/** The endpoints of version 3. CORS headers are sent only where a public key is accepted: backends call the others. */
export function v3Routes(given: V3Deps): FastifyPluginAsync {
  const { access, log, requestLog } = given;
  const stopping = new AbortController();
  const deps: RoutesDeps = {
    ...given,
    stopping: stopping.signal,
    streams: createOpenStreams(),
    listeners: createOpenStreams(ofListeners),
    logoPlaces: createLogoPlaces(),
    reportTurns: createTurns(1, reportsWaitingMax),
    searchTurns: createTurns(1, searchesWaitingMax),
  };
  const refuse: Reject = (why, request, reply, detail) => {
    const problem = rejectProblem(why, request);
    return sendAnswer(deps, { ...problem, ...(detail === undefined ? {} : { detail }) }, request, reply);
  };

  return async (app) => {
    app.setSerializerCompiler(serializerCompiler);
    // Bodies are read and checked by images/; their schemas serve only the reference.
    app.setValidatorCompiler(() => () => true);
    rawBodies(app);
    app.addHook("onRoute", noteScope);
    app.addHook("preClose", async () => stopping.abort());
    app.addHook("onRequest", identifyPerson(deps.people));
    app.addHook("onRequest", identifyCaller(access, refuse));
    app.addHook("onRequest", identifyVisit(deps));
    app.addHook("onRequest", checkOrigin(deps));
    app.addHook("onRequest", rejectWhenFull(access, refuse));
    app.addHook("onRequest", checkLimits(access, refuse, ownedHeaders));
    app.addHook("onSend", exposeToPages(access));
    app.addHook("onSend", recordUsage(access));
    app.addHook("onSend", logRequests(requestLog));
    app.addHook("onSend", discardRest);
    app.setErrorHandler(rejectPeople(deps, answerFaults(log, refuse)));

    for (const endpoint of endpoints) addEndpoint(app, deps, endpoint);
    const onRequest = refuseOthers(app, deps);
    const others = { schema: { hide: true }, method: app.supportedMethods, onRequest, handler: onRequest };
    for (const url of ["/", "/*"]) app.route({ ...others, url });
  };
}

function addEndpoint(app: FastifyInstance, deps: RoutesDeps, endpoint: Endpoint): void {
  const { method, path: url, key, name, counts = false, continues = false } = endpoint;
  app.route({
    method,
    url,
    schema: routeSchema(endpoint),
    config: { endpoint: name, key, testKeys: takesTestKeys(endpoint), counts, continues },
    handler: async (request, reply) => sendAnswer(deps, await answer(deps, endpoint, request), request, reply),
  });
  if (key === "public") {
    const handler = (request: FastifyRequest, reply: FastifyReply) => answerPreflight(deps.access, request, reply);
    app.options(url, { schema: { hide: true } }, handler);
  }
}

/**
 * Rejects unknown paths and methods, whatever the body. A route for each path and each of the thirty HTTP methods would take a third of the startup
 * time.
 */
function refuseOthers(app: FastifyInstance, deps: V3Deps) {
  const paths = [...new Set(endpoints.map(({ path }) => `${app.prefix}${path}`))].map((url) => ({
    url,
    pattern: new RegExp(`^${url.replaceAll(/:\w+/g, "[^/]+")}/?$`),
    allow: app.supportedMethods
      .filter((method) => app.hasRoute({ method, url }))
      .toSorted()
      .join(", "),
  }));
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const [asked = ""] = request.url.split(/[?#]/, 1);
    const path = paths.find(({ pattern }) => pattern.test(asked));
    if (!path) {
      const urls = paths.map(({ url }) => url);
      return sendAnswer(deps, noSuchPath(asked, urls), request, reply);
    }
    request.refusedRoute = path.url;
    const problem = noSuchMethod(request.method, path.url, path.allow);
    return sendAnswer(deps, problem, request, reply.header("allow", path.allow));
  };
}

const isPlain = (endpoint: Endpoint): endpoint is PlainEndpoint =>
  endpoint.method === "GET" || endpoint.method === "DELETE";

/** Runs after the checks of key, kind, origin and limits: content type, body. */
async function answer(deps: RoutesDeps, endpoint: Endpoint, request: FastifyRequest): Promise<Answer> {
  const context = contextOf(request);
  if (isPlain(endpoint)) {
    const read = endpoint.query ? checked(endpoint.query, request.query) : { json: {} };
    return "json" in read ? endpoint.run(deps, read.json, context) : read;
  }
  const { idempotencyKey, signal } = context;
  if (idempotencyKey !== undefined && !/^[\x21-\x7e]{1,255}$/.test(idempotencyKey)) {
    return { code: "invalid_parameter", param: "Idempotency-Key" };
  }
  if ("streamed" in endpoint) {
    const read = checked(endpoint.query, request.query);
    return "json" in read ? endpoint.run(deps, request.raw, read.json, context) : read;
  }
  if ("json" in endpoint) {
    const read = await readJson(request.raw, endpoint);
    if ("json" in read) checkConfirmed(request, read.json as object);
    return "json" in read ? endpoint.run(deps, read.json, context) : read;
  }
  const { accountId } = context.caller;
  const arrived = deps.engine.requireRoom(accountId, endpoint.photos.length);
  const holding = deps.budgets.uploads.hold(accountId, signal);
  try {
    const refusal = await endpoint.beforeBody?.(deps, context);
    if (refusal) return refusal;
    const startedMs = performance.now();
    const read = await readBody(request.raw, endpoint, holding);
    arrived();
    context.observe("upload", performance.now() - startedMs);
    if (!("form" in read)) return read;
    try {
      return await endpoint.run(deps, read.form, context);
    } finally {
      const { photos, documents, series } = read.form;
      for (const bytes of [...photos.values(), ...documents.values(), ...series]) overwrite(bytes);
    }
  } finally {
    arrived();
    holding.release();
  }
}

function contextOf(request: FastifyRequest): Context {
  const { "idempotency-key": key, "user-agent": userAgent } = request.headers;
  const { visit, person } = request;
  const caller = callerOf(request);
  const address = addressOf(request);
  return {
    caller,
    by: person?.me.by ?? { actor: caller.keyId, address },
    person: person && { accountId: person.me.account.id, requireConfirmed: () => requireConfirmed(person) },
    sees: (test) => test === caller.test || (person !== undefined && person.mode === undefined),
    requestId: request.id,
    params: request.params as Context["params"],
    signal: request.clientGone,
    observe: request.stages.add,
    address,
    accept: request.headers.accept,
    idempotencyKey: Array.isArray(key) ? key.join() : key,
    ...(visit && { visit: { ...visit, device: deviceOf(request), userAgent } }),
  };
}
