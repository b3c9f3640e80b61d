import { readdir } from "node:fs/promises";
import { join, parse } from "node:path";
import { OperatorError } from "@selfsame/platform/operator-error";
import { type LocalItem, photosIn, referencesAt } from "./local-item.ts";

/**
 * Pairs the files of two folders by name: references/anna.jpg, or the photos of references/anna/, with selfies/anna.png. The name is the id.
 * @throws OperatorError naming files without a partner, so that no person is left out silently
 */
export async function readFolders(referencesDir: string, selfiesDir: string): Promise<LocalItem[]> {
  const selfies = byName(selfiesDir, await listed(selfiesDir, () => photosIn(selfiesDir)));
  const entries = await listed(referencesDir, () => readdir(referencesDir, { withFileTypes: true }));
  const photos = new Set(await photosIn(referencesDir));
  const names = entries.filter((entry) => entry.isDirectory() || photos.has(entry.name)).map(({ name }) => name);
  const references = byName(referencesDir, names.toSorted());
  const alone = [
    ...[...references.keys()].filter((name) => !selfies.has(name)).map((name) => `${name} has no selfie`),
    ...[...selfies.keys()].filter((name) => !references.has(name)).map((name) => `${name} has no reference`),
  ];
  if (references.size === 0) throw new OperatorError(`${referencesDir} has neither photos nor folders of them.`);
  if (alone.length > 0) throw new OperatorError(`Not every photo has a partner: ${alone.join("; ")}.`);
  const items: LocalItem[] = [];
  for (const [id, path] of references) {
    const found = await referencesAt(path);
    if (typeof found === "string") throw new OperatorError(`${path}: ${found}.`);
    items.push({ id, references: found, selfie: selfies.get(id) ?? "" });
  }
  return items;
}

/** @throws OperatorError if two files have the same name */
function byName(folder: string, files: readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const file of files) {
    const { name } = parse(file);
    if (found.has(name)) throw new OperatorError(`${folder} has several called ${name}.`);
    found.set(name, join(folder, file));
  }
  return found;
}

async function listed<T>(folder: string, list: () => Promise<T>): Promise<T> {
  return list().catch((error: unknown) => {
    throw new OperatorError(`${folder} cannot be read.`, { cause: error });
  });
}
