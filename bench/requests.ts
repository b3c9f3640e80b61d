import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { startServer } from "../testing/server.ts";
import { load, upload } from "./measuring/load.ts";
import type { Upload } from "./measuring/load.ts";
import { timing } from "./measuring/measure.ts";
import { usageOf } from "./measuring/processes.ts";
import type { HttpRow, Results } from "./report/report.ts";

type Requests = Pick<Results, "http" | "eventLoop" | "memoryMb" | "ownMemoryMb">;

export interface BenchPhotos {
  readonly selfies: readonly Buffer[];
  readonly groups: readonly Buffer[];
  readonly phone: readonly Buffer[];
}

/** Pairs each photo with the next, so that there are matches and non-matches. */
const pairs = (photos: readonly Buffer[]): Upload[] =>
  photos.map((reference, index) => upload({ reference, selfie: photos[(index + 1) % photos.length] ?? reference }));

/** Times requests to the real server in its own process, with `event-loop.ts` loaded into it. */
export async function timeRequests({ selfies, groups, phone }: BenchPhotos): Promise<Requests> {
  const folder = mkdtempSync(join(tmpdir(), "selfsame-bench-"));
  const delayFile = join(folder, "delay.json");
  const preload = pathToFileURL(join(import.meta.dirname, "measuring/event-loop.ts")).href;
  const server = await startServer({
    NODE_OPTIONS: `--import=${preload}`,
    BENCH_DELAY_FILE: delayFile,
    LOG_LEVEL: "error",
  });
  const run = async (
    name: string,
    uploads: readonly Upload[],
    concurrency: number,
    count: number,
    version: 2 | 3 = 2,
  ): Promise<HttpRow> => {
    const before = usageOf(server.pid).cpuMs;
    const { timesMs, perSecond } = await load(`${server.url}/api/v${version}/verify`, server.privateKey, uploads, {
      concurrency,
      count,
    });
    return {
      name: `version ${version}, ${name}`,
      timing: timing(timesMs, usageOf(server.pid).cpuMs - before),
      perSecond,
    };
  };
  try {
    await run("warm-up", pairs(selfies), 4, 40);
    const current = await run("one at a time", pairs(selfies), 1, 120, 3);
    const alone = await run("one at a time", pairs(selfies), 1, 120);
    await readDelay(server.pid, delayFile); // resets the measurement
    const eight = await run("eight at a time", pairs(selfies), 8, 760);
    const eventLoop = await readDelay(server.pid, delayFile);
    const large = await run("one at a time, photos of 12 megapixels and 4 MB", pairs(phone), 1, 40);
    const crowd = await run("one at a time, photos of three to six people", pairs(groups), 1, 40);
    const { memoryMb, ownMemoryMb } = usageOf(server.pid);
    return { http: [current, alone, eight, large, crowd], eventLoop, memoryMb, ownMemoryMb };
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true });
  }
}

async function readDelay(pid: number, file: string): Promise<Results["eventLoop"]> {
  rmSync(file, { force: true });
  process.kill(pid, "SIGUSR2");
  while (!existsSync(file) || readFileSync(file).length === 0) await pause(10);
  return JSON.parse(readFileSync(file, "utf8")) as Results["eventLoop"];
}
