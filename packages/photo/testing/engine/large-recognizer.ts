import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { readManifest } from "../../src/models/manifest.ts";
import type { ModelSet } from "../../src/models/model-set.ts";
import { type ResNet, resnetModel } from "./resnet-model.ts";

/** The shipped models with a large recognizer instead of ours; writes its files into a folder. */
export function largeRecognizer(
  shape: Parameters<typeof resnetModel>[0],
  folder: string,
  modelsDir: string,
): { readonly models: ModelSet; readonly network: ResNet } {
  const network = resnetModel(shape);
  writeFileSync(join(folder, `${shape}.onnx`), network.file);
  const { calibration: _, card: __, second: ___, ...ours } = readManifest().models.embed;
  const embed = {
    ...ours,
    id: shape,
    source: { path: `${shape}.onnx` },
    sizeBytes: network.file.length,
    sha256: createHash("sha256").update(network.file).digest("hex"),
    input: { ...ours.input, name: "face" },
    outputs: { embedding: "embedding" },
    dimensions: network.dimensions,
    mirror: false,
  };
  const manifestPath = join(folder, `${shape}.json`);
  writeFileSync(manifestPath, JSON.stringify({ version: 1, extends: "included", models: { embed } }));
  return { models: { manifest: readManifest(manifestPath), manifestPath, modelsDir }, network };
}
