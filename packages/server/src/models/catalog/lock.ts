import { readFile, rm, writeFile } from "node:fs/promises";
import { OperatorError } from "../../operator-error.ts";

/** Two downloads into one file would mix. The lock of a process that is gone does not count. */
export async function holdLock(path: string, name: string): Promise<{ release(): Promise<void> }> {
  const mine = String(process.pid);
  await writeFile(path, mine, { flag: "wx" }).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
    const holder = Number(await readFile(path, "utf8"));
    if (isAlive(holder))
      throw new OperatorError(`${name} is being added by process ${holder}. Wait until it has ended.`);
    await writeFile(path, mine);
  });
  return { release: () => rm(path, { force: true }) };
}

function isAlive(processId: number): boolean {
  if (!Number.isInteger(processId) || processId <= 0 || processId === process.pid) return false;
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
