import { readdir, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Calibration, EmbedEntry, NormalizationFiles } from "@selfsame/face/manifest";
import { calibrate } from "../../lab/calibrate/calibration.ts";
import { embedPhotos } from "../../lab/calibrate/embed-photos.ts";
import { readSet } from "../../lab/calibrate/read-set.ts";
import { secondOf } from "../../lab/calibrate/second-of.ts";
import { wilson } from "../../lab/evaluate/interval.ts";
import { defaultManifestPath, readManifest } from "../../models/manifest.ts";
import { writeCalibration } from "../../lab/calibrate/write-calibration.ts";
import { nameInUse, readInstalled } from "../../models/catalog/installed.ts";
import { fetchModels } from "../../models/fetch-models.ts";
import { modelPath } from "../../models/model-path.ts";
import { loadModels } from "../../models/onnx.ts";
import { OperatorError } from "../../operator-error.ts";
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
  const set = await readSet({
    people,
    pairs: textOf(parsed, "pairs"),
    groups: textsOf(parsed, "groups"),
    impostors: textOf(parsed, "impostors"),
    except: textOf(parsed, "except"),
    group: textOf(parsed, "group"),
  });
  await fetchModels({ manifest, manifestPath, modelsDir }, console.error);
  const models = await loadModels(manifest, (entry) => modelPath(entry, manifestPath, modelsDir), runtime);
  const state = name === defaultName ? modelsDir : dirname(manifestPath);
  const { vectors, forget } = await embedPhotos(set.paths, { models, manifest }, state);
  console.log(`Faces were found in ${vectors.size} of ${set.paths.length} photos.`);
  const result = calibrate(set.withVectors(vectors), undefined, secondOf(manifest));
  const impostorPairs = result.histogram.counts.reduce((sum, count) => sum + count, 0);
  if (name === defaultName) {
    report(result.calibration, impostorPairs);
    reportBeside(manifest.models.embed.calibration, result.calibration);
    console.log("The default keeps the calibration that Selfsame comes with. Nothing was written.");
    await forget();
    return 0;
  }
  await writeCalibration(manifest, manifestPath, result, true);
  await forget();
  // A service that runs with it opens the files it began with whenever it starts a worker anew.
  if (nameInUse(modelsDir) !== name) {
    await clearOld(dirname(manifestPath), readInstalled(modelsDir, name).manifest.models.embed);
  }
  report(result.calibration, impostorPairs);
  console.log(`${name} is calibrated. To serve with it: selfsame models use ${name}`);
  return 0;
}

function report(
  { table, measured, threshold }: Omit<Calibration, "normalisation" | "cohort">,
  impostorPairs: number,
): void {
  console.table(
    table.map(({ similarity, falseMatchRate, falseNonMatchRate, withinGroupFalseMatchRate, withinGroupInterval }) => ({
      similarity,
      FMR: falseMatchRate,
      FNMR: falseNonMatchRate,
      "FMR within groups": withinGroupFalseMatchRate,
      "95 %": withinGroupInterval.join(" to "),
    })),
  );
  console.table(
    measured.groups.map(({ group, pairs, falseMatchRate, interval }) => ({
      group,
      pairs,
      FMR: falseMatchRate,
      "95 %": interval.join(" to "),
    })),
  );
  if (measured.genuineGroups) {
    console.table(
      measured.genuineGroups.map(({ group, people, pairs, falseNonMatchRate, interval }) => ({
        group,
        people,
        pairs,
        FNMR: falseNonMatchRate,
        "95 %": interval.join(" to "),
      })),
    );
  }
  const counted = table.findLast(({ falseMatchRate }) => falseMatchRate * impostorPairs >= 10);
  console.log(
    `The similarity scale rests on ${impostorPairs} impostor pairs, the FNMR on ${measured.genuinePairs} genuine pairs; the default threshold is ${threshold}.`,
  );
  console.log(
    counted === undefined
      ? "No row has ten impostor pairs above it: all are extrapolated. Calibrate with more people."
      : `Its rarest row that was counted is ${counted.similarity}, on ${Math.round(counted.falseMatchRate * impostorPairs)} impostor pairs above it; rows beyond are extrapolated by the fitted tail.`,
  );
}

/** Whether the shipped table is what these photos show: each row's FNMR, and the 95 % interval that they leave for it. */
function reportBeside(shipped: Calibration | undefined, own: Omit<Calibration, "normalisation" | "cohort">): void {
  const { genuinePairs, steps, refused } = own.measured;
  console.log("The FNMR of the shipped table beside that of these photos:");
  console.table(
    (shipped?.table ?? []).map(({ similarity, falseNonMatchRate }) => {
      const errors = refused[steps.indexOf(similarity)] ?? 0;
      const [low, high] = wilson(errors, genuinePairs);
      return {
        similarity,
        shipped: falseNonMatchRate,
        "these photos": Number((errors / genuinePairs).toPrecision(3)),
        "95 %": `${low.toPrecision(3)} to ${high.toPrecision(3)}`,
        within: low <= falseNonMatchRate && falseNonMatchRate <= high ? "yes" : "no",
      };
    }),
  );
}

/** The files of calibrations before: the manifest names others by now. */
async function clearOld(folder: string, { calibration, second }: EmbedEntry): Promise<void> {
  const all: readonly (NormalizationFiles | undefined)[] = [calibration, second?.calibration];
  const paths = all.flatMap((one) => [one?.normalisation?.path, one?.cohort?.path]);
  const named = new Set(paths.map((path) => basename(path ?? "")));
  const dir = join(folder, "normalisation");
  for (const file of await readdir(dir)) if (!named.has(file)) await rm(join(dir, file), { force: true });
}
