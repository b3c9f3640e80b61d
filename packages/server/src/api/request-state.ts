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
    /** Which kind of key the route takes, or the secret of a session's link; without it, it asks for none. */
    key?: Caller["kind"] | "link";
    /** Whether test keys may call it. They are free, so no photo is analyzed for them. */
    testKeys?: boolean;
    /** Of a route that takes a link's secret: whether it is counted for the account. */
    counts?: boolean;
    /** Of a route that takes a public key: goes on with what another request began, which was counted. */
    continues?: boolean;
  }
  interface FastifyRequest {
    /** Whose key it is, once it is known to be of the route's kind. */
    caller: Caller | undefined;
    /** The path of the endpoint whose method it does not have. */
    refusedRoute: string | undefined;
    /** Whose key or link it has, of the route's kind or not: for the request log. */
    holder: Caller | undefined;
    /** Why its key opens nothing any more. */
    keyEnded: KeyEnd | undefined;
    /** The limit that rejected it, where its caller may know of it. */
    limitReached: LimitState | undefined;
    /** How long each stage of its work took so far. */
    stages: StageSums;
    /** Whose link it is, on a route that takes one. */
    visit: Visit | undefined;
    /** Whose dashboard it is, once that is known. */
    signedInId: string | undefined;
    /** Aborted when the client disconnects. Fastify's own `signal` fires as soon as the body was read to its end. */
    clientGone: AbortSignal;
  }
  interface FastifyReply {
    /** What came of the request, in domain words or as an error code: one of a few, for metrics and usage. */
    outcome: string;
    /** By photo, what was wrong with its quality. */
    issues: PhotoIssues;
    /** What became of the screen's colors of a challenge. */
    light: LightResult | null;
    /** How a challenge was performed. */
    challengeDetails: ChallengeDetails | null;
  }
}

/** A request of the hosted page. */
export interface Visit {
  readonly session: SessionRow;
  readonly secret: string;
  /** As whom its work is done and counted. */
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

/** As registered, without ids. A path can hold an id or a token. */
export const routeOf = ({ refusedRoute, routeOptions }: FastifyRequest): string | undefined =>
  refusedRoute ?? routeOptions.url;

/** Whose key it is, on a route that takes one. */
export function callerOf({ caller, visit, person }: FastifyRequest): Caller {
  const other = visit ?? person;
  if (other !== undefined) return other.caller;
  if (caller === undefined) throw new Error("a handler ran before the key was identified");
  return caller;
}
