/** Sends documents with as many of one element as fit to a running service, and measures what other requests lose meanwhile. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test, type TestContext } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { fuzzRuns } from "../../../../../../../testing/fuzz-runs.ts";
import { workingPid } from "@selfsame/photo/engine/processor-time";
import { anchorFiles, bombs } from "../../../../../testing/documents/bombs.ts";
import { harmlessCost, leastOf, timesHarmlessMax } from "../../../../../testing/documents/least-of.ts";
import { dg2, faceRecord } from "../../../../../testing/documents/face-record.ts";
import { sharedEngine } from "@selfsame/photo/testing/engine/shared-engine";
import { testModels } from "@selfsame/photo/testing/engine/test-models";
import { toCodestream } from "@selfsame/photo/testing/photos/jpeg2000";
import { portrait } from "@selfsame/photo/testing/photos/portraits";
import { failureOf, send } from "../../../../../testing/service/request.ts";
import { startService } from "../../../../../testing/service/service.ts";
import { createComparison } from "@selfsame/photo/verify/comparison";

const selfie = await portrait("amal-selfie");
const side = 3500;
const flat = await toCodestream({ data: new Uint8Array(side * side * 3), width: side, height: side, channels: 3 });
const layers = await toCodestream({ data: new Uint8Array(64 * 64 * 3), width: 64, height: 64, channels: 3 });
layers.writeUInt16BE(0xffff, layers.indexOf("ff52", "hex") + 6);
const chip = dg2(faceRecord(Buffer.alloc(700, 7)));
const memoryBytesMax = 100 * 1024 * 1024;
/** Repeated in fuzz runs, because memory left over from each document would add up. */
const times = Array.from({ length: fuzzRuns(1) }, (_, index) => index);

const numberIn = (status: string, name: string) =>
  Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) * 1024;

/** Memory of this process and the processes it started. */
function ownMemoryBytes(): number {
  if (process.platform !== "linux") return process.memoryUsage.rss();
  const started = readFileSync(`/proc/self/task/${process.pid}/children`, "utf8").trim().split(" ").filter(Boolean);
  const all = [process.pid, ...started.map((pid) => workingPid(Number(pid)))];
  return all.reduce((sum, pid) => {
    try {
      return sum + numberIn(readFileSync(`/proc/${pid}/status`, "utf8"), "RssAnon");
    } catch {
      return sum; // it has ended
    }
  }, 0);
}

async function start(t: TestContext) {
  const service = await startService(t, {
    engine: await sharedEngine(),
    comparison: createComparison(await testModels()),
  });
  const live = async () => assert.equal((await fetch(`${service.url}/health/live`)).status, 200);
  const verify = (parts: Readonly<Record<string, Uint8Array | string>>) =>
    send(service, { photos: { selfie, ...parts } });
  // The first document starts the process that reads documents.
  await verify({ reference_document: chip, document_format: "dg2" });
  globalThis.gc?.();
  const idleBytes = ownMemoryBytes();

  /** Runs the work while other requests check that the service is live. @returns its result, and the main-thread time and memory it took */
  const beside = async <T>(work: () => Promise<T>) => {
    const before = process.threadCpuUsage();
    const done = new AbortController();
    let mostBytes = 0;
    const others = (async () => {
      for (let sample = 0; !done.signal.aborted; sample++) {
        // Rarely: on a loaded machine a document takes seconds, and the time of these requests is measured as well.
        if (sample % 10 === 0) await live();
        mostBytes = Math.max(mostBytes, ownMemoryBytes());
        await pause(20);
      }
    })();
    const result = await work().finally(() => done.abort());
    await others;
    const { user, system } = process.threadCpuUsage(before);
    return { result, blockedMs: (user + system) / 1000, grownBytes: mostBytes - idleBytes };
  };
  const noise = { reference_document: Buffer.alloc(100_000, 7), document_format: "dg2" };
  const harmlessMs = await harmlessCost(async () => (await beside(() => verify(noise))).blockedMs);
  const most = { times: 0, grownBytes: 0 };
  t.after(() =>
    t.diagnostic(
      `at most ${most.times.toFixed(1)} times a harmless file, and ${Math.round(most.grownBytes / 1e6)} MB more`,
    ),
  );
  const judge = async <T>(name: string, work: () => Promise<T>, check: (result: T) => void | Promise<void>) => {
    const cost = async () => {
      const { result, blockedMs, grownBytes } = await beside(work);
      await check(result);
      most.grownBytes = Math.max(most.grownBytes, grownBytes);
      assert.ok(grownBytes < memoryBytesMax, `${name}: ${Math.round(grownBytes / 1e6)} MB more`);
      return blockedMs / harmlessMs;
    };
    const cheap = (ratio: number) => ratio < timesHarmlessMax;
    const ratio = await leastOf(cost, cheap);
    most.times = Math.max(most.times, ratio);
    assert.ok(cheap(ratio), `${name}: ${ratio.toFixed(1)} times the main thread's time for a harmless file`);
  };
  return { service, verify, judge };
}

const rejectedAs = (name: string, code: RegExp) => async (result: Awaited<ReturnType<typeof send>>) =>
  assert.match((await failureOf(result)).error.code, code, name);

test("whatever a document has too much of, it is answered, and nobody waits for it", async (t) => {
  const { verify, judge } = await start(t);
  for (const { name, parts } of times.flatMap(() => bombs)) {
    await judge(
      name,
      () => verify(parts),
      async (result) => {
        assert.equal(result.status, 422, name);
        await rejectedAs(name, /^document_/)(result);
      },
    );
  }
});

test("whatever a file of authorities has too much of, it is answered, and nobody waits for it", async (t) => {
  const { service, judge } = await start(t);
  const { secret } = await service.makeKey({ scopes: ["trust:write"] });
  for (const [name, certificates] of times.flatMap(() => Object.entries(anchorFiles))) {
    const init = {
      method: "POST",
      body: JSON.stringify({ certificates }),
      headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
    };
    const add = () => send(service, { path: "/api/v3/trust_anchors", init });
    await judge(name, add, rejectedAs(name, /^certificate_unreadable$/));
  }
});

test("an image of JPEG 2000 that is large when it is opened is rejected by its header", async (t) => {
  const { verify, judge } = await start(t);
  for (const [name, image] of times.flatMap(() => Object.entries({ pixels: flat, layers }))) {
    const parts = { reference_document: dg2(faceRecord(image)), document_format: "dg2" };
    await judge(name, () => verify(parts), rejectedAs(name, /^image_too_complex$/));
  }
});
