import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { once } from "node:events";
import { readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { tempDir } from "@selfsame/platform/testing/store/each-store";
import { holdLock } from "./lock.ts";

const taken = /^OperatorError: m is being added by process \d+\. Wait until it has ended\.$/;

test("of many at once one has the lock; it is free when that one releases it", async (t) => {
  const folder = await tempDir(t);
  const path = join(folder, ".m.lock");
  const tries = await Promise.allSettled(Array.from({ length: 20 }, () => holdLock(path, "m")));
  const held = tries.flatMap((one) => (one.status === "fulfilled" ? one.value : []));
  assert.equal(held.length, 1);
  await assert.rejects(holdLock(path, "m"), taken);
  await held[0]?.release();
  await (await holdLock(path, "m")).release();
  assert.deepEqual(readdirSync(folder), []);
});

test("an empty file is that of a process that is about to write its number, for some seconds", async (t) => {
  const path = join(await tempDir(t), ".m.lock");
  writeFileSync(path, "");
  await assert.rejects(holdLock(path, "m"), taken);
  const before = new Date(Date.now() - 11_000);
  utimesSync(path, before, before);
  await (await holdLock(path, "m")).release();
});

test("of several processes that find the lock of one that is gone, one has it", async (t) => {
  const folder = await tempDir(t);
  const path = join(folder, ".m.lock");
  // Above the highest process number of Linux, macOS and Windows.
  writeFileSync(path, "99999999");
  const script = join(folder, "hold.mjs");
  const lock = JSON.stringify(new URL("./lock.ts", import.meta.url).href);
  writeFileSync(
    script,
    `const { holdLock } = await import(${lock});
    process.send("ready");
    process.once("message", () => holdLock(${JSON.stringify(path)}, "m").then(() => process.send("held"), ({ message }) => process.send(message)));`,
  );
  const processes = Array.from({ length: 4 }, () => fork(script));
  t.after(() => processes.forEach((one) => one.kill("SIGKILL")));
  await Promise.all(processes.map((one) => once(one, "message")));
  const said = await Promise.all(
    processes.map(async (one) => {
      const message = once(one, "message");
      one.send("go");
      return String((await message)[0]);
    }),
  );
  assert.equal(said.filter((one) => one === "held").length, 1, said.join("\n"));
});
