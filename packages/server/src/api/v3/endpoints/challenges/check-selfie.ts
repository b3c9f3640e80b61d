import { isSurelyLive, passiveLivenessOf } from "@selfsame/photo/verify/passive-liveness";
import type { Answer, PhotoEndpoint } from "../../endpoint.ts";
import { photoRejection } from "../../photos.ts";
import { checkedSelfieSchema, checkSelfieBodySchema } from "../../schemas/challenges.ts";

const answer = (needed: boolean): Answer => ({
  outcome: needed ? "challenge_needed" : "surely_live",
  data: { challenge_needed: needed },
});

export const checkSelfie: PhotoEndpoint = {
  method: "POST",
  path: "/challenges/check",
  name: "v3.check_selfie",
  key: "public",
  summary: "Ask whether a selfie needs a challenge",
  description: `For a page that asks for a live challenge only where the selfie leaves doubt: \`VerifyCameraV3.capture({ challenge: "if_unsure", publicKey })\` calls this. The passive
liveness check decides; the response does not say how. Your backend sends the selfie to \`/verify\` with \`require_challenge=if_unsure\`, which decides anew.

After ten selfies of one network within ten minutes each needs a challenge: who could try many photos would find one that passes.`,
  body: checkSelfieBodySchema,
  data: checkedSelfieSchema,
  photos: ["selfie"],
  texts: [],
  codes: ["no_face"],
  example: { summary: "Sure", data: { challenge_needed: false } },
  run: async ({ engine, sessions }, form, { caller: { accountId }, address, signal, observe }) => {
    if ((await sessions.limits.check(accountId, address)) !== undefined) return answer(true);
    const selfie = form.photos.get("selfie") ?? new Uint8Array();
    const result = await engine.analyze(selfie, { spoof: true }, { accountId, signal, observe });
    if (result.outcome !== "analyzed") return photoRejection({ outcome: "refused", reason: result.outcome }, "selfie");
    if (result.faces.length === 0) return { code: "no_face", param: "selfie" };
    return answer(!isSurelyLive(passiveLivenessOf(result)));
  },
};
