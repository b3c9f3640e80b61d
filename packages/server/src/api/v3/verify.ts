import type { Form } from "../../images/multipart.ts";
import { verify as verifyFaces, type VerifyOutcome } from "../../verify/verify.ts";
import type { Answer, Context, EndpointDeps, PhotoEndpoint } from "./endpoint.ts";
import { comparedFaceData, photoRefusal } from "./photos.ts";
import { verifyBodySchema, verifySchema } from "./schemas.ts";

export const verify: PhotoEndpoint = {
  method: "POST",
  path: "/verify",
  name: "v3.verify",
  key: "private",
  summary: "Compare two photos",
  description: `Whether a reference photo and a selfie show the same person. Of several faces in a photo the largest counts.

Two people who do not match are a result, not an error: \`match\` is false, and \`similarity\` and \`false_match_rate\` are null. No photo is kept.`,
  body: verifyBodySchema,
  data: verifySchema,
  photos: ["reference", "selfie"],
  texts: ["threshold", "challenge_token"],
  codes: ["invalid_parameter", "no_face", "invalid_challenge_token"],
  run: async (deps, form, context) => {
    const threshold = thresholdOf(form.texts.get("threshold"));
    if (threshold === null) return { code: "invalid_parameter", param: "threshold" };
    const challenge = await challengeOf(deps, form, context);
    if (challenge === "invalid") return { code: "invalid_challenge_token", param: "challenge_token" };
    const request = {
      reference: sourceOf(form, "reference"),
      selfie: sourceOf(form, "selfie"),
      wants: { reference: { quality: "main" }, selfie: { quality: "main" } },
      ...(threshold === undefined ? {} : { threshold }),
    } as const;
    const outcome = await verifyFaces(deps, request, { allowedDomains: [], signal: context.signal });
    return answerOf(outcome, deps, challenge);
  },
};

/** @returns null when the text is not a number from 0 to 1, undefined when there is none */
function thresholdOf(text: string | undefined): number | null | undefined {
  if (text === undefined) return undefined;
  const value = /^\d*\.?\d+(e-\d+)?$/i.test(text) ? Number(text) : Number.NaN;
  return value >= 0 && value <= 1 ? value : null;
}

async function challengeOf(
  { challenges }: EndpointDeps,
  form: Form,
  { caller }: Context,
): Promise<"passed" | "invalid" | null> {
  const token = form.texts.get("challenge_token");
  const selfie = form.photos.get("selfie");
  if (token === undefined || selfie === undefined) return null;
  return (await challenges.check(token, caller.accountId, selfie)) ? "passed" : "invalid";
}

function sourceOf(form: Form, name: string): { readonly from: "bytes"; readonly bytes: Uint8Array } | undefined {
  const bytes = form.photos.get(name);
  return bytes && { from: "bytes", bytes };
}

function answerOf(outcome: VerifyOutcome, { comparison }: EndpointDeps, challenge: "passed" | null): Answer {
  switch (outcome.outcome) {
    case "missing":
      return { code: "missing_file", param: outcome.photo };
    case "no_face":
      return { code: "no_face", param: outcome.photo };
    case "refused":
      return photoRefusal(outcome, outcome.photo);
    case "compared": {
      const { match, similarity, threshold, reference, selfie } = outcome;
      return {
        outcome: match ? "match" : "no_match",
        model: comparison.model,
        data: {
          match,
          // Told to nobody below the threshold: whoever tries to pass as another would learn how close they came.
          similarity: match ? similarity : null,
          threshold,
          false_match_rate: match ? Number(comparison.falseMatchRate(similarity).toPrecision(3)) : null,
          reference: comparedFaceData(reference),
          selfie: comparedFaceData(selfie),
          challenge,
        },
      };
    }
  }
}
