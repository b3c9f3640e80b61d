import { spawnSync } from "node:child_process";

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
}

/** A process that cannot be ended is left in the end: it waits for a disk that does not answer. */
const roundsMax = 100;

/**
 * Ends a process that leads a group of its own, and all that came of it: what it started, what that started, and the groups that any of these
 * lead, where those are found whose parent has gone already.
 */
export function endTree(root: number): void {
  if (process.platform === "win32") {
    spawnSync("taskkill", ["/PID", `${root}`, "/T", "/F"]);
    return;
  }
  const tree = new Set([root]);
  // Again until nothing is found: one may start another meanwhile.
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

/** Without those that have ended and wait for their parent to notice. */
function runningProcesses(): readonly Process[] {
  const { stdout } = spawnSync("ps", ["-A", "-o", "pid=,ppid=,pgid=,stat="], { encoding: "utf8" });
  return stdout.split("\n").flatMap((line) => {
    const [pid, parent, group, state = "Z"] = line.trim().split(/\s+/);
    return state.startsWith("Z") ? [] : [{ pid: Number(pid), parent: Number(parent), group: Number(group) }];
  });
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
