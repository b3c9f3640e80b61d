import { readFileSync } from "node:fs";

/** Of a worker that was started: the process that does the work, where that is the only child of the one that made its namespaces. */
export function workingPid(startedPid: number): number {
  if (process.platform !== "linux") return startedPid;
  const children = readFileSync(`/proc/${startedPid}/task/${startedPid}/children`, "utf8").trim();
  return Number(children.split(" ")[0] || startedPid);
}
