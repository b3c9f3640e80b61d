import type { onRequestAsyncHookHandler } from "fastify";
import type { Access } from "../accounts/access/access.ts";
import type { Reject } from "./reject.ts";

/**
 * Rejects work while usage cannot be written anywhere. Runs after authentication, so that unknown callers learn nothing about the disk. A link's
 * holder may still read its session.
 */
export function rejectWhenFull(access: Access, refuse: Reject): onRequestAsyncHookHandler {
  return async (request, reply) => {
    const works = request.visit ? request.method === "POST" : request.caller !== undefined;
    if (!works || (await access.hasRoom())) return;
    // Not recorded: that would use the remaining space.
    request.caller = undefined;
    request.holder = undefined;
    return refuse("storage_full", request, reply);
  };
}
