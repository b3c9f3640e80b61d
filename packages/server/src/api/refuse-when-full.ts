import type { onRequestAsyncHookHandler } from "fastify";
import type { Access } from "../access/access.ts";
import type { Refuse } from "./refuse.ts";

/** Where usage can be written nowhere, no work is begun. After the key is known: strangers are told nothing of the disk. */
export function refuseWhenFull(access: Access, refuse: Refuse): onRequestAsyncHookHandler {
  return async (request, reply) => {
    if (request.caller === undefined || (await access.hasRoom())) return;
    // Nothing is recorded of it: that would take the room that is left.
    request.caller = undefined;
    return refuse("storage_full", request, reply);
  };
}
