import { statfs } from "node:fs/promises";
import type { Log } from "./log.ts";

/** The disk of the data folder. */
export interface Disk {
  /** Whether less is free than the operator wants to reserve. */
  isFull(): Promise<boolean>;
  freeBytes(): Promise<number>;
  readonly leastFreeBytes: number;
}

export interface DiskDeps {
  readonly folder: string;
  /** 0: never full. */
  readonly leastFreeBytes: number;
  readonly log: Log;
  /** Monotonic milliseconds. */
  readonly now?: () => number;
  readonly freeBytes?: (folder: string) => Promise<number>;
}

/** Every request asks. */
const freshMs = 1000;

/** Reads the disk's free space at most once a second. The reserve is for work that frees space: erasures, retention, and the database's own files. */
export function watchDisk({
  folder,
  leastFreeBytes,
  log,
  now = () => performance.now(),
  freeBytes = freeBytesOf,
}: DiskDeps): Disk {
  let lastRead: { readonly atMs: number; readonly free: Promise<number> } | undefined;
  let said = false;
  const read = async () => {
    const free = await freeBytes(folder);
    const full = free < leastFreeBytes;
    if (full && !said) log.error({ folder, free, leastFreeBytes }, "the disk is full: requests are refused");
    if (!full && said) log.info({ folder, free }, "the disk has room again");
    said = full;
    return free;
  };
  const latest = () => {
    if (!lastRead || now() - lastRead.atMs >= freshMs) lastRead = { atMs: now(), free: read() };
    return lastRead.free;
  };
  return {
    leastFreeBytes,
    freeBytes: latest,
    isFull: async () => (await latest()) < leastFreeBytes,
  };
}

/** Space for this process: some file systems reserve a part for root. */
async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
