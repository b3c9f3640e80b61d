import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { Normalization } from "@selfsame/face/compare/normalize";
import type { CalibrationFile, Manifest, NormalizationFiles } from "@selfsame/face/manifest";
import { writeWhole } from "@selfsame/photo/models/catalog/installed";
import type { Calibrated } from "./calibration.ts";
import { listed } from "@selfsame/photo/models/manifest";
import { type LearnedOne, neighborsOf } from "./learn.ts";
import { scoreOptions } from "./mixtures.ts";
import { formatManifest } from "./write-manifest.ts";

/**
 * Writes the calibration into the manifest, and into files beside it. Entries that an extending manifest omits stay omitted.
 * @param distinct whether file names contain their hashes, so that the previous calibration's files stay valid until the manifest names the new ones
 */
export async function writeCalibration(
  manifest: Manifest,
  manifestPath: string,
  result: Calibrated,
  distinct = false,
): Promise<void> {
  const { id, second } = manifest.models.embed;
  const write = (path: string, bytes: Uint8Array) =>
    writeBeside(manifestPath, distinct ? path.replace(/(?=\.\w+$)/, `-${sha256Of(bytes).slice(0, 12)}`) : path, bytes);
  const filesOf = async (name: string, { normalisation, cohort }: LearnedOne): Promise<NormalizationFiles> => ({
    normalisation: await write(`normalisation/${name}.f32`, bytesOf(normalisation)),
    cohort: {
      ...(await write(`normalisation/${name}-cohort.i8`, new Uint8Array(cohort.buffer))),
      neighbours: neighborsOf(cohort.length / normalisation.mean.length),
      power: scoreOptions.power,
    },
  });
  const calibration = { ...(await filesOf(id, result)), ...result.calibration };
  const other = second &&
    result.second && {
      ...second,
      calibration: {
        around: result.second.around,
        factor: result.second.factor,
        ...(await filesOf(second.id, result.second)),
      },
    };
  const embed = listed({ ...manifest.models.embed, calibration, ...(other && { second: other }) });
  const written = JSON.parse(await readFile(manifestPath, "utf8")) as Manifest;
  await writeFile(join(dirname(manifestPath), "impostors.json"), `${JSON.stringify(result.histogram)}\n`);
  await writeWhole(manifestPath, formatManifest({ ...written, models: { ...written.models, embed } }));
}

const sha256Of = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** Float32, little endian: the mean, then the triangle. */
function bytesOf({ mean, triangle }: Normalization): Uint8Array {
  const bytes = Buffer.alloc((mean.length + triangle.length) * 4);
  for (const [i, value] of mean.entries()) bytes.writeFloatLE(value, i * 4);
  for (const [i, value] of triangle.entries()) bytes.writeFloatLE(value, (mean.length + i) * 4);
  return bytes;
}

async function writeBeside(manifestPath: string, path: string, bytes: Uint8Array): Promise<CalibrationFile> {
  const file = resolve(dirname(manifestPath), path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, bytes);
  return { path, sha256: sha256Of(bytes) };
}
