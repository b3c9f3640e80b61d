import { nameOf } from "@selfsame/face/assess/gestures";
import { z } from "zod";
import { networkOf } from "../../../../accounts/limits/network.ts";
import { isAccepted, modeOf } from "../../../../liveness/challenge/challenge-mode.ts";
import type { Completion, Start } from "../../../../liveness/challenge/challenges.ts";
import { stepsAChallenge, stepsMax } from "../../../../liveness/challenge/draw.ts";
import { partOf } from "../../../../liveness/challenge/judge.ts";
import { burstAsked } from "../../../../liveness/challenge/burst/burst.ts";
import { type Challenge, challengeLifeMs } from "../../../../liveness/challenge/ledger.ts";
import type { StepAnswer } from "../../../../liveness/challenge/stepwise/stepwise.ts";
import { isLight, type NewTurn } from "../../../../liveness/challenge/stepwise/step-turns.ts";
import { missingPart } from "../../problems/part-problem.ts";
import { sentFrame } from "./sent-frame.ts";
import type { Answer, Context, EndpointDeps, JsonEndpoint, PhotoEndpoint, Rejection } from "../../endpoint.ts";
import { photoRejection } from "../../photos.ts";
import {
  challengeStepBodySchema,
  completeChallengeBodySchema,
  completedChallengeSchema,
  startChallengeBodySchema,
  startedChallengeSchema,
  stepwiseChallengeSchema,
  takenStepSchema,
} from "../../schemas/challenges.ts";

export const startChallenge: JsonEndpoint = {
  method: "POST",
  path: "/challenges",
  name: "v3.start_challenge",
  key: "public",
  summary: "Start a live challenge",
  description: `Draws a few steps that the person performs in front of the camera. \`VerifyCameraV3.capture({ challenge: true, publicKey })\` calls this,
shows the steps and completes the challenge. The body may be omitted.

A key whose \`challenge_mode\` is \`stepwise\` needs \`"mode": "stepwise"\`.

There are three steps, and one more for each drawn step that is to be avoided. A second request within ten minutes returns the same steps. After five challenges of one network that were not passed within an hour there is
a fourth step, after ten a fifth, and after a hundred no challenge for a while (\`too_many_challenges\`). The same error is returned while more challenges of the key wait for
their frames than the service allows.

With \`"mode": "stepwise"\` the response has the first step only, and \`POST /challenges/{id}/steps\` returns each further one. Each stepwise challenge is drawn independently and has one attempt; an abandoned
challenge counts as not passed. At least two steps are \`follow_dot\`, or where that is avoided one is a turn; each avoided step adds one.`,
  json: startChallengeBodySchema,
  data: z.union([startedChallengeSchema, stepwiseChallengeSchema]),
  codes: ["invalid_parameter", "unsupported_content_type", "stepwise_challenge_required", "too_many_challenges"],
  example: {
    summary: "A challenge",
    data: {
      id: "chl_3fKq8Zr1Vb7Nw2Xc",
      steps: ["turn_left", "blink", "move_closer"],
      expires_at: "2026-11-21T12:02:00.000Z",
    },
  },
  run: async ({ challenges }, json, { caller, address }) => {
    const { avoid, nonce, mode, light, burst } = json as z.infer<typeof startChallengeBodySchema>;
    const requester = `network:${networkOf(address)}`;
    const { accountId, keyId } = caller;
    const stepwise = mode === "stepwise";
    if (!isAccepted(modeOf(stepwise), caller.challengeMode))
      return { code: "stepwise_challenge_required", param: "mode" };
    const started = await challenges.start({
      accountId,
      keyId,
      avoid,
      nonce,
      requester,
      stepwise,
      light,
      burst,
    });
    if (started.outcome === "too_many_open") {
      // After this time all challenges now open have ended.
      const retryAfterSeconds = challengeLifeMs / 1000;
      return { code: "too_many_challenges", detail: started.outcome, retryAfterSeconds };
    }
    if (started.outcome !== "opened") return { code: "too_many_challenges", detail: started.outcome };
    return { outcome: "started", data: startedData(started) };
  },
};

type Opened = Extract<Start, { readonly outcome: "opened" }>;

