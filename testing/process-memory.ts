/** Memory of a process and its descendants, as an attacker with a full copy of it would read it. Linux only. */
import { closeSync, globSync, openSync, readFileSync, readSync } from "node:fs";

const sizeAtOnce = 16 * 1024 * 1024;

/** The process and all its descendants. */
export function processesOf(pid: number): readonly number[] {
  const children = globSync(`/proc/${pid}/task/*/children`).flatMap((file) =>
    readFileSync(file, "utf8").split(" ").filter(Boolean).map(Number),
  );
  return [pid, ...children.flatMap(processesOf)];
}

interface Place {
  readonly from: number;
  readonly to: number;
}

/** Its resident writable memory: the heap, stacks and all other mappings. */
function placesOf(pid: number): readonly Place[] {
  const places: Place[] = [];
  for (const line of readFileSync(`/proc/${pid}/smaps`, "utf8").split("\n")) {
    const [, from, to, writable] = /^([0-9a-f]+)-([0-9a-f]+) .(.)/.exec(line) ?? [];
    if (from !== undefined && to !== undefined && writable !== undefined) {
      places.push(
        writable === "w" ? { from: Number.parseInt(from, 16), to: Number.parseInt(to, 16) } : { from: 0, to: 0 },
      );
    } else if (/^Rss: +0 kB/.test(line)) places.pop();
  }
  return places.filter(({ from, to }) => to > from);
}

/** A reason why the memory of a process cannot be read here, or false. */
export function noMemory(pid: number): string | false {
  if (process.platform !== "linux") return "the memory of another process is read on Linux only";
  try {
    closeSync(openSync(`/proc/${pid}/mem`, "r"));
    return false;
  } catch (error) {
    return `the system does not let a test read another process's memory: ${(error as NodeJS.ErrnoException).code}`;
  }
}

/** @param patterns shorter than a kilobyte @returns the number of matches of each */
export function countInMemory(pid: number, patterns: readonly Uint8Array[]): readonly number[] {
  const found = patterns.map(() => 0);
  const memory = openSync(`/proc/${pid}/mem`, "r");
  const buffer = Buffer.alloc(sizeAtOnce);
  for (const { from, to } of placesOf(pid)) {
    // Reads overlap, so that no match at a boundary is missed.
    for (let at = from; at < to; at += sizeAtOnce - 1024) {
      let read: number;
      try {
        read = readSync(memory, buffer, 0, Math.min(sizeAtOnce, to - at), at);
      } catch {
        continue; // no longer mapped
      }
      const copy = buffer.subarray(0, read);
      for (const [index, pattern] of patterns.entries())
        for (let hit = copy.indexOf(pattern); hit !== -1; hit = copy.indexOf(pattern, hit + 1))
          (found[index] as number)++;
    }
  }
  closeSync(memory);
  return found;
}
