import { readFile, stat } from "node:fs/promises";

/** Parsed content of a system file, read again when it changes. A missing file counts as empty. */
export function fileContent<T>(path: string, parse: (text: string) => T): () => Promise<T> {
  let known: { readonly version: string; readonly content: T } | undefined;
  return async () => {
    const version = await versionOf(path);
    if (known?.version !== version)
      known = { version, content: parse(version === "" ? "" : await readFile(path, "utf8")) };
    return known.content;
  };
}

/** @returns "" if there is none */
async function versionOf(path: string): Promise<string> {
  try {
    const { mtimeMs, size, ino } = await stat(path);
    return `${mtimeMs} ${size} ${ino}`;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
    throw error;
  }
}
