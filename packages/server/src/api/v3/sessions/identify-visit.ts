import type { FastifyRequest, onRequestAsyncHookHandler } from "fastify";
import { usualSwitches } from "../../../accounts/access/key-switches.ts";
import type { Caller } from "../../../accounts/access/access.ts";
import { withoutKey } from "../../../accounts/access/without-key.ts";
import { budgetsOfAncestors } from "../../../accounts/keys/origin.ts";
import { upToDate } from "../../../features/sessions/end-session.ts";
import { sessionOf } from "../../../features/sessions/link.ts";
import type { SessionRow } from "../../../features/sessions/session.ts";
import { linkLimits } from "../../../features/sessions/visit/link-limits.ts";
import type { Visit } from "../../request-state.ts";
import type { EndpointDeps, Rejection } from "../endpoint.ts";
import { sendAnswer, type SendDeps } from "../send.ts";
import { addressOf } from "../../caller-address.ts";

type VisitDeps = EndpointDeps & SendDeps;

/** Finds the session of a link's secret, and counts the request. Runs before the body is read. */
export function identifyVisit(deps: VisitDeps): onRequestAsyncHookHandler {
  const { limits } = deps.sessions;
  return async (request, reply) => {
    const { key, counts = false } = request.routeOptions.config;
    if (key !== "link") return;
    const visit = await findVisit(deps, request);
    const waitSeconds = await (visit ? limits.ask(addressOf(request)) : limits.wrong(addressOf(request)));
    if (waitSeconds !== undefined) return refuse(tooMany(visit ? "ask" : "wrong"), waitSeconds);
    if (!visit) return refuse({ code: "session_link_invalid" });
    request.visit = visit;
    // The page polls with GET; these requests are not logged.
    if (request.method === "POST") request.holder = visit.caller;
    // POST requests use computing time and are limited. An attempt of a live session counts as a verify.
    if (request.method === "POST") {
      const workSeconds = await limits.work(visit.session.id);
      if (workSeconds !== undefined) return refuse(tooMany("work"), workSeconds);
      if (visit.session.ended_at_ms !== null) return refuse({ code: "session_ended" });
      if (counts && !visit.caller.test) request.caller = visit.caller;
    }
    return;

    function refuse(refusal: Rejection, retryAfterSeconds?: number) {
      if (retryAfterSeconds !== undefined) reply.header("retry-after", retryAfterSeconds);
      if (refusal.code === "session_link_invalid") reply.header("www-authenticate", "Bearer");
      return sendAnswer(deps, refusal, request, reply);
    }
  };
}

const limited = {
  wrong: "A network allows {max} wrong links in 10 minutes",
  ask: "A network allows {max} requests per minute with links of sessions",
  work: "A session allows {max} requests per hour that change it",
} as const;

function tooMany(kind: keyof typeof limited): Rejection {
  const { max } = linkLimits[kind];
  const message = `${limited[kind].replace("{max}", String(max))}: used up for now.`;
  return { code: "rate_limited", message, hint: "Retry after the seconds in `Retry-After`.", limit: max };
}

async function findVisit(deps: VisitDeps, { headers }: FastifyRequest): Promise<Visit | undefined> {
  const { seal, store } = deps.sessions;
  const secret = /^Bearer +(\S+)$/i.exec(headers.authorization ?? "")?.[1] ?? "";
  const opened = sessionOf(seal, secret);
  if (!opened) return undefined;
  const found = await store.run(() =>
    store.db
      .selectFrom("verification_sessions as session")
      .innerJoin("accounts", "accounts.id", "session.account_id")
      .leftJoin("api_keys as key", "key.id", "session.key_id")
      .selectAll("session")
      .select(["accounts.plan", "key.allow_several_faces"])
      .select(["key.requests_per_minute", "key.requests_per_month", "key.concurrent_requests"])
      .select(["key.budget_id", "key.ancestors"])
      .where("session.id", "=", opened.id)
      .where("session.link", "=", opened.link)
      .where("accounts.closed_at_ms", "is", null)
      .executeTakeFirst(),
  );
  if (!found) return undefined;
  const { plan, allow_several_faces, requests_per_minute, requests_per_month, concurrent_requests, ...rest } = found;
  const { budget_id, ancestors, ...row } = rest;
  const session = await upToDate(deps.sessions, row);
  const limits = {
    requestsPerMinute: requests_per_minute,
    requestsPerMonth: requests_per_month,
    concurrentRequests: concurrent_requests,
  };
  const keyId = keyIdOf(session);
  const others = await store.run(() => budgetsOfAncestors(store.db, ancestors ?? "[]"));
  const budgets = [{ id: budget_id ?? keyId, keyId, limits }, ...others];
  return {
    session,
    secret,
    caller: callerOf(session, { plan, allowSeveralFaces: allow_several_faces !== 0, budgets }),
  };
}

const keyIdOf = ({ key_id, account_id, test }: SessionRow): string => key_id ?? withoutKey(account_id, test === 1);

/**
 * The session's key may have been revoked since. The link stays valid, and its requests still count. The key's restrictions, other than its limits,
 * were checked when the session was created.
 */
const callerOf = (session: SessionRow, ofKey: Pick<Caller, "plan" | "allowSeveralFaces" | "budgets">): Caller => ({
  keyId: keyIdOf(session),
  accountId: session.account_id,
  kind: "private",
  test: session.test === 1,
  allowedOrigins: [],
  allowedDomains: [],
  // The key's requirements were copied to the session's row on creation. The page never sends a chip's document.
  ...usualSwitches,
  challengeMode: "stepwise",
  threshold: null,
  scopes: null,
  ...ofKey,
});

/** The page's Selfsame-Device header. */
export function deviceOf({ headers }: FastifyRequest): string | undefined {
  const device = headers["selfsame-device"];
  return typeof device === "string" ? device : undefined;
}
