import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";
import { usageOf } from "./processes.ts";

test(
  "what a process shares with its children is counted in each, or once",
  {
    skip: process.platform !== "linux",
  },
  async () => {
    const child = spawn(process.execPath, ["-e", "console.log('here'); process.stdin.resume()"]);
    await once(child.stdout, "data");
    const { memoryMb, ownMemoryMb } = usageOf(process.pid);
    child.kill();
    // Both processes run the same Node, which shares tens of megabytes of read-only memory.
    assert.ok(
      ownMemoryMb !== undefined && ownMemoryMb > 20 && ownMemoryMb < memoryMb - 20,
      `${ownMemoryMb}, ${memoryMb}`,
    );
  },
);
