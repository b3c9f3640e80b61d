import type { FastifyRequest, onRequestAsyncHookHandler } from "fastify";
import type { Access, Identification } from "../accounts/access/access.ts";
import { hasScope } from "../accounts/access/scopes.ts";
import type { Reject } from "./reject.ts";
import { addressOf } from "./caller-address.ts";

/** Identifies the key of a request. */
export type Identify = (request: FastifyRequest) => Promise<Identification>;

/** The key is in the Authorization header. */
const byBearer =
  (access: Access): Identify =>
  (request) =>
    access.identify(request.headers.authorization, addressOf(request));

/** Finds the request's key, and checks that its kind and scopes allow the route. */
export function identifyCaller(
  access: Access,
  refuse: Reject,
  identify: Identify = byBearer(access),
): onRequestAsyncHookHandler {
  return async (request, reply) => {
    const { key, testKeys = false, scope } = request.routeOptions.config;
    if (key === undefined || key === "link") return;
    if (request.person) {
      // What test keys may not do, a user in test mode may not either.
      if (request.person.mode === "test" && !testKeys) return refuse("test_key", request, reply);
      return;
    }
    const identified = await identify(request);
    if (identified.outcome === "address_not_allowed") return refuse(identified.outcome, request, reply);
    if (identified.outcome === "invalid_key") request.keyEnded = identified.ended;
    if (identified.outcome !== "known") {
      return refuse(identified.outcome, request, reply.header("www-authenticate", "Bearer"));
    }
    request.holder = identified.caller;
    if (identified.caller.kind !== key) return refuse("wrong_kind", request, reply);
    if (identified.caller.test && !testKeys) return refuse("test_key", request, reply);
    const { scopes } = identified.caller;
    // The service does not start with a route that has no scope (route-scopes.ts).
    if (scope !== undefined && scope !== "any" && !hasScope(scopes, scope)) {
      return refuse("scope_missing", request, reply);
    }
    request.caller = identified.caller;
  };
}
