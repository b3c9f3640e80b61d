/**
 * `node scripts/models/pack-calibration.ts NAME`: takes the calibration of an added recognizer, as `selfsame models calibrate` left it in
 * SELFSAME_MODELS_DIR, into models/calibrations, from where `selfsame models add` copies it. Files that Selfsame has already are not stored twice.
 */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { createHash } from "node:crypto";
import type { CalibrationFile, NormalizationFiles } from "@selfsame/face/manifest";
import { readOwnSettings } from "../../packages/server/src/cli/settings.ts";
import { formatManifest } from "../../packages/server/src/lab/calibrate/write-manifest.ts";
import { readInstalled } from "../../packages/server/src/models/catalog/installed.ts";

const [name = ""] = process.argv.slice(2);
const models = join(import.meta.dirname, "../../models");
const folder = join(models, "calibrations");
mkdirSync(folder, { recursive: true });
const { manifest, manifestPath } = readInstalled(readOwnSettings().modelsDir, name);

const sha256Of = (path: string) => createHash("sha256").update(readFileSync(path)).digest("hex");
const shipped = readdirSync(join(models, "normalisation")).map((file) => join(models, "normalisation", file));

function packed<One extends CalibrationFile>(file: One, as: string): One {
  const same = shipped.find((path) => sha256Of(path) === file.sha256);
  const path = same ?? join(folder, as);
  if (same === undefined) copyFileSync(join(dirname(manifestPath), file.path), path);
  return { ...file, path: relative(folder, path) };
}

const withFiles = <One extends NormalizationFiles>(one: One, as: string): One => ({
  ...one,
  ...(one.normalisation && { normalisation: packed(one.normalisation, `${as}.f32`) }),
  ...(one.cohort && { cohort: packed(one.cohort, `${as}-cohort.i8`) }),
});

const { calibration, second } = manifest.models.embed;
if (!calibration) throw new Error(`${name} is not calibrated`);
const first = withFiles(calibration, second ? `${name}-first` : name);
const other = second?.calibration && withFiles(second.calibration, second.id);
writeFileSync(join(folder, `${name}.json`), formatManifest({ first, ...(other && { second: other }) }));
copyFileSync(join(dirname(manifestPath), "impostors.json"), join(folder, `${name}-impostors.json`));
console.log(
  `Wrote ${readdirSync(folder)
    .map((file) => basename(file))
    .join(", ")}.`,
);
