import { setTimeout as pause } from "node:timers/promises";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { RejectionPace } from "../accounts/limits/rejection-pace.ts";

/** For want of room, and over a limit: what a caller may send again as it is. */
const again: ReadonlySet<number> = new Set([429, 503]);
/** The same where a foreign contract has other statuses for it. */
const outcomesAgain: ReadonlySet<string> = new Set(["rate_limited", "quota_exceeded", "engine_busy"]);

/** Holds an answer back that rejects a request, where its account had many of them; its body is not read meanwhile. */
export const pauseRejections =
  (pace: RejectionPace) =>
  async ({ caller, clientGone }: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (!caller || !(again.has(reply.statusCode) || outcomesAgain.has(reply.outcome))) return;
    const ms = pace.delayMs(caller.accountId);
    // Who has gone waits for nothing.
    if (ms > 0) await pause(ms, undefined, { signal: clientGone }).catch(() => {});
  };
