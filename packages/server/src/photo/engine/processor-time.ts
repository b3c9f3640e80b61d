import { readFileSync } from "node:fs";

/** Of a worker that was started: the process that does the work, where that is the only child of the one that made its namespaces. */
export function workingPid(startedPid: number): number {
  if (process.platform !== "linux") return startedPid;
  const children = readFileSync(`/proc/${startedPid}/task/${startedPid}/children`, "utf8").trim();
  return Number(children.split(" ")[0] || startedPid);
}

/** Clock ticks a second in what the kernel tells, on every architecture (proc(5), sysconf(3)). */
const ticksPerSecond = 100;

/** What a worker's process has had of the processor since it was started; undefined where the system does not tell. */
export function processorMs(startedPid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${workingPid(startedPid)}/stat`, "utf8");
    // The name in brackets may hold spaces. From behind it, utime and stime are the 12th and 13th field (proc_pid_stat(5)).
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const ticks = Number(fields[11]) + Number(fields[12]);
    return Number.isFinite(ticks) ? (ticks * 1000) / ticksPerSecond : undefined;
  } catch {
    return undefined; // it has gone, or there is no /proc
  }
}
