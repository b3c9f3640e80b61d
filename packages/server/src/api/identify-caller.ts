import type { FastifyRequest, onRequestAsyncHookHandler } from "fastify";
import type { Access, Identification } from "../accounts/access/access.ts";
import { hasScope } from "../accounts/access/scopes.ts";
import type { Reject } from "./reject.ts";
import { addressOf } from "./caller-address.ts";

/** Finds out whose key a request has. */
export type Identify = (request: FastifyRequest) => Promise<Identification>;

/** The key is in the Authorization header. */
const byBearer =
  (access: Access): Identify =>
  (request) =>
    access.identify(request.headers.authorization, addressOf(request));

/** Whose key the request has, and whether it is of the kind that the route takes and may ask for it. */
export function identifyCaller(
  access: Access,
  refuse: Reject,
  identify: Identify = byBearer(access),
): onRequestAsyncHookHandler {
  return async (request, reply) => {
    const { key, testKeys = false, scope } = request.routeOptions.config;
    if (key === undefined || key === "link" || request.person) return;
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
    // A route without a scope does not start (route-scopes.ts).
    if (scope !== undefined && scope !== "any" && !hasScope(scopes, scope)) {
      return refuse("scope_missing", request, reply);
    }
    request.caller = identified.caller;
  };
}
