import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { Normalisation } from "@selfsame/face/compare/normalise";
import type { CalibrationFile, Manifest } from "@selfsame/face/manifest";
import type { Calibrated } from "./calibration.ts";
import { neighboursOf } from "./learn.ts";
import { scoreOptions } from "./mixtures.ts";
import { formatManifest } from "./write-manifest.ts";

/** Into the manifest, and into files beside it. */
export async function writeCalibration(manifest: Manifest, manifestPath: string, result: Calibrated): Promise<void> {
  const { id } = manifest.models.embed;
  const write = (path: string, bytes: Uint8Array) => writeBeside(manifestPath, path, bytes);
  const normalisation = await write(`normalisation/${id}.f32`, bytesOf(result.normalisation));
  const cohort = await write(`normalisation/${id}-cohort.i8`, new Uint8Array(result.cohort.buffer));
  const neighbours = neighboursOf(result.cohort.length / result.normalisation.mean.length);
  const { power } = scoreOptions;
  const calibration = { normalisation, cohort: { ...cohort, neighbours, power }, ...result.calibration };
  const embed = { ...manifest.models.embed, calibration };
  await writeFile(manifestPath, formatManifest({ ...manifest, models: { ...manifest.models, embed } }));
  await writeFile(join(dirname(manifestPath), "impostors.json"), `${JSON.stringify(result.histogram)}\n`);
}

/** Float32, little endian: the mean, then the triangle. */
function bytesOf({ mean, triangle }: Normalisation): Uint8Array {
  const bytes = Buffer.alloc((mean.length + triangle.length) * 4);
  for (const [i, value] of mean.entries()) bytes.writeFloatLE(value, i * 4);
  for (const [i, value] of triangle.entries()) bytes.writeFloatLE(value, (mean.length + i) * 4);
  return bytes;
}

async function writeBeside(manifestPath: string, path: string, bytes: Uint8Array): Promise<CalibrationFile> {
  const file = resolve(dirname(manifestPath), path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, bytes);
  return { path, sha256: createHash("sha256").update(bytes).digest("hex") };
}
