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
  return normalisationOf(floatsOf(bytes), dimensions);
}

/** Float32, little endian, wherever the bytes lie in memory. */
function floatsOf(bytes: Uint8Array): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Float32Array.from({ length: bytes.byteLength / 4 }, (_, i) => view.getFloat32(i * 4, true));
}
