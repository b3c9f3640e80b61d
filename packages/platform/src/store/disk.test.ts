import assert from "node:assert/strict";
import { test } from "node:test";
import { tempDir } from "../../testing/store/each-store.ts";
import { watchDisk } from "./disk.ts";
import { silent } from "./log.ts";
import type { Log } from "./log.ts";

test("the disk is full below what shall be left, and not when there is room again; the log says both once", async () => {
  let free = 100;
  let nowMs = 0;
  let reads = 0;
  const said: string[] = [];
  const say = (_detail: object, text: string) => void said.push(text);
  const log: Log = { info: say, warn: say, error: say };
  const freeBytes = async () => {
    reads++;
    return free;
  };
  const disk = watchDisk({ folder: "/", leastFreeBytes: 100, log, now: () => nowMs, freeBytes });
  const later = async () => {
    nowMs += 1000;
    return disk.isFull();
  };
  assert.equal(await disk.isFull(), false);
  free = 99;
  assert.equal(await disk.isFull(), false, "asked again too soon");
  assert.deepEqual([await later(), await later(), await disk.isFull()], [true, true, true]);
  free = 100;
  assert.equal(await later(), false);
  assert.deepEqual([await disk.freeBytes(), disk.leastFreeBytes], [100, 100]);
  assert.equal(reads, 4);
  assert.deepEqual(said, ["the disk is full: requests are refused", "the disk has room again"]);
});

test("what is free is what the file system says", async (t) => {
  const folder = await tempDir(t);
  const isFull = (leastFreeBytes: number) => watchDisk({ folder, leastFreeBytes, log: silent }).isFull();
  assert.deepEqual([await isFull(0), await isFull(1), await isFull(2 ** 60)], [false, false, true]);
});
