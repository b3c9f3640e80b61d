import { mkdir, open, readdir, readFile, rename, unlink } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { UsageBatch } from "./writes.ts";

/** Stores usage on this node's disk while the database is away: one file for each batch, so that any process may write any of them later. */
export interface UsageJournal {
  keep(batch: UsageBatch): Promise<void>;
  /**
   * Passes every stored batch to `write`, and deletes it if the result is true. An invalid file is renamed to `.bad`, so that it does not block others.
   * @returns the number of deleted files
   */
  replay(write: (batch: UsageBatch) => Promise<boolean>): Promise<number>;
}

const text = z.string();
const counted = { hour_ms: z.int(), count: z.int(), duration_ms: z.int() };
/** Further fields are columns of times. */
const row = z.object({ key_id: text, account_id: text, endpoint: text, outcome: text, ...counted }).catchall(z.int());
const batchSchema = z.object({ id: text, rows: z.array(row).min(1) });

/** @param setAside called once for each invalid file */
export function createUsageJournal(dataDir: string, setAside: (file: string) => void): UsageJournal {
  const folder = join(dataDir, "usage-to-write");

  const renameBad = async (name: string) => {
    const path = join(folder, name);
    // Of several processes of this node one renames it.
    const renamed = await rename(path, `${path}.bad`).then(() => true, ifThere);
    if (renamed) setAside(`${path}.bad`);
  };

  return {
    keep: async (batch) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const path = join(folder, batch.id);
      // Under another name until it is complete and on disk: a half-written file must not be read as a batch.
      const file = await open(`${path}.part`, "w", 0o600);
      try {
        await file.writeFile(JSON.stringify(batch));
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(`${path}.part`, `${path}.json`);
    },
    replay: async (write) => {
      const names = (await readdir(folder).catch(noFiles)).filter((name) => name.endsWith(".json"));
      let written = 0;
      for (const name of names) {
        const text = await readFile(join(folder, name), "utf8").catch(ifThere);
        if (text === undefined) continue;
        const batch = readBatch(text);
        if (!batch) await renameBad(name);
        if (!batch || !(await write(batch))) continue;
        await unlink(join(folder, name)).catch(ifThere);
        written++;
      }
      return written;
    },
  };
}

function readBatch(text: string): UsageBatch | undefined {
  try {
    return batchSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function isMissing(error: unknown): boolean {
  return (error as { code?: unknown }).code === "ENOENT";
}

function noFiles(error: unknown): string[] {
  if (isMissing(error)) return [];
  throw error;
}

/** Another process of this node was faster. */
function ifThere(error: unknown): undefined {
  if (!isMissing(error)) throw error;
}
