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
import { OperatorError } from "../../platform/operator-error.ts";

/** The worker's process has gone: killed, crashed in a native decoder, or out of memory. */
export class WorkerLost extends Error {
  override readonly name = "WorkerLost";
}

type Done = Extract<FromWorker, { readonly kind: "done" }>;

/** A worker as its parent sees it. */
export interface WorkerProcess {
  readonly pid: number;
  /** Looks at one photo; to be called again only after the answer. Rejects with WorkerLost or EngineFault. */
  run(photo: Uint8Array, wants: Wants): Promise<Done>;
  /** What the photo it looks at has had of the processor; undefined where the system does not tell. */
  processorMs(): number | undefined;
  /** What its process held after its last photo; 0 before the first. */
  readonly memoryBytes: number;
  /** Resolves when the process has gone, for whatever reason. */
  readonly gone: Promise<void>;
  kill(): void;
  /** Ends it between two photos; kills it when it is still there after `patienceMs`. */
  end(patienceMs: number): Promise<void>;
}

/**
 * A worker has one core, so helper threads for compiling and garbage only take it away from the other workers; and its heap is
 * small and nobody waits for it between two photos, so garbage is collected at once: a tenth less processor time (measured).
 * Young garbage may take a megabyte, which holds what a photo leaves: at sixteen, a worker is 25 MB larger and no faster. It is collected when the
 * megabyte is full; a task that collects at four fifths of it only does so more often, and a worker is 1 MB larger (measured).
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
 * How glibc holds memory; other systems do not know these. Left alone it has a heap a thread, retains in them what models and photos
 * were loaded with, and a worker is 30 to 60 MB larger (measured). A larger block is mapped by itself, and the kernel clears it page by page each
 * time, unless the heap happens to have a gap for it. Pixels and tensors of a photo have 1 to 3 MB: mapped from 256 KB on, they cost 500 to 800
 * page faults a verify and 5 % of a worker's processor time, from 4 MB on a dozen faults (AMD EPYC of family 26, Linux 6.18).
 * The end of the heap is returned from 8 MB on: from 4 or 2 MB on, photos take and return it in turn, 350 faults a verify, and nothing is saved.
 */
const heapSettings = {
  MALLOC_ARENA_MAX: "1",
  MALLOC_MMAP_THRESHOLD_: String(4 * 1024 * 1024),
  MALLOC_TRIM_THRESHOLD_: String(8 * 1024 * 1024),
} as const;

/** Loading the models takes half a second; what is not done by then, on the slowest disk, hangs. */
const loadMs = 120_000;

/**
 * A process rather than a thread: a photo that crashes a native decoder then costs one worker and not the service,
 * and a stuck worker can be killed. Ending a thread in the middle of a run of ONNX Runtime aborts the whole process
 * (measured: "terminate called after throwing an instance of 'Napi::Error'").
 *
 * @param background it gets what of the processor nobody else wants
 * @returns when its models are loaded
 * @throws EngineFault that says why they could not be, OperatorError where its libraries cannot be loaded
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
    // "close" does not come after disconnect(). What is still being written lets go of its photo before another worker has looked at that.
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

/** Sends one message and waits for the one answer to it. */
function ask(child: ChildProcess, message: ToWorker): Promise<FromWorker> {
  const { promise, resolve, reject } = Promise.withResolvers<FromWorker>();
  const lost = (reason?: unknown) => reject(new WorkerLost("a worker was lost", { cause: reason }));
  child.once("message", resolve).once("exit", lost).once("error", lost);
  child.send(message, (error) => {
    if (error) lost(error);
  });
  return promise.finally(() => child.off("message", resolve).off("exit", lost).off("error", lost));
}

/** What a process needs to start and to find its libraries. No key and no database address: it looks at strangers' files. */
export function safeEnv(): NodeJS.ProcessEnv {
  const names = ["PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "SystemRoot", "TEMP", "TMPDIR", "TZ"];
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}
