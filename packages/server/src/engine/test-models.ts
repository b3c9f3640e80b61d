import { homedir } from "node:os";
import { readConfig } from "../config.ts";
import { fetchModels } from "../models/fetch-models.ts";
import { readManifest } from "./manifest.ts";
import type { ModelSet } from "./messages.ts";

/** The real models, for tests: from where the service has them, fetched when it has not. */
export async function testModels(): Promise<ModelSet> {
  const read = readConfig(process.env, process.platform, homedir());
  if (read.outcome !== "valid") throw new Error(read.problems.join("\n"));
  const { manifestPath, modelsDir } = read.config;
  const models = { manifest: readManifest(manifestPath), manifestPath, modelsDir };
  await fetchModels(models, (line) => process.stderr.write(`${line}\n`));
  return models;
}
