import type { Pipeline } from "@selfsame/face/compare/pipeline";
import type { Model, Models } from "@selfsame/face/model";
import { modelPath } from "../../packages/photo/src/models/model-path.ts";
import { loadModels } from "../../packages/photo/src/models/onnx.ts";
import { testModels } from "../../packages/photo/testing/engine/test-models.ts";
import { cpuMs } from "./measure.ts";

export interface ClockedPipeline {
  readonly pipeline: Pipeline;
  /** Processor time spent in ONNX Runtime since the last call. */
  readonly takeModelMs: () => number;
}

/** The models as a worker loads them, with each run timed. */
export async function clockedPipeline(): Promise<ClockedPipeline> {
  const { manifest, manifestPath, modelsDir } = await testModels();
  const models = await loadModels(manifest, (entry) => modelPath(entry, manifestPath, modelsDir));
  let totalMs = 0;
  const clocked = (model: Model): Model => ({
    async run(input) {
      const started = cpuMs();
      const outputs = await model.run(input);
      totalMs += cpuMs() - started;
      return outputs;
    },
  });
  const { detect, landmarks, embed, second, spoof, eyes, covered, pose } = models;
  const all: Models = {
    detect: clocked(detect),
    landmarks: clocked(landmarks),
    embed: clocked(embed),
    ...(second && { second: clocked(second) }),
    spoof: spoof.map(clocked),
    eyes: clocked(eyes),
    ...(covered && { covered: clocked(covered) }),
    pose: clocked(pose),
  };
  return {
    pipeline: { models: all, manifest },
    takeModelMs: () => {
      const taken = totalMs;
      totalMs = 0;
      return taken;
    },
  };
}
