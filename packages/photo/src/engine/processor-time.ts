import { readFileSync } from "node:fs";

/** The process that does a worker's work: the only child of the process that created its namespaces, if there is one. */
export function workingPid(startedPid: number): number {
  if (process.platform !== "linux") return startedPid;
  const children = readFileSync(`/proc/${startedPid}/task/${startedPid}/children`, "utf8").trim();
  return Number(children.split(" ")[0] || startedPid);
}

/** Clock ticks a second in kernel statistics, on every architecture (proc(5), sysconf(3)). */
const ticksPerSecond = 100;

/** Processor time of a worker's process since its start; undefined if the system does not report it. */
export function processorMs(startedPid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${workingPid(startedPid)}/stat`, "utf8");
    // The name in parentheses may contain spaces. After it, utime and stime are the 12th and 13th field (proc_pid_stat(5)).
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const ticks = Number(fields[11]) + Number(fields[12]);
    return Number.isFinite(ticks) ? (ticks * 1000) / ticksPerSecond : undefined;
  } catch {
    return undefined; // it has gone, or there is no /proc
  }
}
