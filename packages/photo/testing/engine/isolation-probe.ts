/** For photo/engine/isolation.test.ts: runs in place of a worker, tries what a worker must not be able to do, and reports the results. */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { Worker } from "node:worker_threads";
import { closeCodeCache } from "../../src/engine/code-cache.ts";

export interface Probe {
  readonly port: number;
  readonly parentPid: number;
  readonly scratchFile: string;
  /** A file in the folder that is writable while code is loaded. */
  readonly cachedFile: string;
}

const outcomeOf = (work: () => unknown): string => {
  try {
    work();
    return "done";
  } catch (error) {
    return (error as { code?: string }).code ?? "failed";
  }
};

process.on("message", ({ port, parentPid, scratchFile, cachedFile }: Probe) => {
  const cacheAtFirst = outcomeOf(() => writeFileSync(cachedFile, ""));
  closeCodeCache();
  const socket = connect(port, "127.0.0.1");
  const report = (network: string) =>
    process.send?.({
      network,
      environment: outcomeOf(() => readFileSync(`/proc/${parentPid}/environ`)),
      passwords: outcomeOf(() => readFileSync("/etc/passwd")),
      write: outcomeOf(() => writeFileSync(scratchFile, "")),
      cacheAtFirst,
      cache: outcomeOf(() => writeFileSync(cachedFile, "")),
      process: outcomeOf(() => spawnSync("true")),
      thread: outcomeOf(() => new Worker("0", { eval: true })),
      limits: outcomeOf(() => readFileSync("/proc/self/limits")),
      namespaces: process.pid,
    });
  socket
    .once("connect", () => report("done"))
    .once("error", (error: NodeJS.ErrnoException) => report(error.code ?? ""));
});
