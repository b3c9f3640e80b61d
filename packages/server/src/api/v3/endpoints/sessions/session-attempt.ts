import {
  type Completed,
  completeSession,
  notNow,
  settleAttempt,
} from "../../../../features/sessions/attempts/complete-session.ts";
import {
  simulatedAttempts,
  type SimulatedAttempt,
  simulatedResult,
} from "../../../../features/sessions/attempts/simulate.ts";
import { addEvidence } from "../../../../features/sessions/evidence/evidence.ts";
import { sealAttempt } from "../../../../features/sessions/evidence/seal-photo.ts";
import { receivedPhoto } from "../../../../features/receipts/receipt.ts";
import { addPhotos } from "../../../../features/sessions/sent-photos.ts";
import { note } from "../../../../features/sessions/reports/timeline.ts";
import { describeVisitor, devicePattern } from "../../../../features/sessions/visit/visitor.ts";
import type { SessionRow } from "../../../../features/sessions/session.ts";
import type { Form } from "@selfsame/photo/images/multipart";
import { partOf } from "../../../../liveness/challenge/judge.ts";
import { simulatedLive } from "../../problems/key-problem.ts";
import { missingPart } from "../../problems/part-problem.ts";
import type { Answer, Context, EndpointDeps, PhotoEndpoint, Rejection } from "../../endpoint.ts";
import { photoRejection } from "../../photos.ts";
import { takenStepSchema } from "../../schemas/challenges.ts";
import {
  challengeStep,
  frameNames,
  framesWanted,
  moreFrames,
  stepAnswerOf,
  stepDocuments,
  stepTexts,
} from "../challenges/challenges.ts";
import { sentFrame } from "../challenges/sent-frame.ts";
import { noDevice, sessionPageTag, visitOf } from "./session-visit.ts";
import {
  completedSessionSchema,
  completeSessionBodySchema,
  sessionStepBodySchema,
} from "../../sessions/page-schemas.ts";
import { modelFor } from "@selfsame/photo/verify/comparison";

/** Error codes of every request of an attempt. */
const refusals = [
  "invalid_parameter",
  "challenge_not_found",
  "challenge_already_completed",
  "step_out_of_order",
  "session_ended",
  "session_not_started",
  "session_elsewhere",
  "wallet_portrait_needed",
  "challenge_expired",
] as const;

export const sessionStep: PhotoEndpoint = {
  method: "POST",
  path: "/session/steps",
  name: "v3.session_step",
  key: "link",
  tag: sessionPageTag,
  summary: "Send the frame of a step",
  description: `Like \`POST /challenges/{id}/steps\`. A challenge that ends before its selfie does not count as an attempt; start again.`,
  body: sessionStepBodySchema,
  data: takenStepSchema,
  photos: ["frame"],
  documents: stepDocuments,
  optional: ["frame"],
  texts: ["challenge_id", ...stepTexts],
  codes: [...refusals, "image_unreadable", "no_face", "challenge_failed", "step_too_early", "step_too_late"],
  ...(challengeStep.example && { example: challengeStep.example }),
  beforeBody: whyNotNow,
  run: async ({ challenges, sessions, comparison }, form, context) => {
    const visit = visitOf(context);
    const { session } = visit;
    const { challenge_id, account_id } = session;
    if (challenge_id === null || form.texts.get("challenge_id") !== challenge_id) {
      return { code: "challenge_not_found", param: "challenge_id" };
    }
    const sent = sentFrame(form);
    if ("code" in sent) return sent;
    const isListed = session.receipt_photos !== null && sent.frame.length > 0;
    const received = isListed ? [await receivedPhoto("frame", sent.frame)] : [];
    const frames = sent.frame.length > 0 ? [sent.frame] : [];
    const evidence = await sealAttempt(session, { frames }, sessions.now());
    const { signal, observe } = context;
    const answer = await challenges.step(account_id, challenge_id, sent, {
      signal,
      observe,
      // The same model as for the selfie that follows: see completeSession.
      model: session.has_reference === 1 ? modelFor(comparison, session.model) : undefined,
    });
    if (answer.outcome === "next") {
      await sessions.store.db.transaction().execute(async (db) => {
        await addPhotos(db, session, received);
        await addEvidence(db, session, evidence, sessions.now());
      });
    }
    if ("step" in answer) {
      const what = { check: answer.outcome, steps: [{ step: answer.step, seen: null }] };
      const ended = { ...what, ...describeVisitor(visit), request: context.requestId };
      await note(sessions.store.db, session.id, "challenge_ended", sessions.now(), ended);
    }
    return stepAnswerOf(answer);
  },
};

/** Why the challenge accepts no photo now. Checked before a photo is read. */
async function whyNotNow({ challenges }: EndpointDeps, context: Context): Promise<Rejection | undefined> {
  const { session, device } = visitOf(context);
  if (device === undefined || !devicePattern.test(device)) return noDevice;
  const refused = notNow(session, device);
  if (refused) return notNowCodes[refused];
  if (session.challenge_id === null) return undefined;
  const why = await challenges.refusal(session.account_id, session.challenge_id, "stepwise");
  return why && noChallenge[why];
}

