import type { Pipeline } from "@selfsame/face/compare/pipeline";
import type { RecognizerEntry } from "@selfsame/face/manifest";
import type { Model } from "@selfsame/face/model";
import { embeddingContractId } from "../models/embedding-contract.ts";
import { modelPath } from "../models/model-path.ts";
import type { EarlierRecognizer, ModelSet } from "../models/model-set.ts";
import { readNormalization } from "../models/normalization-file.ts";
import { loadModel } from "../models/onnx.ts";

export interface EarlierPipelines {
  /** @param model an embedding contract @throws Error if no earlier recognizer has it */
  of(model: string): Promise<Pipeline>;
}

/**
 * Pipelines with an earlier recognizer instead of the current one: for older embeddings, such as references of open sessions. Each is loaded on first
 * use, except for files that the current one shares.
 */
export function createEarlierPipelines(
  pipeline: Pipeline,
  { earlier = [], modelsDir, runtime }: ModelSet,
): EarlierPipelines {
  const opened = new Map<string, Promise<Pipeline>>();
  const { embed } = pipeline.manifest.models;

  const modelOf = (entry: RecognizerEntry, manifestPath: string): Model | Promise<Model> => {
    if (entry.sha256 === embed.sha256) return pipeline.models.embed;
    if (entry.sha256 === embed.second?.sha256 && pipeline.models.second) return pipeline.models.second;
    return loadModel(entry, modelPath(entry, manifestPath, modelsDir), runtime);
  };

  async function open({ manifest, manifestPath }: EarlierRecognizer): Promise<Pipeline> {
    const { embed: own } = manifest.models;
    const { second } = own;
    const { align: _, ...models } = pipeline.models;
    const { align: __, ...entries } = pipeline.manifest.models;
    return {
      models: {
        ...models,
        embed: await modelOf(own, manifestPath),
        second: second && (await modelOf(second, manifestPath)),
      },
      manifest: { ...pipeline.manifest, models: { ...entries, embed: own } },
      normalisation: await readNormalization(own, manifestPath),
      secondNormalisation: second && (await readNormalization(second, manifestPath)),
    };
  }

  return {
    of(model) {
      const known = opened.get(model);
      if (known) return known;
      const one = earlier.find(({ manifest }) => embeddingContractId(manifest) === model);
      if (!one) throw new Error(`no earlier recognizer makes embeddings of ${model}`);
      const opening = open(one);
      opened.set(model, opening);
      opening.catch(() => opened.delete(model));
      return opening;
    },
  };
}
