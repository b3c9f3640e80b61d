import { rename, rm } from "node:fs/promises";
import { checkFile } from "@selfsame/photo/models/check-file";
import { readCatalog, readDetectors } from "@selfsame/photo/models/catalog/catalog";
import {
  choose,
  folderOf,
  formerDefaults,
  isFormerDefault,
  type Installed,
  isInstalled,
  listInstalled,
  nameInUse,
  readInstalled,
} from "@selfsame/photo/models/catalog/installed";
import { readCohort } from "@selfsame/photo/models/cohort-file";
import { readManifest } from "@selfsame/photo/models/manifest";
import { modelPath } from "@selfsame/photo/models/model-path";
import { readNormalization } from "@selfsame/photo/models/normalization-file";
import { OperatorError } from "@selfsame/platform/operator-error";
import { printList } from "../print-list.ts";
import { readOwnSettings } from "../settings.ts";
import type { Parsed } from "../subcommands.ts";
import { defaultName } from "./default-name.ts";

/** The additional models that come with Selfsame, and those that were added. */
const allOf = async (modelsDir: string): Promise<Installed[]> => [
  ...formerDefaults.map((name) => readInstalled(modelsDir, name)),
  ...(await listInstalled(modelsDir)),
];

export async function list(parsed: Parsed): Promise<number> {
  const { modelsDir } = readOwnSettings();
  const [inUse, installed] = [nameInUse(modelsDir), await allOf(modelsDir)];
  const shipped = readManifest().models.embed;
  const catalog = readCatalog();
  const own = installed.filter(({ name }) => catalog.every((entry) => entry.name !== name));
  const rows = [
    {
      name: defaultName,
      state: inUse === undefined ? "in use" : "calibrated",
      sizeBytes: shipped.sizeBytes,
      license: shipped.licence,
      commercial: "yes",
      title: shipped.id,
    },
    ...catalog.map(({ license: { spdx, commercial }, ...entry }) => {
      const added = installed.find(({ name }) => name === entry.name);
      return {
        ...entry,
        state: stateOf(added, inUse),
        sizeBytes: added?.manifest.models.embed.sizeBytes ?? entry.sizeBytes,
        license: spdx,
        commercial,
      };
    }),
    ...own.map((one) => {
      const { embed, detect } = one.manifest.models;
      const isOther = detect.id !== readManifest().models.detect.id;
      return {
        name: one.name,
        state: stateOf(one, inUse),
        sizeBytes: embed.sizeBytes + (isOther ? detect.sizeBytes : 0),
        license: embed.licence,
        commercial: isFormerDefault(one.name) ? "yes" : null,
        title: isFormerDefault(one.name)
          ? "the default until 2026"
          : isOther
            ? `with the detector ${detect.id}`
            : "your own",
      };
    }),
    ...readDetectors().map(({ license: { spdx, commercial }, ...entry }) => ({
      ...entry,
      state: "a detector",
      license: spdx,
      commercial,
    })),
  ];
  printList(parsed, rows, {
    name: ({ name }) => name,
    state: ({ state }) => state,
    mb: ({ sizeBytes }) => (sizeBytes === null ? null : (sizeBytes / 1e6).toFixed(1)),
    license: ({ license }) => license,
    commercial: ({ commercial }) => commercial,
    model: ({ title }) => title,
  });
  return 0;
}

function stateOf(added: Installed | undefined, inUse: string | undefined): string {
  if (!added) return "not added";
  if (added.name === inUse) return "in use";
  return added.manifest.models.embed.calibration ? "calibrated" : "not calibrated";
}

export async function use({ positionals: [name = ""] }: Parsed): Promise<number> {
  const { modelsDir } = readOwnSettings();
  if (name === defaultName) await choose(modelsDir, undefined);
  else {
    const installed = readInstalled(modelsDir, name);
    if (!installed.manifest.models.embed.calibration) {
      throw new OperatorError(
        `${name} is not calibrated: nobody knows yet what its scores mean, so it does not serve. Run: selfsame models calibrate ${name} --people FOLDER`,
      );
    }
    const problem = await problemOf(installed, modelsDir);
    if (problem !== undefined) throw new OperatorError(`${problem} The model in use is the same as before.`);
    await choose(modelsDir, name);
  }
  console.log(`From its next start the service runs with ${name === defaultName ? "the default recognizer" : name}.`);
  console.log(
    "Open sessions whose reference was embedded by the default, or by that of an earlier version, are answered with it until they end; those of other models end as cancelled (model_changed).",
  );
  if ((process.env["SELFSAME_MANIFEST"] ?? "") !== "") {
    console.log("SELFSAME_MANIFEST is set and goes before this choice: unset it.");
  }
  return 0;
}

export async function verify(): Promise<number> {
  const { modelsDir } = readOwnSettings();
  const installed = await allOf(modelsDir);
  let code = 0;
  for (const one of installed) {
    const problem = await problemOf(one, modelsDir);
    console.log(problem ?? `${one.name} is good.`);
    if (problem !== undefined) code = 1;
  }
  return code;
}

/** A sentence that states what is wrong with the model's files. */
async function problemOf({ name, manifest, manifestPath }: Installed, modelsDir: string): Promise<string | undefined> {
  const { embed } = manifest.models;
  // In a pair, the first model is the shipped one, which the next start fetches again if it is damaged.
  for (const own of [embed.second ?? embed, manifest.models.detect]) {
    if (!("path" in own.source)) continue;
    const path = modelPath(own, manifestPath, modelsDir);
    const file = await checkFile(path, own);
    if (file.state === "good") continue;
    const what = file.state === "missing" ? "is missing" : `has ${file.found}`;
    return `${name} is damaged: ${path} ${what}. Remove it and add it again.`;
  }
  try {
    for (const one of embed.second ? [embed, embed.second] : [embed]) {
      await readNormalization(one, manifestPath);
      readCohort(one, manifestPath);
    }
    return undefined;
  } catch (error) {
    return `The calibration of ${name} is damaged: ${error instanceof Error ? error.message : "unknown"}. Calibrate it again.`;
  }
}

export async function remove({ positionals: [name = ""] }: Parsed): Promise<number> {
  const { modelsDir } = readOwnSettings();
  if (isFormerDefault(name)) throw new OperatorError(`${name} comes with Selfsame and cannot be removed.`);
  if (!isInstalled(modelsDir, name)) throw new OperatorError(`The model "${name}" has not been added.`);
  if (nameInUse(modelsDir) === name) {
    throw new OperatorError(`${name} is in use. Choose another first: selfsame models use default`);
  }
  // Renamed first, so that no half-deleted model remains.
  const going = folderOf(modelsDir, `.removed-${name}-${process.pid}`);
  await rename(folderOf(modelsDir, name), going);
  await rm(going, { recursive: true, force: true });
  console.log(`${name} is removed.`);
  return 0;
}
