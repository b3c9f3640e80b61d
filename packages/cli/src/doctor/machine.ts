import { readFile, stat, statfs } from "node:fs/promises";
import { availableParallelism, cpus, totalmem } from "node:os";
import { dirname } from "node:path";
import type { Config } from "@selfsame/server/config";
import { isolationAdvice } from "@selfsame/photo/engine/isolation-advice";
import { canUnshare } from "@selfsame/photo/engine/isolation";
import { folderProblem } from "@selfsame/platform/store/data-folder";
import { ok, problem, warning } from "./finding.ts";
import type { Finding } from "./finding.ts";

const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`;

/** ONNX Runtime runs on any x86-64 or arm64 processor, and detects faster instructions itself. */
export async function checkProcessor({ workers }: Config): Promise<Finding> {
  const flags = await readFile("/proc/cpuinfo", "utf8").then(
    (text) => new Set(/^(?:flags|Features)\s*:\s*(.*)$/m.exec(text)?.[1]?.split(" ")),
    () => new Set<string>(),
  );
  const cores = availableParallelism();
  const fast = ["avx2", "avx512f", "avx512_vnni", "amx_int8", "asimd"].filter((name) => flags.has(name));
  const what = `${cpus()[0]?.model.trim() ?? process.arch}, ${cores} cores, ${fast.join(" ") || "features not known"}`;
  if (process.arch === "x64" && flags.size > 0 && !flags.has("avx2"))
    return warning(`${what}: without avx2 photos take several times as long`);
  if (workers > cores) return warning(`${what}: SELFSAME_WORKERS is ${workers}, more than there are cores`);
  return ok(what);
}

/** Memory by docs/settings.md: 300 MB for each worker, and 300 MB for the rest. In a container its limit counts. */
export function checkMemory({ workers }: Config): Finding {
  const limit = process.constrainedMemory();
  const bytes = limit > 0 && limit < totalmem() ? limit : totalmem();
  const neededBytes = (workers + 1) * 300e6;
  const says = `${gigabytes(bytes)}; ${workers} workers want ${gigabytes(neededBytes)}`;
  return bytes < neededBytes ? problem(`${says}: set SELFSAME_WORKERS lower`) : ok(says);
}

export async function checkDisk({ dataDir }: Config): Promise<Finding> {
  const rejected = await folderProblem(dataDir);
  if (rejected !== undefined) return problem(rejected);
  const { bavail, bsize } = await statfs(await nearest(dataDir));
  const says = `${gigabytes(bavail * bsize)} free for ${dataDir}`;
  if (bavail * bsize < 100e6) return problem(`${says}: usage and the audit log need space`);
  return bavail * bsize < 1e9 ? warning(says) : ok(says);
}

export function checkIsolation(): Finding {
  if (canUnshare()) return ok("have no network and see no other process");
  return warning(`${isolationAdvice()} (SECURITY.md)`);
}

/** The folder itself, or its nearest ancestor that exists. */
async function nearest(path: string): Promise<string> {
  const there = await stat(path).then(
    () => true,
    () => false,
  );
  return there || dirname(path) === path ? path : nearest(dirname(path));
}
