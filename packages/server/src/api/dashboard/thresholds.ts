import type { Manifest } from "@selfsame/face/manifest";
import type { Comparison } from "@selfsame/photo/verify/comparison";
import type { Thresholds } from "./answers/thresholds.ts";

/** The calibration results of the model in use. */
export function thresholdsOf(deps: { readonly manifest: Manifest; readonly comparison: Comparison }): Thresholds {
  const { id, calibration } = deps.manifest.models.embed;
  const { genuinePairs = 0, steps = [], refused = [], groups = [], genuineGroups = [] } = calibration?.measured ?? {};
  return {
    model: id,
    threshold: deps.comparison.threshold,
    steps: [...steps],
    genuinePairs,
    refused: [...refused],
    groups: groups.map(({ group, pairs, passed }) => ({ group, pairs, passed: [...passed] })),
    genuineGroups: genuineGroups.map(({ group, pairs, people, refused }) => ({
      group,
      pairs,
      people,
      refused: [...refused],
    })),
  };
}
