import type { FastifyReply, FastifyRequest } from "fastify";
import type { Access, Caller, Identification } from "../access/access.ts";
import { StoreUnavailable } from "../store/outage.ts";
import { rateLimitHeaders } from "./rate-limit-headers.ts";

/** Whether a request may go on, in words that each API translates into its own. */
export type Entry =
  | { readonly outcome: "admitted"; readonly caller: Caller }
  | { readonly outcome: "missing_key" | "invalid_key" | "wrong_kind" }
  /** The key cannot be judged now: the database is away. */
  | { readonly outcome: "busy" }
  | { readonly outcome: "rate_limited" | "quota_exceeded"; readonly caller: Caller };

/**
 * The checks that come before anything of the request is read: the key, its kind, the limits of its plan. Puts the headers that
 * belong to each outcome on the reply, and gives the concurrency slot back when the response is out or the client has gone.
 */
export async function enter(
  access: Access,
  kind: Caller["kind"],
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Entry> {
  const identified = await identify(access, request);
  if (identified.outcome === "busy") return identified;
  if (identified.outcome !== "known") {
    reply.header("www-authenticate", "Bearer");
    return identified;
  }
  const { caller } = identified;
  if (caller.kind !== kind) return { outcome: "wrong_kind" };

  const admission = await access.admit(caller);
  reply.headers(rateLimitHeaders(admission.limits));
  if (admission.outcome !== "admitted") {
    reply.header("retry-after", admission.retryAfterSeconds);
    return { outcome: admission.outcome, caller };
  }
  // The client may have gone while the key was looked up: then there is no "close" to come.
  if (reply.raw.destroyed) admission.release();
  else reply.raw.once("close", () => admission.release());
  return { outcome: "admitted", caller };
}

async function identify(
  access: Access,
  request: FastifyRequest,
): Promise<Identification | { readonly outcome: "busy" }> {
  try {
    return await access.identify(request.headers.authorization);
  } catch (error) {
    if (error instanceof StoreUnavailable) return { outcome: "busy" };
    throw error;
  }
}
