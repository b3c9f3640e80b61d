import { nameOf } from "@selfsame/face/assess/gestures";
import type { z } from "zod";
import { networkOf } from "../../../access/accounts/network.ts";
import type { Completion } from "../../../challenge/challenges.ts";
import { stepsAChallenge, stepsMax } from "../../../challenge/draw.ts";
import { partOf } from "../../../challenge/judge.ts";
import { type Challenge, challengeLifeMs } from "../../../challenge/ledger.ts";
import type { Answer, JsonEndpoint, PhotoEndpoint, Refusal } from "../endpoint.ts";
import { photoRefusal } from "../photos.ts";
import {
  completeChallengeBodySchema,
  completedChallengeSchema,
  startChallengeBodySchema,
  startedChallengeSchema,
} from "../schemas/faces.ts";

export const startChallenge: JsonEndpoint = {
  method: "POST",
  path: "/challenges",
  name: "v3.start_challenge",
  key: "public",
  summary: "Start a live challenge",
  description: `Draws a few steps that the person does before the camera. \`VerifyCameraV3.capture({ challenge: true, publicKey })\` calls this,
plays the steps and completes the challenge. The body may be left out.

There are three steps, and one more for each that was drawn and is to be avoided. Who asks again within ten minutes is given the same; five challenges of one network that were not passed within an hour cost
a fourth step, ten a fifth, and after a hundred there is none for a while (\`too_many_challenges\`). The same is said while more challenges of the key wait for
their frames than the service allows.`,
  json: startChallengeBodySchema,
  data: startedChallengeSchema,
  codes: ["invalid_parameter", "unsupported_content_type", "too_many_challenges"],
  example: {
    summary: "A challenge",
    data: {
      id: "chl_3fKq8Zr1Vb7Nw2Xc",
      steps: ["turn_left", "blink", "move_closer"],
      expires_at: "2026-11-21T12:02:00.000Z",
    },
  },
  run: async ({ challenges }, json, { caller, address }) => {
    const { avoid, nonce } = json as z.infer<typeof startChallengeBodySchema>;
    const drawer = `network:${networkOf(address)}`;
    const { accountId, keyId } = caller;
    const started = await challenges.start({ accountId, keyId, avoid, nonce, drawer });
    if (started.outcome === "too_many_open") {
      // By then each of those that are open has ended.
      const retryAfterSeconds = challengeLifeMs / 1000;
      return { code: "too_many_challenges", detail: started.outcome, retryAfterSeconds };
    }
    if (started.outcome !== "opened") return { code: "too_many_challenges", detail: started.outcome };
    return { outcome: "started", data: challengeData(started.challenge) };
  },
};

export function challengeData({ id, steps, expiresAtMs }: Challenge) {
  const dots = steps.flatMap((task) => (typeof task === "string" ? [] : [task.dot]));
  return {
    id,
    steps: steps.map(nameOf),
    ...(dots.length > 0 && { dots }),
    expires_at: new Date(expiresAtMs).toISOString(),
  };
}

export const frameNames = Array.from({ length: stepsMax }, (_, i) => `frame_${i + 1}`);
/** Of a challenge with more steps than usual. */
export const moreFrames = frameNames.slice(stepsAChallenge);

export const completeChallenge: PhotoEndpoint = {
  method: "POST",
  path: "/challenges/:id/complete",
  name: "v3.complete_challenge",
  key: "public",
  summary: "Complete a live challenge",
  description: `Checks on the frames themselves that each step was done, in order, by the person in the selfie, before the camera and now.

As many frames as there are steps. Three attempts, with new frames each. \`param\` of \`challenge_failed\` names the frame where the step was not seen; it is null where the
reason is not told.`,
  body: completeChallengeBodySchema,
  data: completedChallengeSchema,
  photos: ["selfie", ...frameNames],
  optional: moreFrames,
  texts: [],
  codes: ["challenge_not_found", "challenge_already_completed", "challenge_expired", "no_face", "challenge_failed"],
  example: {
    summary: "Passed",
    data: {
      challenge_token:
        "eyJrIjoic2lnXzkxIiwiYSI6ImFjY183IiwicyI6IkxQSk5VTCIsImUiOjE3OTUyNjAwMDAwMDB9.q4Zb1Jd8f3w0mTnC5rX9aVQ2kL7yHsUe6pGiWoEoD1M",
    },
  },
  beforeBody: async ({ challenges }, { caller, params }) => {
    const outcome = await challenges.refusal(caller.accountId, params["id"] ?? "");
    return outcome && noAttempt[outcome];
  },
  run: async ({ challenges }, form, { caller, params, signal, observe }) => {
    const [selfie = new Uint8Array(), ...frames] = ["selfie", ...frameNames].flatMap(
      (name) => form.photos.get(name) ?? [],
    );
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
} as const satisfies Readonly<Record<string, Refusal>>;

/** What to say of this many frames where another number is wanted. */
export function framesWanted(sent: number, wanted: number): Refusal {
  if (sent < wanted) return { code: "missing_file", param: partOf(sent + 1) };
  return { code: "unexpected_field", param: partOf(wanted + 1) };
}

function answerOf(completion: Completion, framesSent: number): Answer {
  switch (completion.outcome) {
    case "frames_wanted":
      return framesWanted(framesSent, completion.count);
    case "passed":
      return { outcome: "passed", data: { challenge_token: completion.token } };
    case "not_found":
    case "expired":
    case "completed":
    case "used_up":
      return noAttempt[completion.outcome];
    case "no_face":
      return { code: "no_face", param: partOf(completion.frame) };
    case "refused":
      return photoRefusal({ outcome: "refused", reason: completion.reason }, partOf(completion.frame));
    case "failed": {
      const { doubt } = completion;
      const told = doubt.reason === "not_neutral" || doubt.reason === "step_not_seen";
      const detail = "frame" in doubt ? `${doubt.reason} in ${partOf(doubt.frame)}` : doubt.reason;
      return { code: "challenge_failed", detail, ...(told ? { param: partOf(doubt.frame) } : {}) };
    }
  }
}
