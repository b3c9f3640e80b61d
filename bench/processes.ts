import { execFileSync } from "node:child_process";

export interface Usage {
  readonly memoryMb: number;
  readonly cpuMs: number;
}

/** What a process and its children use, by `ps`, whose clock ticks in seconds on some systems. NaN where there is no `ps`. */
export function usageOf(pid: number): Usage {
  let output: string;
  try {
    output = execFileSync("ps", ["-A", "-o", "pid=,ppid=,rss=,time="], { encoding: "utf8" });
  } catch {
    return { memoryMb: Number.NaN, cpuMs: Number.NaN };
  }
  const rows = output
    .trim()
    .split("\n")
    .map((row) => row.trim().split(/\s+/));
  const own = rows.filter(([id, parent]) => Number(id) === pid || Number(parent) === pid);
  return {
    memoryMb: own.reduce((sum, [, , kilobytes]) => sum + Number(kilobytes), 0) / 1024,
    cpuMs: own.reduce((sum, [, , , time = ""]) => sum + seconds(time), 0) * 1000,
  };
}

/** `1-02:03:04`, `02:03:04` or `3:04.56`. */
function seconds(time: string): number {
  const [days, clock] = time.includes("-") ? time.split("-", 2) : ["0", time];
  return (clock ?? "").split(":").reduce((sum, part) => 60 * sum + Number(part), 0) + 86_400 * Number(days);
}
