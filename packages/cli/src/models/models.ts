import { parseArgs } from "node:util";
import { readManifest } from "@selfsame/photo/models/manifest";
import { checkModels, describe, fetchModels } from "@selfsame/photo/models/fetch-models";
import type { Command } from "../command.ts";
import { listOptions } from "../print-list.ts";
import { readSettings } from "../settings.ts";
import { runSubcommand, type Subcommand } from "../subcommands.ts";
import { add } from "./add.ts";
import { calibrateAdded } from "./calibrate.ts";
import { compareModels } from "./compare.ts";
import { list, remove, use, verify } from "./installed.ts";

const help = `Usage: selfsame models [--check]
       selfsame models list [--json]
       selfsame models add NAME [--accept-license]
       selfsame models add NAME --card FILE [--accept-license]
       selfsame models add FILE --as NAME [--card FILE] [--accept-license]
       selfsame models add NAME|default --detector NAME [--detector-file FILE] [--accept-license]
       selfsame models calibrate NAME --people FOLDER [--pairs FILE] [--impostors FOLDER | --groups FILE [--groups FILE ...]]
                                 [--except FILE] [--group COLUMN]
       selfsame models compare A B --pairs FILE|--people FOLDER [--groups COLUMN[,COLUMN]] [--json FILE]
       selfsame models use NAME|default
       selfsame models verify
       selfsame models remove NAME

Without a subcommand it fetches the model files that are missing or damaged, once, with npm (its registry, proxy and sign-in apply), checks each
against the SHA-256 of the manifest and puts it into SELFSAME_MODELS_DIR. \`selfsame serve\` does the same by itself.

  --check   changes nothing; exit code 1 if a file is missing or differs from the manifest

Another recognizer takes three steps: add, calibrate, use. docs/models.md has them with an example.

list       shows the recognizers of the catalog and those of your own: which is in use, calibrated or added, and their licenses.
add        downloads one, or takes it from FILE: the model, or the zip archive it comes in. Its hash is checked before it is opened, and
           a download that was interrupted goes on. A proxy of HTTPS_PROXY is used.
           --as NAME         which of the catalog FILE is, or a name of your own with --card
           --card FILE       JSON that describes one that is not in the catalog, in the form of an entry of models/catalog.json
           --detector NAME   faces are found by this detector of the catalog: the two are a model of their own, such as default-yunet
           --accept-license  accepts the sentence that \`add\` prints for models whose license restricts commercial use
calibrate  measures what the scores of an added one mean, on photos of yours, and prints both errors. Takes minutes; an interrupted
           command continues when you repeat it, and no photo is kept.
           Of "default" it prints the same beside the table that Selfsame comes with, and writes nothing.
           --people FOLDER     one folder for each person with their photos: at least 142 people, some with two photos; thousands are better
           --impostors FOLDER  one folder for each group, such as region and gender, with one photo of each of its people: at least 16.
                               Scores are normalized by them, and the false match rate is measured within each group
           --group COLUMN      of a CSV file in the folder of people with a column person: the false non-match rate of each group
           --pairs FILE        CSV of path_a,path_b,same: its genuine pairs instead of up to ten of each person
           --groups FILE       instead of --impostors, CSV of path_a,path_b,same and columns that name a group, the region first: the FMR
                               within a group is measured without the people of its region
           --except FILE       CSV of path_a,path_b: photos, or people's folders, that show one person under two names
compare    measures two calibrated models (or default) on the same photos: accuracy, both errors, by group, time and memory of a worker. At
           0.7 both let 1 impostor in 10,000 match; the one that rejects fewer genuine pairs there is better for you.
           --pairs FILE, --people FOLDER, --groups COLUMNS   as of \`selfsame evaluate\`
           --json FILE         the figures as JSON, too
use        makes it the recognizer that the service runs with from its next start. One that is not calibrated is rejected.
verify     compares the files of all added models and calibrations with their hashes; exit code 1 when one differs.
remove     deletes one that is not in use. Restart the service before: it needs the files of the one it started with.

  SELFSAME_MODELS_DIR     where the files are kept
  SELFSAME_MODELS_MIRROR  where \`add\` asks for MIRROR/NAME/FILE instead of the model's own host
  SELFSAME_MANIFEST       another models/manifest.json; goes before the model in use`;

const subcommands: Readonly<Record<string, Subcommand>> = {
  list: { options: listOptions, words: [], run: list },
  add: {
    options: {
      as: { type: "string" },
      card: { type: "string" },
      detector: { type: "string" },
      "detector-file": { type: "string" },
      "accept-license": { type: "boolean" },
    },
    words: ["NAME or FILE"],
    run: add,
  },
  calibrate: {
    options: {
      people: { type: "string" },
      pairs: { type: "string" },
      impostors: { type: "string" },
      groups: { type: "string", multiple: true },
      except: { type: "string" },
      group: { type: "string" },
    },
    words: ["NAME"],
    run: calibrateAdded,
  },
  compare: {
    options: {
      pairs: { type: "string" },
      people: { type: "string" },
      groups: { type: "string" },
      json: { type: "string" },
    },
    words: ["A", "B"],
    run: compareModels,
  },
  use: { options: {}, words: ["NAME"], run: use },
  verify: { options: {}, words: [], run: verify },
  remove: { options: {}, words: ["NAME"], run: remove },
};

export const command: Command = {
  summary: "fetch the model files, or add, calibrate and choose a recognizer",
  help,
  run: (args) =>
    args[0] === undefined || args[0].startsWith("-") ? fetchShipped(args) : runSubcommand(subcommands, help, args),
};

async function fetchShipped(args: readonly string[]): Promise<number> {
  const { check } = parseArgs({ args: [...args], options: { check: { type: "boolean" } } }).values;
  const { manifestPath, modelsDir, modelsMirror: mirror } = readSettings();
  const models = { manifest: readManifest(manifestPath), manifestPath, modelsDir, mirror };
  if (!check) await fetchModels(models, console.log);
  const found = await checkModels(models);
  for (const one of found) console.log(describe(one));
  return found.every(({ state }) => state.state === "good") ? 0 : 1;
}
