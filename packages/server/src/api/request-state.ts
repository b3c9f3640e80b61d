import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Caller, KeyEnd, LimitState } from "../accounts/access/access.ts";
import type { ChallengeDetails } from "../liveness/challenge/challenge-mode.ts";
import type { LightResult } from "../liveness/challenge/light/judge-light.ts";
import type { PhotoIssues } from "../features/request-log/row.ts";
import { type StageSums, createStageSums } from "../features/request-log/stage-sums.ts";
import type { SessionRow } from "../features/sessions/session.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The endpoint's name, for usage. */
    endpoint?: string;
    /** The kind of key that the route takes, or the secret of a session's link; undefined: the route needs neither. */
    key?: Caller["kind"] | "link";
    /** Whether test keys may call the route. They are free, so no photo is analyzed for them. */
    testKeys?: boolean;
    /** For routes that take a link's secret: whether the request counts for the account. */
    counts?: boolean;
    /** For routes that take a public key: the request continues one that was counted already. */
    continues?: boolean;
  }
  interface FastifyRequest {
    /** The caller, once the key is known to be of the route's kind. */
    caller: Caller | undefined;
    /** The holder of the key or link, whether of the route's kind or not: for the request log. */
    holder: Caller | undefined;
    /** Why the key is no longer valid. */
    keyEnded: KeyEnd | undefined;
    /** The limit that rejected the request, if the caller may know it. */
    limitReached: LimitState | undefined;
    /** Durations of the request's stages so far. */
    stages: StageSums;
    /** The visit, on a route that takes a link. */
    visit: Visit | undefined;
    /** The dashboard user, once identified. */
    signedInId: string | undefined;
    /** Aborted when the client disconnects. Fastify's own `signal` fires as soon as the body was read to its end. */
    clientGone: AbortSignal;
  }
  interface FastifyReply {
    /** The quality issues of each photo. */
    issues: PhotoIssues;
    /** The result of the screen light check of a challenge. */
    light: LightResult | null;
    /** How a challenge was performed. */
    challengeDetails: ChallengeDetails | null;
  }
}

/** A request of the hosted page. */
export interface Visit {
  readonly session: SessionRow;
  readonly secret: string;
  /** The caller that the request counts for. */
  readonly caller: Caller;
}

/** State that hooks and handlers share. */
export function decorateRequests(app: FastifyInstance): void {
  app.decorateRequest("refusedRoute");
  app.decorateRequest("caller");
  app.decorateRequest("holder");
  app.decorateRequest("stages");
  app.decorateRequest("keyEnded");
  app.decorateRequest("limitReached");
  app.decorateRequest("visit");
  app.decorateRequest("person");
  app.decorateRequest("signedInId");
  app.decorateRequest("clientGone");
  app.decorateReply("outcome", "");
  app.decorateReply("issues");
  app.decorateReply("light", null);
  app.decorateReply("challengeDetails", null);
  app.addHook("onRequest", async (request, reply) => {
    const gone = new AbortController();
    reply.raw.once("close", () => {
      if (!reply.raw.writableFinished) gone.abort();
    });
    request.clientGone = gone.signal;
    request.stages = createStageSums();
    reply.issues = {};
  });
}

/** The caller, on a route that takes a key. */
export function callerOf({ caller, visit, person }: FastifyRequest): Caller {
  const other = visit ?? person;
  if (other !== undefined) return other.caller;
  if (caller === undefined) throw new Error("a handler ran before the key was identified");
  return caller;
}
