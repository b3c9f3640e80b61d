import type { onRequestAsyncHookHandler } from "fastify";
import type { Access } from "../access/access.ts";
import type { Reject } from "./reject.ts";

/**
 * Where usage can be written nowhere, no work is begun. After the key or the link is known: strangers are told nothing of the disk. Whoever
 * has a link may still look at its session.
 */
export function rejectWhenFull(access: Access, refuse: Reject): onRequestAsyncHookHandler {
  return async (request, reply) => {
    const works = request.visit ? request.method === "POST" : request.caller !== undefined;
    if (!works || (await access.hasRoom())) return;
    // Nothing is recorded of it: that would take the room that is left.
    request.caller = undefined;
    request.holder = undefined;
    return refuse("storage_full", request, reply);
  };
}
