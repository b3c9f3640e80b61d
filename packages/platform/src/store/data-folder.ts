import { mkdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { OperatorError } from "../operator-error.ts";
import type { Log } from "./log.ts";

/** The embedded database; SQLite keeps two more files next to it. */
export const databaseFile = (dataDir: string): string => join(dataDir, "selfsame.db");

const reasons: Readonly<Record<string, string>> = {
  EACCES: "may not be written to",
  EPERM: "may not be written to",
  EROFS: "is on a read-only file system",
  ENOSPC: "is on a disk that is full",
  EDQUOT: "is over the disk quota",
  ENOTDIR: "cannot be a folder: a part of its path is a file",
  EEXIST: "cannot be a folder: there is a file of that name",
  ENOENT: "cannot be made there",
};

/**
 * Creates a folder and its parents, for its owner alone by default.
 * Not `mkdir` with `recursive`: in /proc, where an existing folder rejects a new one with ENOENT, that loops forever (Node 24, measured).
 * @throws OperatorError naming the setting
 */
export async function makeFolder(path: string, setting: string, mode = 0o700): Promise<void> {
  try {
    await makeEach(path, mode);
  } catch (error) {
    const why = reasons[(error as NodeJS.ErrnoException).code ?? ""];
    if (why === undefined) throw error;
    throw new OperatorError(`${path} ${why}. Set ${setting} to a folder that may be written to.`, { cause: error });
  }
}

async function makeEach(path: string, mode: number): Promise<void> {
  try {
    await mkdir(path, { mode });
  } catch (problem) {
    // Another process may have created it; and a read-only system reports that before it reports that the folder exists.
    if (await isFolder(path)) return;
    const { code } = problem as NodeJS.ErrnoException;
    if (code !== "ENOENT" || dirname(path) === path || (await isFolder(dirname(path)))) throw problem;
    await makeEach(dirname(path), mode);
    await makeEach(path, mode);
  }
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

/**
 * The folder with e-mail addresses, password hashes and the secret key. A folder that every user may write to is rejected: another user of the machine
 * could put their own database there. Group write access only causes a warning: Kubernetes volumes (`fsGroup`) have it.
 * @throws OperatorError
 */
export async function openDataFolder(dataDir: string, log: Log): Promise<void> {
  await makeFolder(dataDir, "SELFSAME_DATA_DIR");
  const rejected = await folderProblem(dataDir);
  if (rejected !== undefined) throw new OperatorError(rejected);
  // Windows has no such bits.
  if (process.platform === "win32") return;
  const { mode, gid } = await stat(dataDir);
  // Group root: the image's folder has it, for clusters that give each container its own user in this group (OpenShift).
  if ((mode & 0o020) !== 0 && gid !== 0) {
    log.warn({ dataDir }, "its group may write to the data folder, and so put a database of theirs there: chmod g-w");
  }
}

/** @returns why the data folder is rejected; undefined also if it does not exist yet */
export async function folderProblem(dataDir: string): Promise<string | undefined> {
  const found = await stat(dataDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (found === undefined || process.platform === "win32" || (found.mode & 0o002) === 0) return undefined;
  return `Everybody on this machine may write to the data folder ${dataDir}, and so put a database of theirs there. On a volume of a container, set SELFSAME_DATA_DIR to a folder in it, such as ${join(dataDir, "selfsame")}: the service makes it for itself alone. Elsewhere take that right away with: chmod o-w '${dataDir}'`;
}
