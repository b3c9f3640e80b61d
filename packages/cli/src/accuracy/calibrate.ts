import { parseArgs } from "node:util";
import { calibrateOn } from "@selfsame/lab/calibrate/calibrate-on";
import type { Inputs } from "@selfsame/lab/calibrate/read-set";
import { reportCalibration } from "@selfsame/lab/calibrate/report";
import { writeCalibration } from "@selfsame/lab/calibrate/write-calibration";
import { readManifest } from "@selfsame/photo/models/manifest";
import { readNormalization } from "@selfsame/photo/models/normalization-file";
import { OperatorError } from "@selfsame/platform/operator-error";
import { makeFolder } from "@selfsame/platform/store/data-folder";
import type { Command } from "../command.ts";
import { readSettings } from "../settings.ts";

export const command: Command = {
  summary: "measure the scores of a recognizer, and write them to the manifest",
  help: `Usage: selfsame calibrate --people FOLDER --pairs FILE --groups FILE [--groups FILE ...] [--except FILE]
                          [--labels FILE] [--keep-normalisation]

Measures the embedding model of the manifest: how scores are normalized (models/README.md), the similarity scale, and both error
rates at each threshold. It writes them into the manifest and beside it. Run it once for a recognizer of your own. Use some thousand
people with two photos, and hundreds of each group. It takes minutes; an interrupted command continues when you repeat it. No photo
is stored, and no person's embedding once it has ended.

  --people FOLDER   one folder for each person with their photos. All impostor pairs make the scale. If at least 100 people have two
                    to five photos, those make the scales for averaged references
  --pairs FILE      CSV of path_a,path_b,same: its genuine pairs make the FNMR; photos in FOLDER
  --groups FILE     CSV of path_a,path_b,same and columns that name a demographic group, the region first (region, gender). People of
                    the groups are mixed to the cohort that scores are normalized by. Impostor pairs within a group make the FMR
                    within groups, measured without the people of their region
  --except FILE     CSV of path_a,path_b: photos, or people's folders, that show one person under two names, or a person of --groups

  --labels FILE     CSV of person and a column that names a group, such as gender: the FNMR of each group of FOLDER
  --keep-normalisation   keep the manifest's normalization and measure the rest. Earlier embeddings, such as those of open sessions,
                    stay comparable

Paths in a file are relative to it.

  SELFSAME_MANIFEST     the manifest to read and to write
  SELFSAME_MODELS_DIR   the folder of the model files`,
  async run(args) {
    const { values } = parseArgs({ args: [...args], options, strict: true });
    const { people, pairs, groups, except, labels } = values;
    if (!people || !pairs || !groups) throw new OperatorError("--people, --pairs and --groups are needed. See --help.");
    await run({ people, pairs, groups, except, labels }, values["keep-normalisation"]);
    return 0;
  },
};

const options = {
  people: { type: "string" },
  pairs: { type: "string" },
  groups: { type: "string", multiple: true },
  except: { type: "string" },
  labels: { type: "string" },
  "keep-normalisation": { type: "boolean", default: false },
} as const;

async function run(inputs: Inputs, keep: boolean): Promise<void> {
  const { manifestPath, modelsDir, runtime } = readSettings();
  const manifest = readManifest(manifestPath);
  const reused = keep ? await readNormalization(manifest.models.embed, manifestPath) : undefined;
  const models = { manifest, manifestPath, modelsDir, runtime };
  await makeFolder(modelsDir, "SELFSAME_MODELS_DIR");
  const measured = await calibrateOn(models, inputs, modelsDir, reused);
  await writeCalibration(manifest, manifestPath, measured);
  await measured.forget();
  reportCalibration(measured);
  console.log(`Written to ${manifestPath}.`);
}
