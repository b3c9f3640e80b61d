import type { Form } from "../../images/multipart.ts";
import type { Comparison } from "../../verify/comparison.ts";
import type { Answer } from "./endpoint.ts";

const simulatedVerifies = ["match", "no_match", "no_face"] as const;

/** A face that nobody saw. */
const face = {
  faces: 1,
  box: { x: 120, y: 80, width: 240, height: 300 },
  quality: { score: 0.9, issues: [] },
} as const;

/** What `/verify` answers to a test key: the shape of a live answer, an outcome that was chosen, and nothing looked at. */
export function simulatedVerify(
  { texts, series }: Form,
  { comparison, threshold }: { readonly comparison: Comparison; readonly threshold: number | undefined },
): Answer {
  const outcome = simulatedVerifies.find((one) => one === (texts.get("simulate") ?? "match"));
  if (outcome === undefined) return { code: "invalid_parameter", param: "simulate" };
  if (outcome === "no_face") return { code: "no_face", param: "selfie" };
  const match = outcome === "match";
  return {
    outcome,
    model: comparison.model,
    data: {
      match,
      similarity: match ? 0.9 : null,
      threshold: threshold ?? comparison.threshold,
      false_match_rate: match ? 0.000001 : null,
      reference: face,
      references: series.map(() => ({ used: true, faces: 1, quality: face.quality })),
      selfie: face,
      challenge: texts.has("challenge_token") ? "passed" : null,
      decision: match ? "accept" : "reject",
      reasons: match ? [] : ["no_match"],
    },
  };
}
