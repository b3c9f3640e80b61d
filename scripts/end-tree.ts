import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
}

/** Limit of rounds. A process that cannot be ended remains: it waits for a disk that does not answer. */
const roundsMax = 100;

/**
 * Ends a process that leads a process group, and everything it caused: its descendants, and the members of the groups that any of these lead, which
 * include processes whose parent has already ended.
 */
export function endTree(root: number): void {
  if (process.platform === "win32") {
    spawnSync("taskkill", ["/PID", `${root}`, "/T", "/F"]);
    return;
  }
  const tree = new Set([root]);
  // Repeats until nothing is found, because a process may start another in the meantime.
  for (let round = 0; round < roundsMax; round++) {
    const running = runningProcesses();
    for (let known = 0; known < tree.size;) {
      known = tree.size;
      for (const { pid, parent, group } of running) if (tree.has(parent) || tree.has(group)) tree.add(pid);
    }
    const left = running.filter(({ pid }) => tree.has(pid));
    if (left.length === 0) return;
    for (const { pid } of left) kill(pid);
  }
}

/** Running processes, without zombies. */
function runningProcesses(): readonly Process[] {
  const lines = process.platform === "linux" ? statsOfLinux() : statsOfPs();
  return lines.flatMap((line) => {
    const [pid, state = "Z", parent, group] = line.trim().split(/\s+/);
    return state.startsWith("Z") ? [] : [{ pid: Number(pid), parent: Number(parent), group: Number(group) }];
  });
}

/** Reads /proc, because small images have no ps. The name is in parentheses, and may contain any character (proc_pid_stat(5)). */
const statsOfLinux = (): readonly string[] =>
  globSync("/proc/[0-9]*/stat").flatMap((file) => {
    try {
      return readFileSync(file, "utf8").replace(/\(.*\)/s, "");
    } catch (error) {
      // It has ended in the meantime.
      if (["ENOENT", "ESRCH"].includes((error as NodeJS.ErrnoException).code ?? "")) return [];
      throw error;
    }
  });

const statsOfPs = (): readonly string[] =>
  spawnSync("ps", ["-A", "-o", "pid=,stat=,ppid=,pgid="], { encoding: "utf8" }).stdout.split("\n");

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
