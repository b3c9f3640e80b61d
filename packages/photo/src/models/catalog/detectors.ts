import { readFile } from "node:fs/promises";
import { decode } from "@selfsame/face/locate/decode";
import type { DetectEntry } from "@selfsame/face/manifest";
import { OperatorError } from "@selfsame/platform/operator-error";
import { loadModel } from "../onnx.ts";
import type { Identity } from "./bring.ts";
import type { CatalogDetector } from "./catalog.ts";
import { graphEnds, theOnly } from "./graph-ends.ts";
import { detectorFile } from "./installed.ts";

/** Our names of the outputs, in the order of each kind's graphs. */
const outputsOf: Readonly<Record<CatalogDetector["decode"], readonly string[]>> = {
  yunet: ["cls", "obj", "bbox"].flatMap((name) => [8, 16, 32].map((stride) => `${name}_${stride}`)),
  scrfd: ["score", "bbox"].flatMap((name) => [8, 16, 32].map((stride) => `${name}_${stride}`)),
  blazeface: ["regressors", "classificators"],
};

/**
 * Manifest entry of a detector that has arrived. Runs it once on zeros to check the number of candidates.
 * @throws OperatorError
 */
export async function detectOf(entry: CatalogDetector, path: string, found: Identity): Promise<DetectEntry> {
  const ends = graphEnds(await readFile(path));
  const words = outputsOf[entry.decode];
  if (ends.outputs.length < words.length) {
    throw new OperatorError(
      `${entry.name} gives ${ends.outputs.length} outputs; a detector of the kind ${entry.decode} gives ${words.length}. Nothing was installed.`,
    );
  }
  const detect = {
    id: entry.name,
    source: { path: detectorFile },
    ...found,
    licence: entry.license.spdx,
    decode: entry.decode,
    input: { ...entry.input, name: entry.input.name ?? theOnly(ends.inputs, "input") },
    outputs: Object.fromEntries(words.map((word, i) => [word, entry.outputs?.[word] ?? (ends.outputs[i] as string)])),
    minScore: entry.minScore,
    maxOverlap: entry.maxOverlap,
  } as unknown as DetectEntry;
  await tryOut(detect, path);
  return detect;
}

async function tryOut(detect: DetectEntry, path: string): Promise<void> {
  const { width, height } = detect.input;
  try {
    const model = await loadModel(detect, path);
    decode(await model.run(new Float32Array(3 * width * height)), detect);
  } catch (error) {
    const why = error instanceof Error ? error.message : "unknown";
    throw new OperatorError(`${detect.id} cannot be run: ${why}. Nothing was installed.`, { cause: error });
  }
}
