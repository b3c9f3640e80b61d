import type { Normalization } from "@selfsame/face/compare/normalize";
import { modelPath } from "@selfsame/photo/models/model-path";
import type { ModelSet } from "@selfsame/photo/models/model-set";
import { loadModels } from "@selfsame/photo/models/onnx";
import { type Calibrated, calibrate } from "./calibration.ts";
import { embedPhotos } from "./embed-photos.ts";
import { type Inputs, readSet } from "./read-set.ts";
import { secondOf } from "./second-of.ts";

/**
 * Calibrates a model on photos. An interrupted run leaves embeddings in a folder, which the next run reuses.
 * @returns the result, and a function to call once the result is stored, which deletes the embeddings
 * @throws OperatorError
 */
export async function calibrateOn(
  { manifest, manifestPath, modelsDir, runtime }: ModelSet,
  inputs: Inputs,
  folder: string,
  kept?: Normalization,
): Promise<Calibrated & { readonly forget: () => Promise<void> }> {
  const set = await readSet(inputs);
  const models = await loadModels(manifest, (entry) => modelPath(entry, manifestPath, modelsDir), runtime);
  const { vectors, forget } = await embedPhotos(set.paths, { models, manifest }, folder);
  console.log(`Faces were found in ${vectors.size} of ${set.paths.length} photos.`);
  return { ...calibrate(set.withVectors(vectors), kept, secondOf(manifest)), forget };
}
