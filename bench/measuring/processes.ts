import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

export interface Usage {
  /** Shared memory is counted in each process. */
  readonly memoryMb: number;
  /** Shared memory is counted once. Linux only. */
  readonly ownMemoryMb: number | undefined;
  readonly cpuMs: number;
}

/**
 * Usage of a process and all its descendants by `ps`: a worker in namespaces has a process in between. The clock of `ps` ticks in seconds; /proc,
 * where available, in hundredths. NaN without `ps`.
 */
export function usageOf(pid: number): Usage {
  let own: readonly Row[];
  try {
    own = familyOf(pid);
  } catch {
    return { memoryMb: Number.NaN, ownMemoryMb: undefined, cpuMs: Number.NaN };
  }
  return {
    memoryMb: own.reduce((sum, { kilobytes }) => sum + kilobytes, 0) / 1024,
    ownMemoryMb: process.platform === "linux" ? own.reduce((sum, { id }) => sum + ownMb(id), 0) : undefined,
    cpuMs: own.reduce((sum, { id, time }) => sum + (ticked(id) ?? seconds(time)), 0) * 1000,
  };
}

interface Row {
  readonly id: string;
  readonly kilobytes: number;
  readonly time: string;
}

/** A process and all its descendants. @throws Error if there is no `ps` */
function familyOf(pid: number): readonly Row[] {
  const rows = execFileSync("ps", ["-A", "-o", "pid=,ppid=,rss=,time="], { encoding: "utf8" })
    .trim()
    .split("\n")
    .map((row) => row.trim().split(/\s+/));
  const family = new Set([pid]);
  for (let before = 0; before < family.size;) {
    before = family.size;
    for (const [id, parent] of rows) if (family.has(Number(parent))) family.add(Number(id));
  }
  return rows
    .filter(([id]) => family.has(Number(id)))
    .map(([id = "", , kilobytes, time = ""]) => ({ id, kilobytes: Number(kilobytes), time }));
}

/** The largest peak memory of any descendant of a process, in MB, including shared memory. Linux only (VmHWM of proc_pid_status(5)). */
export function peakOfDescendantsMb(pid: number): number {
  const ids = familyOf(pid).map(({ id }) => id);
  return Math.max(...ids.filter((id) => Number(id) !== pid).map(peakMb));
}

function peakMb(pid: string): number {
  try {
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "latin1")) ?? [];
    return Number(kilobytes ?? 0) / 1024;
  } catch {
    return 0; // it has ended meanwhile, as `ps` itself has
  }
}

/** Proportional set size (proc_pid_smaps(5)): a page shared by n processes counts 1/n. */
function ownMb(pid: string): number {
  try {
    const [, kilobytes] = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "latin1")) ?? [];
    return Number(kilobytes ?? Number.NaN) / 1024;
  } catch (error) {
    const isOthers = (error as NodeJS.ErrnoException).code === "EACCES";
    return isOthers ? Number.NaN : 0; // it has ended meanwhile, as `ps` itself has
  }
}

/** Parses `1-02:03:04`, `02:03:04` or `3:04.56`. */
function seconds(time: string): number {
  const [days, clock] = time.includes("-") ? time.split("-", 2) : ["0", time];
  return (clock ?? "").split(":").reduce((sum, part) => 60 * sum + Number(part), 0) + 86_400 * Number(days);
}

/** Linux: user and system time, in hundredths of a second on every common build (proc_pid_stat(5)). */
function ticked(pid: string): number | undefined {
  try {
    // The second field is the program's name in parentheses, which may contain spaces.
    const [, fields = ""] = readFileSync(`/proc/${pid}/stat`, "latin1").split(/\) (?!.*\) )/);
    const [user, system] = fields.split(" ").slice(11, 13).map(Number);
    return ((user ?? Number.NaN) + (system ?? Number.NaN)) / 100;
  } catch {
    return undefined;
  }
}
