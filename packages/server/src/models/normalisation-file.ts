import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { Manifest } from "@selfsame/face/manifest";
import { type Normalisation, normalisationOf } from "@selfsame/face/compare/normalise";

/** @throws Error when the file is not the one that the manifest names */
export async function readNormalisation(manifest: Manifest, manifestPath: string): Promise<Normalisation | undefined> {
  const { calibration, dimensions } = manifest.models.embed;
  if (!calibration?.normalisation) return undefined;
  const path = resolve(dirname(manifestPath), calibration.normalisation.path);
  const bytes = await readFile(path);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  if (sha256 !== calibration.normalisation.sha256) throw new Error(`${path} is not the file that the manifest names`);
  // Copied, for they lie anywhere in memory. Little endian, as are all machines that ONNX Runtime runs on.
  return normalisationOf(new Float32Array(new Uint8Array(bytes).buffer), dimensions);
}
