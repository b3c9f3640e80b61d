import { existsSync } from "node:fs";
import { embeddingContractId } from "../embedding-contract.ts";
import { defaultManifestPath } from "../default-manifest-path.ts";
import { readManifest } from "../manifest.ts";
import { modelPath } from "../model-path.ts";
import type { EarlierRecognizer, ModelSet } from "../model-set.ts";
import { formerDefaults, readInstalled } from "./installed.ts";

/**
 * Recognizers that may have embedded the references of open sessions before an upgrade or a change of the model: the default and those of earlier
 * versions, if their files exist.
 */
export function earlierRecognizers({
  manifest,
  modelsDir,
}: Pick<ModelSet, "manifest" | "modelsDir">): EarlierRecognizer[] {
  const ours = { manifest: readManifest(), manifestPath: defaultManifestPath };
  const inUse = embeddingContractId(manifest);
  return [ours, ...formerDefaults.map((name) => readInstalled(modelsDir, name))]
    .filter((one) => embeddingContractId(one.manifest) !== inUse)
    .filter(({ manifest: { models }, manifestPath }) =>
      [models.embed, models.embed.second].every(
        (entry) => !entry || existsSync(modelPath(entry, manifestPath, modelsDir)),
      ),
    )
    .map(({ manifest: own, manifestPath }) => ({ manifest: own, manifestPath }));
}
