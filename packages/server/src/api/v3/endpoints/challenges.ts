import type { z } from "zod";
import { networkOf } from "../../../access/accounts/network.ts";
import type { Completion } from "../../../challenge/challenges.ts";
import { stepsAChallenge } from "../../../challenge/draw.ts";
import type { FrameName } from "../../../challenge/judge.ts";
import type { Answer, JsonEndpoint, PhotoEndpoint, Refusal } from "../endpoint.ts";
import { photoRefusal } from "../photos.ts";
import {
  completeChallengeBodySchema,
  completedChallengeSchema,
  startChallengeBodySchema,
  startedChallengeSchema,
} from "../schemas.ts";

export const startChallenge: JsonEndpoint = {
  method: "POST",
  path: "/challenges",
  name: "v3.start_challenge",
  key: "public",
  summary: "Start a live challenge",
  description: `Draws a few steps that the person does before the camera. \`VerifyCameraV3.capture({ challenge: true, publicKey })\` calls this,
plays the steps and completes the challenge. The body may be left out. Who asks again within ten minutes is given the same steps.`,
  json: startChallengeBodySchema,
  data: startedChallengeSchema,
  codes: ["invalid_parameter", "unsupported_content_type"],
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
    const { id, steps, expiresAtMs } = await challenges.start({ accountId: caller.accountId, avoid, nonce, drawer });
    return { outcome: "started", data: { id, steps, expires_at: new Date(expiresAtMs).toISOString() } };
  },
};

const frameNames = Array.from({ length: stepsAChallenge }, (_, i) => `frame_${i + 1}`);

export const completeChallenge: PhotoEndpoint = {
  method: "POST",
  path: "/challenges/:id/complete",
  name: "v3.complete_challenge",
  key: "public",
  summary: "Complete a live challenge",
  description: `Checks on the frames themselves that each step was done, in order, by the person in the selfie, before the camera and now.

Three attempts, with new frames each. \`param\` of \`challenge_failed\` names the frame where the step was not seen; it is null where the
reason is not told.`,
  body: completeChallengeBodySchema,
  data: completedChallengeSchema,
  photos: ["selfie", ...frameNames],
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
    const [selfie, ...frames] = ["selfie", ...frameNames].map((name) => form.photos.get(name) ?? new Uint8Array());
    const performance = { selfie: selfie ?? new Uint8Array(), frames };
    const look = { signal, observe };
    return answerOf(await challenges.complete(caller.accountId, params["id"] ?? "", performance, look));
  },
};

const noAttempt = {
  not_found: { code: "challenge_not_found" },
  expired: { code: "challenge_expired" },
  completed: { code: "challenge_already_completed" },
  used_up: { code: "challenge_failed", detail: "no attempt left" },
} as const satisfies Readonly<Record<string, Refusal>>;

const partOf = (frame: FrameName): string => (frame === "selfie" ? frame : `frame_${frame}`);

function answerOf(completion: Completion): Answer {
  switch (completion.outcome) {
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
