import { Readable } from "node:stream";
import type { z } from "zod";
import { declineSession } from "../../../../features/sessions/decline-session.ts";
import { follow } from "../../../../features/sessions/visit/follow.ts";
import type { SessionsDaysOf } from "../../../../features/sessions/consent/given-consent.ts";
import { pageState } from "../../../../features/sessions/visit/page-state.ts";
import { retentionOf } from "../../../../features/retention/own-retention.ts";
import { openSession, startSession } from "../../../../features/sessions/attempts/start-session.ts";
import { burstAsked } from "../../../../liveness/challenge/burst/burst.ts";
import { devicePattern } from "../../../../features/sessions/visit/visitor.ts";
import type { JsonEndpoint, PlainEndpoint, Rejection } from "../../endpoint.ts";
import { emptyBodySchema } from "../../schemas/common.ts";
import { startedData } from "../challenges/challenges.ts";
import { noDevice, sessionPageTag, visitOf } from "./session-visit.ts";
import { pageStateSchema, startedSessionSchema, startSessionSchema } from "../../sessions/page-schemas.ts";

export const exampleState = {
  id: "vs_3fKq8Zr1Vb7Nw2Xc5Yd9Ts",
  status: "started",
  test: false,
  purpose: {
    name: "Example Shop",
    logo_url: null,
    accent: "#0a6b4f",
    privacy_url: "https://shop.example/privacy",
    controller: "Example Shop Ltd.",
    contact: "help@shop.example",
  },
  notice_url: "/privacy/acc_9f2Kx4Tb1Lw7Zc5Q",
  locale: null,
  challenge: "required",
  attempts_left: 3,
  expires_at: "2026-11-23T09:30:00.000Z",
  return_url: "https://shop.example/welcome?session=vs_3fKq8Zr1Vb7Nw2Xc5Yd9Ts",
  compare_within: null,
  evidence_days: null,
  consent: { version: "2026-11", given: true, can_withdraw: true, own: null },
  here: true,
  wallet: null,
  end: null,
} as const;

const example = { summary: "Under way", data: exampleState };

export const sessionState: PlainEndpoint = {
  method: "GET",
  path: "/session",
  name: "v3.session_state",
  key: "link",
  tag: sessionPageTag,
  summary: "What the page shows",
  description: "The state of the session that the link opens, as far as the browser may know it.",
  data: pageStateSchema,
  codes: [],
  example,
  run: async ({ sessions }, _query, context) => {
    const visit = visitOf(context);
    const session = await openSession(sessions, visit.session, visit);
    return { outcome: "told", data: await pageState(sessions, session, visit.device) };
  },
};

export const sessionEvents: PlainEndpoint = {
  method: "GET",
  path: "/session/events",
  name: "v3.session_events",
  key: "link",
  tag: sessionPageTag,
  summary: "Follow the session",
  description:
    "Server-sent events: one `state` now and one at each change, with the same data as `GET /session`, until its end. Ten streams of a session may be open at once, and 500 of an account on one node.",
  data: pageStateSchema,
  codes: [],
  example,
  run: async ({ sessions, stopping, streams }, _query, context) => {
    const { session, device } = visitOf(context);
    const leave = streams.take(session);
    if (leave === "session" || leave === "account") {
      const message = `This ${leave} has as many streams open on this node as it may have.`;
      return { code: "rate_limited", message, hint: "Close one, or ask with `GET /session`.", retryAfterSeconds: 15 };
    }
    if (leave === "node") return { code: "engine_busy", retryAfterSeconds: 15 };
    const signal = AbortSignal.any([stopping, context.signal]);
    const stream = Readable.from(follow(sessions, session, device, signal)).once("close", leave);
    return { outcome: "followed", contentType: "text/event-stream; charset=utf-8", stream };
  },
};

export const startSessionEndpoint: JsonEndpoint = {
  method: "POST",
  path: "/session/start",
  name: "v3.start_session",
  key: "link",
  tag: sessionPageTag,
  summary: "Start, or start again",
  description:
    "Records the consent, gives the session to this device and draws a stepwise challenge, unless `draw` is false.",
  json: startSessionSchema,
  data: startedSessionSchema,
  codes: [
    "invalid_parameter",
    "unsupported_content_type",
    "session_ended",
    "consent_text_changed",
    "too_many_challenges",
  ],
  example: {
    summary: "Begun",
    data: {
      challenge: {
        id: "chl_3fKq8Zr1Vb7Nw2Xc",
        step: { type: "follow_dot", direction: 137, not_before_ms: 1120, until_ms: 11_120 },
        steps_total: 3,
        burst: burstAsked,
        expires_at: "2026-11-22T09:33:02.000Z",
      },
      attempts_left: 3,
    },
  },
  run: async (deps, json, context) => {
    const visit = visitOf(context);
    const { device } = visit;
    if (device === undefined || !devicePattern.test(device)) return noDevice;
    const {
      consent_version: version,
      language,
      avoid,
      light,
      burst,
      draw: draws,
    } = json as z.infer<typeof startSessionSchema>;
    const { challenges, sessions, retention } = deps;
    const sessionsDaysOf: SessionsDaysOf = async (db, accountId) =>
      (await retentionOf(db, accountId, retention)).sessionsDays;
    const by = { device, userAgent: visit.userAgent };
    const wish = draws && { avoid, light, burst };
    const started = await startSession(
      { ...sessions, challenges, sessionsDaysOf },
      visit.session,
      by,
      { version, language },
      wish,
    );
    if (started.outcome !== "started") return notStarted[started.outcome];
    const { session, draw } = started;
    return {
      outcome: "started",
      data: {
        challenge: draw ? startedData(draw) : null,
        attempts_left: session.attempts_allowed - session.attempts,
      },
    };
  },
};

export const declineSessionEndpoint: JsonEndpoint = {
  method: "POST",
  path: "/session/decline",
  name: "v3.decline_session",
  key: "link",
  tag: sessionPageTag,
  summary: "Not now",
  description:
    "Records that the person declined, and sends `session.declined` the first time. The session stays open until it expires.",
  json: emptyBodySchema,
  data: pageStateSchema,
  codes: ["invalid_parameter", "unsupported_content_type", "session_ended"],
  example,
  run: async ({ sessions }, _json, context) => {
    const visit = visitOf(context);
    const session = await declineSession(sessions, visit.session, visit);
    if (!session) return { code: "session_ended" };
    return { outcome: "declined", data: await pageState(sessions, session, visit.device) };
  },
};

const notStarted = {
  over: { code: "session_ended" },
  outdated: { code: "consent_text_changed" },
  too_many: { code: "too_many_challenges" },
} as const satisfies Readonly<Record<string, Rejection>>;
