import { Readable } from "node:stream";
import type { z } from "zod";
import { type Completed, completeSession, notNow, settleAttempt } from "../../../sessions/complete-session.ts";
import { follow } from "../../../sessions/page/follow.ts";
import { pageState } from "../../../sessions/page/page-state.ts";
import { simulatedAttempts, type SimulatedAttempt, simulatedResult } from "../../../sessions/simulate.ts";
import { openSession, startSession } from "../../../sessions/start-session.ts";
import { devicePattern } from "../../../sessions/page/visitor.ts";
import type { Answer, Context, JsonEndpoint, PageVisit, PhotoEndpoint, PlainEndpoint, Refusal } from "../endpoint.ts";
import { photoRefusal } from "../photos.ts";
import { partOf } from "../../../challenge/judge.ts";
import { challengeData, frameNames, framesWanted, moreFrames } from "./challenges.ts";
import {
  completedSessionSchema,
  completeSessionBodySchema,
  pageStateSchema,
  startedSessionSchema,
  startSessionSchema,
} from "../sessions/session-schemas.ts";

const tag = "Session page";

const exampleState = {
  id: "vs_3fKq8Zr1Vb7Nw2Xc5Yd9Ts",
  status: "started",
  test: false,
  purpose: { name: "Example Shop", logo_url: null, accent: "#0a6b4f" },
  locale: null,
  challenge: "required",
  attempts_left: 3,
  expires_at: "2026-11-23T09:30:00.000Z",
  return_url: "https://shop.example/welcome?session=vs_3fKq8Zr1Vb7Nw2Xc5Yd9Ts",
  consent: { version: "2026-11", given: true },
  here: true,
  end: null,
} as const;

const example = { summary: "Under way", data: exampleState };

