import type { Form } from "@selfsame/photo/images/multipart";
import {
  type PassiveLiveness,
  type PassiveLivenessDemand,
  passiveReasons,
  passiveReasonsOf,
} from "@selfsame/photo/verify/passive-liveness";
import type { ReferenceTemplate } from "./reference-template.ts";
import type { Comparison } from "@selfsame/photo/verify/comparison";
import type { Answer } from "./endpoint.ts";
import { documentData, type ReferenceDocument, referencesOf } from "./reference-document.ts";

const simulatedVerifies = ["match", "no_match", "no_face", ...passiveReasons] as const;

/** An invented face for test keys. */
const simulatedFace = {
  faces: 1,
  box: { x: 120, y: 80, width: 240, height: 300 },
  quality: { score: 0.9, issues: [] },
} as const;

interface SimulatedDeps {
  readonly comparison: Comparison;
  readonly threshold: number | undefined;
  readonly passive: PassiveLivenessDemand;
  readonly document: ReferenceDocument | undefined;
  readonly template: ReferenceTemplate | undefined;
}

/** The `/verify` response for a test key: the format of a live response and the chosen outcome. No photo is analyzed. */
export function simulatedVerify(
  form: Form,
  { comparison, threshold, passive: demand, document, template }: SimulatedDeps,
): Answer {
  const { texts } = form;
  const outcome = simulatedVerifies.find((one) => one === (texts.get("simulate") ?? "match"));
  if (outcome === undefined) return { code: "invalid_parameter", param: "simulate" };
  if (outcome === "no_face") return { code: "no_face", param: "selfie" };
  const match = outcome !== "no_match";
  const passive = simulatedPassive(outcome, demand);
  // Simulating an attack implies that the check is required.
  const asked = demand === "off" ? "required" : demand;
  const reasons = match ? passiveReasonsOf(passive, asked) : ["no_match"];
  return {
    outcome: reasons[0] ?? "match",
    model: comparison.model,
    data: {
      match,
      similarity: match ? 0.9 : null,
      threshold: threshold ?? comparison.threshold,
      false_match_rate: match ? 0.000001 : null,
      ...(template?.facts ?? simulatedFacts(form, document)),
      selfie: { ...simulatedFace, passive_liveness: passive },
      challenge: texts.has("challenge_token") ? "passed" : null,
      challenge_details: null,
      light: null,
      decision: reasons.length === 0 ? "accept" : "reject",
      reasons,
    },
  };
}

/** What a response to a test key reports about its reference. */
export const simulatedFacts = (form: Form, document: ReferenceDocument | undefined) => ({
  reference: { ...simulatedFace, document: documentData(document, simulatedFace.quality) },
  references: referencesOf(form, document).map(() => ({ used: true, faces: 1, quality: simulatedFace.quality })),
});

/** With invented scores. */
function simulatedPassive(
  outcome: (typeof simulatedVerifies)[number],
  demand: PassiveLivenessDemand,
): PassiveLiveness | null {
  if (outcome === "presentation_attack") return { result: "attack", score: 0.004 };
  if (outcome === "passive_liveness_unsure") return { result: "unsure", score: 0.03 };
  return demand === "off" ? null : { result: "live", score: 0.62 };
}
