import type { Normalization } from "@selfsame/face/compare/normalize";
import { modelPath } from "@selfsame/server/photo/models/model-path";
import type { ModelSet } from "@selfsame/server/photo/models/model-set";
import { loadModels } from "@selfsame/server/photo/models/onnx";
import { type Calibrated, calibrate } from "./calibration.ts";
import { embedPhotos } from "./embed-photos.ts";
import { type Inputs, readSet } from "./read-set.ts";
import { secondOf } from "./second-of.ts";

/**
 * Measures a model on photos. An interrupted run leaves embeddings in a folder, and the next goes on with them.
 * @returns what was learned, and what to call once that is stored: it removes the embeddings
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
