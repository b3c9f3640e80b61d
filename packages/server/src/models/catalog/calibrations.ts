import { copyFile, mkdir } from "node:fs/promises";
import { readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Calibration, CalibrationFile, NormalizationFiles, SecondCalibration } from "@selfsame/face/manifest";
import { z } from "zod";
import { sha256Of } from "../check-file.ts";
import { calibration, defaultManifestPath, secondCalibration } from "../manifest.ts";

const packed = z.strictObject({ first: calibration, second: secondCalibration.optional() });

/** What we have measured of a recognizer of the catalog, as its manifest has it. */
export interface PackedCalibration {
  readonly first: Calibration;
  readonly second?: SecondCalibration;
}

/**
 * Copies a calibration that comes with Selfsame to a recognizer that is being added, with the files that it names.
 * @param path of its JSON file, beside the catalog
 * @param folder of the recognizer
 * @throws Error when a file is not the one that it names: Selfsame is damaged then
 */
export async function copyCalibration(path: string, folder: string): Promise<PackedCalibration> {
  const file = join(dirname(defaultManifestPath), path);
  const { first, second } = packed.parse(JSON.parse(readFileSync(file, "utf8"))) as PackedCalibration;
  await mkdir(join(folder, "normalisation"), { recursive: true });
  const copied = async <One extends CalibrationFile>(one: One): Promise<One> => {
    const to = join("normalisation", basename(one.path));
    await copyFile(join(dirname(file), one.path), join(folder, to));
    if ((await sha256Of(join(folder, to))) !== one.sha256) throw new Error(`${one.path} is not the file of ${path}`);
    return { ...one, path: to };
  };
  const withFiles = async <One extends NormalizationFiles>(one: One): Promise<One> => ({
    ...one,
    ...(one.normalisation && { normalisation: await copied(one.normalisation) }),
    ...(one.cohort && { cohort: await copied(one.cohort) }),
  });
  return { first: await withFiles(first), ...(second && { second: await withFiles(second) }) };
}
