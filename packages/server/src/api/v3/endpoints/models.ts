import { modelsOf } from "@selfsame/face/manifest";
import type { EndpointDeps, PlainEndpoint } from "../endpoint.ts";
import { modelsSchema } from "../schemas/faces.ts";

export const models: PlainEndpoint = {
  method: "GET",
  path: "/models",
  name: "v3.models",
  key: "private",
  summary: "The models in use",
  description: "The models in use with license and SHA-256, and both error rates at each threshold.",
  data: modelsSchema,
  codes: [],
  run: (deps) => ({ outcome: "listed", data: describeModels(deps) }),
};

export function describeModels({ manifest, comparison }: Pick<EndpointDeps, "manifest" | "comparison">) {
  const { calibration } = manifest.models.embed;
  const thresholds = (calibration?.table ?? []).map((row) => ({
    similarity: row.similarity,
    false_match_rate: row.falseMatchRate,
    false_non_match_rate: row.falseNonMatchRate,
    within_group_false_match_rate: row.withinGroupFalseMatchRate,
  }));
  const models = modelsOf(manifest).map(({ role, entry: { id, licence, sha256, sizeBytes } }) => ({
    role,
    id,
    licence,
    sha256,
    size_bytes: sizeBytes,
  }));
  return { model: comparison.model, threshold: comparison.threshold, thresholds, models };
}
