import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { referencesMax } from "@selfsame/photo/verify/references";

/** A comparison of photos on this machine. */
export interface LocalItem {
  readonly id: string;
  /** One to five photos of the person. */
  readonly references: readonly string[];
  readonly selfie: string;
}

const photoName = /\.(jpe?g|png|webp|gif)$/i;

/** The photos at a path: the file itself, or the photos in the folder, sorted by name. @returns a sentence about the problem, if there is one */
export async function referencesAt(path: string): Promise<readonly string[] | string> {
  const found = await stat(path).catch(() => undefined);
  if (!found) return "there is no such file or folder";
  if (!found.isDirectory()) return [path];
  const photos = await photosIn(path);
  if (photos.length === 0) return "the folder has no photos";
  if (photos.length > referencesMax)
    return `the folder has ${photos.length} photos, and ${referencesMax} are taken at most`;
  return photos.map((name) => join(path, name));
}

export async function photosIn(folder: string): Promise<string[]> {
  const names = await readdir(folder);
  return names.filter((name) => photoName.test(name)).toSorted();
}

export const isFile = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => undefined))?.isFile() === true;