export function startedData({ challenge, turn }: Pick<Opened, "challenge" | "turn">): object {
  if (!challenge.plan || !turn) return challengeData(challenge);
  const { id, plan, expiresAtMs } = challenge;
  const light = Array.isArray(plan.light) && { light: true };
  const burst = plan.burst ? burstAsked : null;
  const expires_at = new Date(expiresAtMs).toISOString();
  return { id, ...turnData(turn), steps_total: plan.total, ...light, burst, expires_at };
}

/** The next turn: a step, or the request for the selfie. */
function turnData({ task, notBeforeMs, untilMs }: NewTurn): object {
  if (task === undefined) return { complete: true, until_ms: untilMs };
  const times = { not_before_ms: notBeforeMs, until_ms: untilMs };
  if (isLight(task)) return { step: { type: "light", light: [task.light], ...times } };
  const direction = typeof task === "string" ? {} : { direction: task.dot };
  return { step: { type: nameOf(task), ...direction, ...times } };
}

function challengeData({ id, steps, expiresAtMs }: Challenge) {
  const dots = steps.flatMap((task) => (typeof task === "string" ? [] : [task.dot]));
  return {
    id,
    steps: steps.map(nameOf),
    ...(dots.length > 0 && { dots }),
    expires_at: new Date(expiresAtMs).toISOString(),
  };
}

export const frameNames = Array.from({ length: stepsMax }, (_, i) => `frame_${i + 1}`);
/** Frames of challenges with more steps than usual. */
export const moreFrames = frameNames.slice(stepsAChallenge);

export const stepTexts = ["captured_after_ms", "spared", "burst_after_ms"] as const;
export const stepDocuments = ["burst"] as const;

export const challengeStep: PhotoEndpoint = {
  method: "POST",
  path: "/challenges/:id/steps",
  name: "v3.challenge_step",
  key: "public",
  continues: true,
  summary: "Send the frame of a step",
  description: `For a stepwise challenge: accepts the frame of the step in the last response, and returns the next step, or \`"complete": true\`; then
send the selfie alone to \`POST /challenges/{id}/complete\`.

The service measures the time between its response and the arrival of the whole frame. A frame that is too early or too late, or that has no face, ends the challenge. Whether the steps were done is judged at the end.

If the challenge was started with \`"light": true\` and the service uses screen colors, steps of type \`light\` follow. Pictures of a color that are early, late or without a face end the colors, not the challenge.`,
  body: challengeStepBodySchema,
  data: takenStepSchema,
  photos: ["frame"],
  documents: stepDocuments,
  optional: ["frame"],
  texts: stepTexts,
  codes: [
    "invalid_parameter",
    "image_unreadable",
    "challenge_not_found",
    "challenge_already_completed",
    "step_out_of_order",
    "challenge_expired",
    "stepwise_challenge_required",
    "no_face",
    "challenge_failed",
    "step_too_early",
    "step_too_late",
  ],
  example: {
    summary: "The next step",
    data: { step: { type: "follow_dot", direction: 137, not_before_ms: 1120, until_ms: 11_120 } },
  },
  beforeBody: whyNotNow,
  run: async ({ challenges }, form, { caller, params, signal, observe }) => {
    const sent = sentFrame(form);
    if ("code" in sent) return sent;
    return stepAnswerOf(await challenges.step(caller.accountId, params["id"] ?? "", sent, { signal, observe }));
  },
};

/** Why the challenge accepts no photo now. Checked before a photo is read. */
async function whyNotNow({ challenges }: EndpointDeps, { caller, params }: Context): Promise<Rejection | undefined> {
  const outcome = await challenges.refusal(caller.accountId, params["id"] ?? "", caller.challengeMode);
  return outcome && noAttempt[outcome];
}

