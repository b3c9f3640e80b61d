import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { NormalizationFiles } from "@selfsame/face/manifest";
import { type Normalization, normalizationOf } from "@selfsame/face/compare/normalize";

/** A recognizer's entry with the files of its calibration. */
export interface Calibrated {
  readonly dimensions: number;
  readonly calibration?: NormalizationFiles;
}

/** @throws Error if the file is not the one in the manifest */
export async function readNormalization(
  { calibration, dimensions }: Calibrated,
  manifestPath: string,
): Promise<Normalization | undefined> {
  if (!calibration?.normalisation) return undefined;
  const path = resolve(dirname(manifestPath), calibration.normalisation.path);
  const bytes = await readFile(path);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  if (sha256 !== calibration.normalisation.sha256) throw new Error(`${path} is not the file that the manifest names`);
  // Copied for alignment. Little endian, like every machine that ONNX Runtime supports.
  return normalizationOf(new Float32Array(new Uint8Array(bytes).buffer), dimensions);
}
