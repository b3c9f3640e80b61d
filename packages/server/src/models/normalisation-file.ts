import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { NormalisationFiles } from "@selfsame/face/manifest";
import { type Normalisation, normalisationOf } from "@selfsame/face/compare/normalise";

/** A recognizer's entry, with what its calibration has of files. */
export interface Calibrated {
  readonly dimensions: number;
  readonly calibration?: NormalisationFiles;
}

/** @throws Error when the file is not the one that the manifest names */
export async function readNormalisation(
  { calibration, dimensions }: Calibrated,
  manifestPath: string,
): Promise<Normalisation | undefined> {
  if (!calibration?.normalisation) return undefined;
  const path = resolve(dirname(manifestPath), calibration.normalisation.path);
  const bytes = await readFile(path);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  if (sha256 !== calibration.normalisation.sha256) throw new Error(`${path} is not the file that the manifest names`);
  // Copied, for they lie anywhere in memory. Little endian, as are all machines that ONNX Runtime runs on.
  return normalisationOf(new Float32Array(new Uint8Array(bytes).buffer), dimensions);
}