export const completeChallenge: PhotoEndpoint = {
  method: "POST",
  path: "/challenges/:id/complete",
  name: "v3.complete_challenge",
  key: "public",
  summary: "Complete a live challenge",
  description: `Checks in the frames that each step was done, in order, by the person in the selfie, live in front of the camera.

Send one frame for each step. There are three attempts, with new frames each. For a stepwise challenge send the selfie alone, once. \`param\` of \`challenge_failed\` names the frame in which the step was not seen; it is null if the
reason is not disclosed.`,
  body: completeChallengeBodySchema,
  data: completedChallengeSchema,
  photos: ["selfie", ...frameNames],
  optional: frameNames,
  texts: [],
  codes: [
    "challenge_not_found",
    "challenge_already_completed",
    "step_out_of_order",
    "challenge_expired",
    "stepwise_challenge_required",
    "no_face",
    "challenge_failed",
    "step_too_late",
  ],
  example: {
    summary: "Passed",
    data: {
      challenge_token:
        "eyJrIjoic2lnXzkxIiwiYSI6ImFjY183IiwicyI6IkxQSk5VTCIsImUiOjE3OTUyNjAwMDAwMDB9.q4Zb1Jd8f3w0mTnC5rX9aVQ2kL7yHsUe6pGiWoEoD1M",
    },
  },
  beforeBody: whyNotNow,
  run: async ({ challenges }, form, { caller, params, signal, observe }) => {
    const frames = frameNames.flatMap((name) => form.photos.get(name) ?? []);
    const gap = frameNames.slice(0, frames.length).find((name) => !form.photos.has(name));
    if (gap !== undefined) return missingPart(gap);
    const selfie = form.photos.get("selfie") ?? new Uint8Array();
    const performance = { selfie, frames };
    const look = { signal, observe };
    const completion = await challenges.complete(caller.accountId, params["id"] ?? "", performance, look);
    return answerOf(completion, frames.length);
  },
};

const noAttempt = {
  not_found: { code: "challenge_not_found" },
  expired: { code: "challenge_expired" },
  completed: { code: "challenge_already_completed" },
  used_up: { code: "challenge_failed", detail: "no attempt left" },
  all_at_once: { code: "stepwise_challenge_required" },
} as const satisfies Readonly<Record<string, Rejection>>;

/** The rejection for a wrong number of frames. */
export function framesWanted(sent: number, wanted: number): Rejection {
  if (sent < wanted) return missingPart(partOf(sent + 1));
  const param = partOf(wanted + 1);
  const message = `The challenge has ${wanted} steps, and the request has ${sent} frames.`;
  return { code: "unexpected_field", param, message, hint: "Send one frame for each step." };
}

function answerOf(completion: Completion, framesSent: number): Answer {
  switch (completion.outcome) {
    case "frames_wanted":
      return framesWanted(framesSent, completion.count);
    case "out_of_order":
      return { code: "step_out_of_order" };
    case "step_too_early":
    case "step_too_late":
      return { code: completion.outcome, param: "selfie" };
    case "passed":
      return {
        outcome: "passed",
        data: { challenge_token: completion.token },
        light: completion.light,
        details: completion.details,
      };
    case "not_found":
    case "expired":
    case "completed":
    case "used_up":
      return noAttempt[completion.outcome];
    case "no_face":
      return { code: "no_face", param: partOf(completion.frame) };
    case "refused":
      return photoRejection({ outcome: "refused", reason: completion.reason }, partOf(completion.frame));
    case "failed": {
      const { doubt } = completion;
      if (doubt.reason === "light_not_measurable")
        return { code: "challenge_failed", detail: doubt.reason, param: "light" };
      const reported = doubt.reason === "not_neutral" || doubt.reason === "step_not_seen";
      const detail = "frame" in doubt ? `${doubt.reason} in ${partOf(doubt.frame)}` : doubt.reason;
      return { code: "challenge_failed", detail, ...(reported ? { param: partOf(doubt.frame) } : {}) };
    }
  }
}

const burstNotAsked: Rejection = {
  code: "unexpected_field",
  param: "burst",
  message: "The challenge asks for no burst here.",
  hint: "Start the challenge with `burst: true`, and send `burst` with the frames of its steps, not with colors.",
};

export function stepAnswerOf(answer: StepAnswer): Answer {
  switch (answer.outcome) {
    case "next":
      return { outcome: answer.turn.task === undefined ? "all_taken" : "taken", data: turnData(answer.turn) };
    case "out_of_order":
      return { code: "step_out_of_order" };
    case "burst_missing":
      return missingPart("burst", true);
    case "burst_not_asked":
      return burstNotAsked;
    case "burst_unreadable":
      return { code: "image_unreadable", param: "burst" };
    case "step_too_early":
    case "step_too_late":
    case "no_face":
      return { code: answer.outcome, param: "frame" };
    case "refused":
      return photoRejection(answer, "frame");
    case "not_found":
    case "expired":
    case "completed":
    case "used_up":
      return noAttempt[answer.outcome];
  }
}
