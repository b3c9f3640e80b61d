import { randomUUID } from "node:crypto";
import { link, readFile, rm, stat, writeFile } from "node:fs/promises";
import { OperatorError } from "@selfsame/platform/operator-error";

/** Locks of this process. A process id alone is ambiguous: in a container it is always the same. */
const mine = new Set<string>();
/** An earlier version created its lock file before it wrote the process id. */
const writingMs = 10_000;

/** Prevents two downloads into one file. A lock of a process that has ended does not count. */
export async function holdLock(path: string, name: string): Promise<{ release(): Promise<void> }> {
  if (mine.has(path)) throw beingAdded(name, process.pid);
  mine.add(path);
  // Linked into place complete, so that no other process ever finds it empty.
  const written = `${path}.${randomUUID()}`;
  try {
    await writeFile(written, String(process.pid));
    while (!(await linked(written, path))) await clearOfDead(path, name, written);
  } catch (error) {
    mine.delete(path);
    throw error;
  } finally {
    await rm(written, { force: true });
  }
  return {
    release: async () => {
      await rm(path, { force: true });
      mine.delete(path);
    },
  };
}

/**
 * Removes the lock of an ended process. Requires a lock of its own: otherwise, of two that find the process gone, the second would remove the lock that
 * the first has just taken.
 * @throws OperatorError if a running process holds it
 */
async function clearOfDead(path: string, name: string, written: string): Promise<void> {
  const clearing = `${path}.clearing`;
  if (!(await linked(written, clearing))) return removeDead(clearing, name);
  try {
    await removeDead(path, name);
  } finally {
    await rm(clearing, { force: true });
  }
}

/**
 * Removes a lock only if it names an ended process. One that does not exist is left alone: another process may take it at any moment.
 * @throws OperatorError if a running process holds it
 */
async function removeDead(path: string, name: string): Promise<void> {
  const holder = await holderOf(path);
  if (typeof holder === "number") throw beingAdded(name, holder);
  if (holder === "ended") await rm(path, { force: true });
}

const beingAdded = (name: string, holder: number): OperatorError =>
  new OperatorError(`${name} is being added by process ${holder}. Wait until it has ended.`);

/** @returns false if one exists already */
async function linked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** @returns the process that holds a lock, or that it has ended; undefined if there is no lock */
async function holderOf(path: string): Promise<number | "ended" | undefined> {
  try {
    const holder = Number(await readFile(path, "utf8"));
    if (Number.isInteger(holder) && holder > 0) return isAlive(holder) ? holder : "ended";
    return Date.now() - (await stat(path)).mtimeMs < writingMs ? holder : "ended";
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

function isAlive(processId: number): boolean {
  if (processId === process.pid) return false;
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
