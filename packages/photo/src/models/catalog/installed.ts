import { existsSync, readFileSync } from "node:fs";
import { open, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { DetectEntry, EmbedEntry, Manifest } from "@selfsame/face/manifest";
import { OperatorError } from "@selfsame/platform/operator-error";
import { unreadable } from "../file-problem.ts";
import { defaultManifestPath } from "../default-manifest-path.ts";
import { listed, readManifest } from "../manifest.ts";

/** An added recognizer: a folder with its file and its manifest. */
export interface Installed {
  readonly name: string;
  readonly manifest: Manifest;
  readonly manifestPath: string;
}

export const modelFile = "model.onnx";
export const detectorFile = "detector.onnx";

/** Separate from the files of the shipped manifest. */
const addedDir = (modelsDir: string): string => join(modelsDir, "added");
export const folderOf = (modelsDir: string, name: string): string => join(addedDir(modelsDir), name);

/** Defaults of earlier versions. They come with Selfsame, each with a manifest next to the default's. */
export const formerDefaults: readonly string[] = ["mobilefacenet-512"];
export const isFormerDefault = (name: string): boolean => formerDefaults.includes(name);

const manifestOf = (modelsDir: string, name: string): string =>
  isFormerDefault(name)
    ? join(dirname(defaultManifestPath), `${name}.json`)
    : join(folderOf(modelsDir, name), "manifest.json");

export async function listInstalled(modelsDir: string): Promise<Installed[]> {
  const entries = await readdir(addedDir(modelsDir), { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw unreadable(error, addedDir(modelsDir)) ?? error;
  });
  const names = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith(".")).map(({ name }) => name);
  return names
    .filter((name) => !isFormerDefault(name))
    .toSorted()
    .map((name) => readInstalled(modelsDir, name));
}

export const isInstalled = (modelsDir: string, name: string): boolean => existsSync(manifestOf(modelsDir, name));

/** @throws OperatorError */
export function readInstalled(modelsDir: string, name: string): Installed {
  if (!isInstalled(modelsDir, name)) {
    throw new OperatorError(`The model "${name}" has not been added. Run: selfsame models add ${name}`);
  }
  const manifestPath = manifestOf(modelsDir, name);
  return { name, manifest: readManifest(manifestPath), manifestPath };
}

const choiceOf = (modelsDir: string): string => join(modelsDir, "in-use.json");

/** @returns the name of the added model in use; undefined for the default */
export function nameInUse(modelsDir: string): string | undefined {
  let text: string;
  try {
    text = readFileSync(choiceOf(modelsDir), "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw unreadable(error, choiceOf(modelsDir)) ?? error;
  }
  const [, name] = /^\{ "model": "([a-z0-9-]+)" \}\n$/.exec(text) ?? [];
  if (name !== undefined) return name;
  throw new OperatorError(`${choiceOf(modelsDir)} is damaged. Choose a model again: selfsame models use NAME`);
}

/** Manifest of the added model in use, if any. */
export function manifestInUse(modelsDir: string): string | undefined {
  const name = nameInUse(modelsDir);
  if (name === undefined) return undefined;
  if (isInstalled(modelsDir, name)) return manifestOf(modelsDir, name);
  throw new OperatorError(
    `The model in use, "${name}", is not in ${addedDir(modelsDir)}. Add it again, or go back: selfsame models use default`,
  );
}

/** The manifest in effect: the operator's own, otherwise that of the added model in use, otherwise ours. */
export function manifestPathOf({
  manifestPath,
  modelsDir,
}: {
  readonly manifestPath: string;
  readonly modelsDir: string;
}): string {
  if (manifestPath !== defaultManifestPath) return manifestPath;
  return manifestInUse(modelsDir) ?? defaultManifestPath;
}

/** Atomic: a killed process leaves the old or the new choice. @param name undefined for the default */
export async function choose(modelsDir: string, name: string | undefined): Promise<void> {
  const path = choiceOf(modelsDir);
  if (name === undefined) await rm(path, { force: true });
  else await writeWhole(path, `{ "model": "${name}" }\n`);
}

/** Puts a file in its place when it is complete and on disk. */
export async function writeWhole(path: string, content: string | Uint8Array): Promise<void> {
  const file = await open(`${path}.new`, "w");
  await file.writeFile(content);
  await file.sync();
  await file.close();
  await rename(`${path}.new`, path);
}

/** Manifest of an added recognizer, and of its detector if it has another. Everything else follows the installed Selfsame. */
export const manifestText = (embed: EmbedEntry, detect?: DetectEntry): string =>
  `${JSON.stringify({ version: 1, extends: "included", models: { ...(detect && { detect }), embed: listed(embed) } }, null, 2)}\n`;