export const sessionState: PlainEndpoint = {
  method: "GET",
  path: "/session",
  name: "v3.session_state",
  key: "link",
  tag,
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
  tag,
  summary: "Follow the session",
  description:
    "Server-sent events: one `state` now and one at each change, with the same data as `GET /session`, until its end. Ten at once may follow a session.",
  data: pageStateSchema,
  codes: [],
  example,
  run: async ({ sessions, stopping, streams }, _query, context) => {
    const { session, device } = visitOf(context);
    const leave = streams.take(session.id);
    if (leave === "session") return { code: "rate_limited", retryAfterSeconds: 15 };
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
  tag,
  summary: "Begin, or begin again",
  description: "Notes the consent, takes the session over for this device and draws a challenge.",
  json: startSessionSchema,
  data: startedSessionSchema,
  codes: ["invalid_parameter", "unsupported_content_type", "session_ended", "too_many_challenges"],
  example: {
    summary: "Begun",
    data: {
      challenge: {
        id: "chl_3fKq8Zr1Vb7Nw2Xc",
        steps: ["turn_left", "blink", "move_closer"],
        expires_at: "2026-11-22T09:33:02.000Z",
      },
      attempts_left: 3,
    },
  },
  run: async (deps, json, context) => {
    const visit = visitOf(context);
    const { device } = visit;
    if (device === undefined || !devicePattern.test(device)) return noDevice;
    const { consent_version, avoid } = json as z.infer<typeof startSessionSchema>;
    const { challenges, sessions } = deps;
    const by = { device, userAgent: visit.userAgent };
    const started = await startSession({ ...sessions, challenges }, visit.session, by, consent_version, avoid);
    if (started.outcome !== "started") return notStarted[started.outcome];
    const { session, challenge } = started;
    return {
      outcome: "started",
      data: {
        challenge: challenge ? challengeData(challenge) : null,
        attempts_left: session.attempts_allowed - session.attempts,
      },
    };
  },
};

export const completeSessionEndpoint: PhotoEndpoint = {
  method: "POST",
  path: "/session/complete",
  name: "v3.complete_session",
  key: "link",
  counts: true,
  tag,
  summary: "Make an attempt",
  description:
    "Judges the selfie and the frames of the challenge. Nothing of them is kept; each attempt counts as a verify does.",
  body: completeSessionBodySchema,
  data: completedSessionSchema,
  photos: ["selfie", ...frameNames],
  optional: ["selfie", ...frameNames],
  texts: ["challenge_id", "simulate"],
  codes: [
    "invalid_parameter",
    "challenge_not_found",
    "challenge_already_completed",
    "session_ended",
    "session_not_started",
    "session_elsewhere",
    "challenge_expired",
  ],
  example: { summary: "Once more", data: { outcome: "try_again", because: "light", attempts_left: 2 } },
  beforeBody: async ({ challenges }, context) => {
    const { session, device } = visitOf(context);
    if (device === undefined || !devicePattern.test(device)) return noDevice;
    const refused = notNow(session, device);
    if (refused) return notNowCodes[refused];
    if (session.challenge_id === null) return undefined;
    const why = await challenges.refusal(session.account_id, session.challenge_id);
    return why && noChallenge[why];
  },
  run: async (deps, form, context) => {
    const { session, secret, device = "" } = visitOf(context);
    if (session.test === 1) {
      const simulate = form.texts.get("simulate") ?? "verified";
      if (!isSimulated(simulate)) return { code: "invalid_parameter", param: "simulate" };
      return answerOf(await settleAttempt(deps.sessions, session, simulatedResult(deps, session, simulate), null));
    }
    if (form.texts.has("simulate")) return { code: "invalid_parameter", param: "simulate" };
    const withFrames = session.challenge === "required";
    const needed = ["selfie", ...(withFrames ? frameNames.filter((name) => !moreFrames.includes(name)) : [])];
    const missing = needed.find((name) => !form.photos.has(name));
    if (missing !== undefined) return { code: "missing_file", param: missing };
    if (withFrames && form.texts.get("challenge_id") !== session.challenge_id) {
      return { code: "challenge_not_found", param: "challenge_id" };
    }
    const sent = ["selfie", ...(withFrames ? frameNames : [])];
    const [selfie = new Uint8Array(), ...frames] = sent.flatMap((name) => form.photos.get(name) ?? []);
    const { signal, observe, caller } = context;
    const { allowSeveralFaces } = caller;
    const look = { signal, observe };
    const request = { secret, device, photos: { selfie, frames }, allowSeveralFaces, look };
    return answerOf(await completeSession({ ...deps.sessions, ...deps, now: deps.sessions.now }, session, request));
  },
};

const notStarted = {
  over: { code: "session_ended" },
  too_many: { code: "too_many_challenges" },
} as const satisfies Readonly<Record<string, Refusal>>;

const isSimulated = (text: string): text is SimulatedAttempt => simulatedAttempts.some((one) => one === text);

function visitOf({ visit }: Context): PageVisit {
  if (!visit) throw new Error("a handler ran before the link was looked at");
  return visit;
}

const noDevice: Refusal = { code: "invalid_parameter", param: "Selfsame-Device" };

const notNowCodes = {
  over: { code: "session_ended" },
  not_started: { code: "session_not_started" },
  elsewhere: { code: "session_elsewhere" },
} as const satisfies Readonly<Record<string, Refusal>>;

const noChallenge = {
  not_found: { code: "challenge_not_found" },
  expired: { code: "challenge_expired" },
  completed: { code: "challenge_already_completed" },
  used_up: { code: "challenge_expired", detail: "no attempt left" },
} as const satisfies Readonly<Record<string, Refusal>>;

function answerOf(completed: Completed): Answer {
  switch (completed.outcome) {
    case "done":
    case "try_again":
    case "not_confirmed": {
      const { outcome, because, attemptsLeft } = completed;
      return { outcome, data: { outcome, because, attempts_left: attemptsLeft } };
    }
    case "over":
    case "not_started":
    case "elsewhere":
      return notNowCodes[completed.outcome];
    case "refused":
      return photoRefusal({ outcome: "refused", reason: completed.reason }, partOf(completed.photo));
    case "frames_wanted":
      return framesWanted(completed.sent, completed.count);
    case "no_challenge":
      return noChallenge[completed.why];
  }
}
