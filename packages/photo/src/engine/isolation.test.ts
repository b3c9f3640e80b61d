import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { once } from "node:events";
import { readFile, readlink } from "node:fs/promises";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { tempDir } from "@selfsame/platform/testing/store/each-store";
import type { Probe } from "../../testing/engine/isolation-probe.ts";
import { workingPid } from "./processor-time.ts";
import { testModels } from "../../testing/engine/test-models.ts";
import { canUnshare, isolate } from "./isolation.ts";
import { startWorker } from "./worker-process.ts";

const models = await testModels();

test("in a worker's place nothing can be written, started or read that is not code or a model", async (t) => {
  const server = createServer().listen(0, "127.0.0.1");
  t.after(() => server.close());
  await once(server, "listening");
  const cache = await tempDir(t);
  const { execPath, execArgv } = isolate(models, [], { writable: cache });
  const child = fork(join(import.meta.dirname, "../../testing/engine/isolation-probe.ts"), {
    execPath,
    execArgv: [...execArgv],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  t.after(() => child.kill("SIGKILL"));
  const scratchFile = join(await tempDir(t), "scratch");
  const { port } = server.address() as AddressInfo;
  child.send({ port, parentPid: process.pid, scratchFile, cachedFile: join(cache, "code") } satisfies Probe);
  const [{ network, namespaces, cacheAtFirst, ...tried }] = (await once(child, "message")) as [Record<string, unknown>];
  assert.equal(cacheAtFirst, "done", "where compiled code goes, until it is loaded");
  const denied = "ERR_ACCESS_DENIED";
  const names = ["environment", "passwords", "write", "cache", "process", "thread", "limits"];
  assert.deepEqual(tried, Object.fromEntries(names.map((name) => [name, denied])));
  if (!canUnshare()) return t.diagnostic("no namespaces can be made here: the network was not looked at");
  assert.equal(network, "ENETUNREACH");
  assert.equal(namespaces, 1, "among processes of its own");
});

test(
  "a worker has a network and processes of its own, and leaves no core file",
  { skip: process.platform !== "linux" },
  async (t) => {
    const worker = await startWorker(models);
    t.after(() => worker.end(60_000));
    const pid = workingPid(worker.pid);
    assert.match(await readFile(`/proc/${pid}/limits`, "utf8"), /Max core file size +0 +/);
    if (!canUnshare()) return t.diagnostic("no namespaces can be made here");
    for (const kind of ["net", "pid", "mnt", "ipc", "user"]) {
      assert.notEqual(await readlink(`/proc/${pid}/ns/${kind}`), await readlink(`/proc/self/ns/${kind}`), kind);
    }
  },
);
