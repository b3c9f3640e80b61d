import { setTimeout as pause } from "node:timers/promises";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { RejectionPace } from "../accounts/limits/rejection-pace.ts";

/** Statuses for overload and exceeded limits, after which a caller may retry the same request. */
const again: ReadonlySet<number> = new Set([429, 503]);
/** The same for compatible APIs with other statuses. */
const outcomesAgain: ReadonlySet<string> = new Set(["rate_limited", "quota_exceeded", "engine_busy"]);

/** Delays the rejection of a request if its account had many rejections; the body is not read meanwhile. */
export const pauseRejections =
  (pace: RejectionPace) =>
  async ({ caller, clientGone }: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (!caller || !(again.has(reply.statusCode) || outcomesAgain.has(reply.outcome))) return;
    const ms = pace.delayMs(caller.accountId);
    // A disconnected client is not waited for.
    if (ms > 0) await pause(ms, undefined, { signal: clientGone }).catch(() => {});
  };
