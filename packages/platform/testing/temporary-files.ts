import { readdir, readFile, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { holds } from "./store/dump-store.ts";

const depthMax = 3;
const bytesMax = 32 * 1024 * 1024;

/** For tests: the temporary files of this machine, written since this time, that contain one of the secrets. */
export async function temporaryFilesWith(secrets: readonly Uint8Array[], sinceMs: number): Promise<readonly string[]> {
  const files = await filesIn(tmpdir(), sinceMs, depthMax);
  const found = await Promise.all(
    files.map(async (file) => {
      // Other processes may delete files meanwhile.
      const bytes = await readFile(file).catch(() => Buffer.alloc(0));
      return secrets.some((secret) => holds(bytes, secret)) ? [file] : [];
    }),
  );
  return found.flat();
}

async function filesIn(folder: string, sinceMs: number, depth: number): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const found = await Promise.all(
    entries.map(async (entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return depth > 1 ? filesIn(path, sinceMs, depth - 1) : [];
      if (!entry.isFile()) return [];
      const { mtimeMs, size } = await stat(path).catch(() => ({ mtimeMs: 0, size: 0 }));
      return mtimeMs >= sinceMs && size <= bytesMax ? [path] : [];
    }),
  );
  return found.flat();
}
