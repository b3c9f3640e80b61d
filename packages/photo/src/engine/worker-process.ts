import { fork } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { extname, join } from "node:path";
import type { Writable } from "node:stream";
import { EngineFault } from "./engine.ts";
import type { Wants } from "./engine.ts";
import { workersCodeCache } from "./code-cache.ts";
import { isolate } from "./isolation.ts";
import { processorMs } from "./processor-time.ts";
import { photosFd } from "./messages.ts";
import type { FromWorker, ToWorker } from "./messages.ts";
import type { ModelSet } from "../models/model-set.ts";
import { OperatorError } from "@selfsame/platform/operator-error";

/** The worker's process ended: killed, crashed in a native decoder, or out of memory. */
export class WorkerLost extends Error {
  override readonly name = "WorkerLost";
}

type Done = Extract<FromWorker, { readonly kind: "done" }>;

/** A worker, as its parent sees it. */
export interface WorkerProcess {
  readonly pid: number;
  /** Analyzes one photo; call again only after the answer. Rejects with WorkerLost or EngineFault. */
  run(photo: Uint8Array, wants: Wants): Promise<Done>;
  /** Processor time spent on the current photo; undefined if the system does not report it. */
  processorMs(): number | undefined;
  /** Memory of its process after the latest photo; 0 before the first. */
  readonly memoryBytes: number;
  /** Resolves when the process has ended, for whatever reason. */
  readonly gone: Promise<void>;
  kill(): void;
  /** Ends it between two photos; kills it after `patienceMs`. */
  end(patienceMs: number): Promise<void>;
}

/**
 * V8 flags. A worker has one core, so helper threads for compilation and collection only take time from other workers. Its heap is small and idle
 * between photos, so garbage is collected at once: a tenth less processor time (measured). One megabyte of young generation holds what a photo leaves;
 * with sixteen, a worker is 25 MB larger and no faster. It is collected when full; a task that collects at four fifths does so more often, and a worker
 * is 1 MB larger (measured).
 */
const workerFlags = [
  "--disable-warning=ExperimentalWarning",
  "--disable-warning=SecurityWarning",
  "--single-threaded",
  "--no-incremental-marking",
  "--max-semi-space-size=1",
  "--no-minor-gc-task",
  "--expose-gc",
] as const;

/**
 * glibc's memory settings; other systems ignore them. By default it has one heap a thread, keeps the memory that models and photos were loaded with, and
 * a worker is 30 to 60 MB larger (measured). Larger blocks are mapped separately, and the kernel clears each page every time. A photo's pixels and
 * tensors have 1 to 3 MB: mapped from 256 KB on, they cost 500 to 800 page faults a verify and 5 % of a worker's processor time; from 4 MB on, a dozen
 * faults (AMD EPYC of family 26, Linux 6.18).
 * The end of the heap is returned from 8 MB on. From 4 or 2 MB on, photos allocate and return it in turn: 350 faults a verify, without any saving.
 */
const heapSettings = {
  MALLOC_ARENA_MAX: "1",
  MALLOC_MMAP_THRESHOLD_: String(4 * 1024 * 1024),
  MALLOC_TRIM_THRESHOLD_: String(8 * 1024 * 1024),
} as const;

/** Loading the models takes half a second; a worker that is not ready by then hangs. */
const loadMs = 120_000;

/**
 * A process, not a thread: a photo that crashes a native decoder costs one worker instead of the service, and a stuck worker can be killed. Ending a
 * thread during a run of ONNX Runtime aborts the whole process (measured: "terminate called after throwing an instance of 'Napi::Error'").
 * @param background it gets only processor time that is left over
 * @returns when its models are loaded
 * @throws EngineFault with the reason if they could not be, OperatorError if its libraries cannot be loaded
 */
export async function startWorker(models: ModelSet, background = false): Promise<WorkerProcess> {
  const codeCache = workersCodeCache();
  const { execPath, execArgv } = isolate(models, workerFlags, { writable: codeCache });
  // .ts here, .js in the published package.
  const child = fork(join(import.meta.dirname, `worker${extname(import.meta.filename)}`), {
    serialization: "advanced",
    env: { ...safeEnv(), ...heapSettings, ...(codeCache !== undefined && { NODE_COMPILE_CACHE: codeCache }) },
    execPath,
    execArgv: [...execArgv],
    stdio: ["ignore", "ignore", "inherit", "ipc", "pipe"],
  });
  const photos = child.stdio[photosFd] as Writable;
  photos.on("error", () => undefined); // it breaks when the worker goes, and of that "exit" tells
  const gone = new Promise<void>((resolve) => {
    // "close" does not follow disconnect(). Pending writes must release their photo before another worker analyzes it.
    child.once("exit", () => resolve(void photos.destroy()));
    child.on("error", () => child.pid === undefined && resolve()); // it could not even be started
  });
  const patience = setTimeout(() => child.kill("SIGKILL"), loadMs);
  const loaded = await ask(child, { kind: "load", models, background })
    .catch((error: unknown) => {
      child.kill("SIGKILL");
      throw new EngineFault("a worker did not start", { cause: error });
    })
    .finally(() => clearTimeout(patience));
  if (loaded.kind !== "ready") {
    child.kill("SIGKILL");
    if (loaded.kind === "unusable") throw new OperatorError(loaded.problem);
    throw new EngineFault(loaded.kind === "fault" ? loaded.detail : "a worker answered out of turn");
  }
  let memoryBytes = 0;
  let beforePhotoMs = loaded.processorMs;
  return {
    pid: child.pid ?? 0,
    gone,
    get memoryBytes() {
      return memoryBytes;
    },
    processorMs() {
      const totalMs = processorMs(child.pid ?? 0);
      return totalMs === undefined ? undefined : totalMs - beforePhotoMs;
    },
    async run(photo, wants) {
      const asked = ask(child, { kind: "photo", sizeBytes: photo.byteLength, wants });
      photos.write(photo);
      const answer = await asked;
      beforePhotoMs = answer.processorMs;
      if (answer.kind === "done") {
        ({ memoryBytes } = answer);
        return answer;
      }
      throw new EngineFault(answer.kind === "fault" ? answer.detail : "a worker answered out of turn");
    },
    kill() {
      child.kill("SIGKILL");
    },
    async end(patienceMs) {
      if (child.connected) child.disconnect();
      const timer = setTimeout(() => child.kill("SIGKILL"), patienceMs);
      await gone;
      clearTimeout(timer);
    },
  };
}

/** Sends one message and waits for its answer. */
function ask(child: ChildProcess, message: ToWorker): Promise<FromWorker> {
  const { promise, resolve, reject } = Promise.withResolvers<FromWorker>();
  const lost = (reason?: unknown) => reject(new WorkerLost("a worker was lost", { cause: reason }));
  child.once("message", resolve).once("exit", lost).once("error", lost);
  child.send(message, (error) => {
    if (error) lost(error);
  });
  return promise.finally(() => child.off("message", resolve).off("exit", lost).off("error", lost));
}

/** What a process needs to start and to find its libraries. No key and no database address: it reads untrusted files. */
export function safeEnv(): NodeJS.ProcessEnv {
  const names = ["PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "SystemRoot", "TEMP", "TMPDIR", "TZ"];
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}
