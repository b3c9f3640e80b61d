import type { onRequestAsyncHookHandler } from "fastify";
import type { LinkLimits } from "../features/sessions/visit/link-limits.ts";
import { addressOf } from "./caller-address.ts";

/** Limits by network what anyone may read without a key, and what reads the database: one address must not load the service. */
export function limitPublicReads(limits: Pick<LinkLimits, "read">): onRequestAsyncHookHandler {
  return async (request, reply) => {
    const waitSeconds = await limits.read(addressOf(request));
    if (waitSeconds === undefined) return;
    const seconds = waitSeconds === 1 ? "1 second" : `${waitSeconds} seconds`;
    await reply
      .code(429)
      // `/embed.js` on another origin reads why its frame stays empty.
      .headers({ "retry-after": waitSeconds, "cache-control": "no-store", "access-control-allow-origin": "*" })
      .type("text/plain; charset=utf-8")
      .send(`Too many requests came from your network. Try again in ${seconds}.\n`);
    return reply;
  };
}
