import type { onRequestAsyncHookHandler } from "fastify";
import type { Access, LimitState } from "../accounts/access/access.ts";
import { rateLimitHeaders } from "./rate-limit-headers.ts";
import type { Reject } from "./reject.ts";
import { addressOf } from "./caller-address.ts";

/**
 * Counts the request against the limits of the caller's plan and reports them in its headers. The concurrency slot is released when the response
 * is sent or the client has disconnected.
 */
export function checkLimits(
  access: Access,
  refuse: Reject,
  headersOf: (limits: readonly LimitState[]) => Record<string, string> = rateLimitHeaders,
): onRequestAsyncHookHandler {
  return async (request, reply) => {
    if (request.caller === undefined) return;
    const admission = await access.admit(request.caller, addressOf(request), request.routeOptions.config);
    // The holder of a link does not see the account's plan.
    if (request.visit === undefined) reply.headers(headersOf(admission.limits));
    if (admission.outcome !== "admitted") {
      request.limitReached = request.visit === undefined ? admission.reached : undefined;
      return refuse(admission.outcome, request, reply.header("retry-after", admission.retryAfterSeconds));
    }
    // If the client disconnected during the key lookup, "close" has already fired.
    if (reply.raw.destroyed) admission.release();
    else reply.raw.once("close", () => admission.release());
  };
}
