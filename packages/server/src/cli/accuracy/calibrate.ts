import { parseArgs } from "node:util";
import { calibrate } from "../../lab/calibrate/calibration.ts";
import { embedPhotos } from "../../lab/calibrate/embed-photos.ts";
import { type Inputs, readSet } from "../../lab/calibrate/read-set.ts";
import { secondOf } from "../../lab/calibrate/second-of.ts";
import { writeCalibration } from "../../lab/calibrate/write-calibration.ts";
import { readManifest } from "../../models/manifest.ts";
import { modelPath } from "../../models/model-path.ts";
import { readNormalisation } from "../../models/normalisation-file.ts";
import { loadModels } from "../../models/onnx.ts";
import { OperatorError } from "../../operator-error.ts";
import type { Command } from "../command.ts";
import { readSettings } from "../settings.ts";

export const command: Command = {
  summary: "measure what the scores of a recogniser mean, and write it to the manifest",
  help: `Usage: selfsame calibrate --people FOLDER --pairs FILE --groups FILE [--groups FILE ...] [--except FILE]
                          [--labels FILE] [--keep-normalisation]

Learns how scores of the embedding model in the manifest are normalised (models/README.md), its similarity scale and the
table of what thresholds cost, and writes them into the manifest and beside it. Needed once for a recogniser of your own, and
worth doing with people of your own; some thousand people with two photos and hundreds of each group make it mean
something. Takes minutes. No photo and nobody's embedding is kept.

  --people FOLDER   one folder for each person, with their photos: all pairs of different people make the scale; where at least
                    100 people have two to five photos, those make the scales for the mean of so many references
  --pairs FILE      CSV of path_a,path_b,same: its genuine pairs make the false non-match rate; photos in FOLDER
  --groups FILE     CSV of path_a,path_b,same and columns that name a group, the region first (region, gender): people of
                    the groups are mixed to the cohort that scores are normalised by, and pairs of strangers within a group
                    make the within-group rate, measured without the people of their region
  --except FILE     CSV of path_a,path_b: photos that show one person after all, under two names or in --groups

  --labels FILE     CSV of person and a column that names a group, such as gender: people of FOLDER by group, for the
                    false non-match rate of each
  --keep-normalisation   keep how the manifest normalises embeddings, and learn the rest: embeddings that were made before,
                    such as those of open sessions, stay comparable

Paths in a file are relative to it.

  SELFSAME_MANIFEST     the manifest to read and to write
  SELFSAME_MODELS_DIR   where the model files are kept`,
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
  const models = await loadModels(manifest, (entry) => modelPath(entry, manifestPath, modelsDir), runtime);
  const set = await readSet(inputs);
  const vectors = await embedPhotos(set.paths, { models, manifest });
  const kept = keep ? await readNormalisation(manifest.models.embed, manifestPath) : undefined;
  const result = calibrate(set.withVectors(vectors), kept, secondOf(manifest));
  await writeCalibration(manifest, manifestPath, result);
  console.table(result.calibration.table);
  console.table(result.calibration.measured.groups);
  console.table(result.calibration.measured.genuineGroups ?? []);
  console.log(`Default threshold: ${result.calibration.threshold}. Written to ${manifestPath}.`);
}