export const completeSessionEndpoint: PhotoEndpoint = {
  method: "POST",
  path: "/session/complete",
  name: "v3.complete_session",
  key: "link",
  counts: true,
  tag: sessionPageTag,
  summary: "Make an attempt",
  description:
    "Judges the selfie and the frames of the challenge. They are not stored. Each attempt counts like a verify. In a session whose challenge is `if_unsure` one selfie may come alone, without `challenge_id`; unless it is surely live the outcome is `challenge_needed`.",
  body: completeSessionBodySchema,
  data: completedSessionSchema,
  photos: ["selfie", ...frameNames],
  optional: ["selfie", ...frameNames],
  texts: ["challenge_id", "simulate"],
  codes: [...refusals, "step_too_late"],
  example: { summary: "Once more", data: { outcome: "try_again", because: "light", attempts_left: 2 } },
  beforeBody: whyNotNow,
  run: async (deps, form, context) => {
    const visit = visitOf(context);
    const { session, secret, device = "" } = visit;
    const by = { ...describeVisitor(visit), request: context.requestId };
    if (session.test === 1) {
      const simulate = form.texts.get("simulate") ?? "verified";
      if (!isSimulated(simulate)) return { code: "invalid_parameter", param: "simulate" };
      const result = simulatedResult(deps, session, simulate);
      const settled = await settleAttempt(deps.sessions, session, { result, because: null }, by);
      return answerOf(settled, session.attempts_allowed - session.attempts);
    }
    if (form.texts.has("simulate")) return simulatedLive;
    const passiveTry = isPassiveTry(session, form);
    const withFrames = session.challenge === "required" && !passiveTry;
    // A stepwise challenge already has its frames. The kind of challenge is known only once the sent id matches.
    const hasFrames = frameNames.some((name) => form.photos.has(name));
    const isNamed = form.texts.get("challenge_id") === session.challenge_id;
    const wantsFrames = withFrames && (hasFrames || !isNamed);
    const needed = ["selfie", ...(wantsFrames ? frameNames.filter((name) => !moreFrames.includes(name)) : [])];
    const missing = needed.find((name) => !form.photos.has(name));
    if (missing !== undefined) return missingPart(missing);
    if (withFrames && !isNamed) return { code: "challenge_not_found", param: "challenge_id" };
    const sent = ["selfie", ...(withFrames ? frameNames : [])];
    const [selfie = new Uint8Array(), ...frames] = sent.flatMap((name) => form.photos.get(name) ?? []);
    const { signal, observe, caller } = context;
    const { allowSeveralFaces } = caller;
    const look = { signal, observe };
    const request = { secret, device, photos: { selfie, frames }, allowSeveralFaces, passiveTry, look, by };
    const completed = await completeSession({ ...deps.sessions, ...deps, now: deps.sessions.now }, session, request);
    if (completed.outcome === "step_too_late") {
      const ended = { check: completed.outcome, photo: "selfie", ...by };
      await note(deps.sessions.store.db, session.id, "challenge_ended", deps.sessions.now(), ended);
    }
    return answerOf(completed, session.attempts_allowed - session.attempts);
  },
};

/** Whether the request is a selfie alone, in a session where that may be enough. */
const isPassiveTry = ({ passive_first }: SessionRow, { photos, texts }: Form): boolean =>
  passive_first !== "off" && !texts.has("challenge_id") && !frameNames.some((name) => photos.has(name));

const isSimulated = (text: string): text is SimulatedAttempt => simulatedAttempts.some((one) => one === text);

const notNowCodes = {
  over: { code: "session_ended" },
  not_started: { code: "session_not_started" },
  elsewhere: { code: "session_elsewhere" },
  no_portrait: { code: "wallet_portrait_needed" },
} as const satisfies Readonly<Record<string, Rejection>>;

const noChallenge = {
  not_found: { code: "challenge_not_found" },
  expired: { code: "challenge_expired" },
  completed: { code: "challenge_already_completed" },
  used_up: { code: "challenge_expired", detail: "no attempt left" },
  // A node of an earlier version created the challenge: the page starts a new one.
  all_at_once: { code: "challenge_expired", detail: "all at once" },
} as const satisfies Readonly<Record<string, Rejection>>;

/** @param left remaining attempts, if no attempt was made */
function answerOf(completed: Completed, left: number): Answer {
  switch (completed.outcome) {
    case "done":
    case "try_again":
    case "not_confirmed":
    case "in_review": {
      const { outcome, because, attemptsLeft, light, details } = completed;
      return { outcome, data: { outcome, because, attempts_left: attemptsLeft }, light, details };
    }
    case "challenge_needed":
      return { outcome: "challenge_needed", data: { outcome: "challenge_needed", because: null, attempts_left: left } };
    case "over":
    case "not_started":
    case "elsewhere":
    case "no_portrait":
      return notNowCodes[completed.outcome];
    case "out_of_order":
      return { code: "step_out_of_order" };
    case "step_too_early":
    case "step_too_late":
      return { code: completed.outcome, param: "selfie" };
    case "refused":
      return photoRejection({ outcome: "refused", reason: completed.reason }, partOf(completed.photo));
    case "frames_wanted":
      return framesWanted(completed.sent, completed.count);
    case "no_challenge":
      return noChallenge[completed.why];
  }
}
