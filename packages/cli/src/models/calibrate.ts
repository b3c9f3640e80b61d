import { readdir, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { EmbedEntry, NormalizationFiles } from "@selfsame/face/manifest";
import { calibrateOn } from "@selfsame/lab/calibrate/calibrate-on";
import { reportShipped, reportCalibration } from "@selfsame/lab/calibrate/report";
import { writeCalibration } from "@selfsame/lab/calibrate/write-calibration";
import { nameInUse, readInstalled } from "@selfsame/photo/models/catalog/installed";
import { fetchModels } from "@selfsame/photo/models/fetch-models";
import { defaultManifestPath } from "@selfsame/photo/models/default-manifest-path";
import { readManifest } from "@selfsame/photo/models/manifest";
import { OperatorError } from "@selfsame/platform/operator-error";
import { readOwnSettings } from "../settings.ts";
import { type Parsed, textOf, textsOf } from "../subcommands.ts";
import { defaultName } from "./default-name.ts";

export async function calibrateAdded(parsed: Parsed): Promise<number> {
  const [name = ""] = parsed.positionals;
  const people = textOf(parsed, "people");
  if (people === undefined)
    throw new OperatorError("--people is needed: a folder with a folder for each person. See --help.");
  const { modelsDir, runtime } = readOwnSettings();
  const { manifest, manifestPath } =
    name === defaultName
      ? { manifest: readManifest(), manifestPath: defaultManifestPath }
      : readInstalled(modelsDir, name);
  const models = { manifest, manifestPath, modelsDir, runtime };
  await fetchModels(models, console.error);
  const inputs = {
    people,
    pairs: textOf(parsed, "pairs"),
    groups: textsOf(parsed, "groups"),
    impostors: textOf(parsed, "impostors"),
    except: textOf(parsed, "except"),
    group: textOf(parsed, "group"),
  };
  const measured = await calibrateOn(models, inputs, name === defaultName ? modelsDir : dirname(manifestPath));
  if (name === defaultName) {
    reportCalibration(measured);
    reportShipped(manifest.models.embed.calibration, measured);
    console.log("The default keeps the calibration that Selfsame comes with. Nothing was written.");
    await measured.forget();
    return 0;
  }
  await writeCalibration(manifest, manifestPath, measured, true);
  await measured.forget();
  // Old files of the model in use stay: a running service reads them whenever it starts a worker.
  if (nameInUse(modelsDir) !== name) {
    await clearOld(dirname(manifestPath), readInstalled(modelsDir, name).manifest.models.embed);
  }
  reportCalibration(measured);
  console.log(`${name} is calibrated. To serve with it: selfsame models use ${name}`);
  return 0;
}

/** Deletes the files of earlier calibrations, which the manifest no longer names. */
async function clearOld(folder: string, { calibration, second }: EmbedEntry): Promise<void> {
  const all: readonly (NormalizationFiles | undefined)[] = [calibration, second?.calibration];
  const paths = all.flatMap((one) => [one?.normalisation?.path, one?.cohort?.path]);
  const named = new Set(paths.map((path) => basename(path ?? "")));
  const dir = join(folder, "normalisation");
  for (const file of await readdir(dir)) if (!named.has(file)) await rm(join(dir, file), { force: true });
}
