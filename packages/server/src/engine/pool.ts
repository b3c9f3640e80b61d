import { setTimeout as pause } from "node:timers/promises";
import { EngineFault, EngineUnavailable } from "./engine.ts";
import type { Engine, PhotoResult, Wants } from "./engine.ts";
import { WorkerLost } from "./worker-process.ts";
import type { WorkerProcess } from "./worker-process.ts";

export interface PoolLimits {
  readonly workers: number;
  /** Photos that may wait. One more is turned away as busy. */
  readonly queueLength: number;
  /** How long a photo may wait for a worker before it is turned away as busy. */
  readonly waitMs: number;
  /** How long a worker may look at one photo before it is taken for stuck and killed. */
  readonly taskMs: number;
}

export interface PoolDeps {
  startWorker(): Promise<WorkerProcess>;
  /** Told of every worker that was lost or would not start. */
  report(problem: string, cause?: unknown): void;
  /** Told how long each stage of a photo took, the wait for a worker (`queue`) included. */
  observe?(stage: string, durationMs: number): void;
}

export interface PoolStatus {
  readonly workers: number;
  readonly idle: number;
  readonly queued: number;
  /** Of all workers together. */
  readonly memoryBytes: number;
  /** It takes no more photos. */
  readonly stopping: boolean;
}

interface Task {
  readonly photo: Uint8Array;
  readonly wants: Wants;
  readonly resolve: (result: PhotoResult) => void;
  readonly reject: (reason: unknown) => void;
  readonly sinceMs: number;
  /** Its worker was lost once: the photo may have been to blame, so it gets a second try and no third. */
  retried: boolean;
  /** Runs out while it waits. */
  waiting?: NodeJS.Timeout;
}

const firstPauseMs = 100;
const longestPauseMs = 5000;

/** Hands photos to workers, first come first served, and replaces workers that are lost. */
export class Pool implements Engine {
  readonly #limits: PoolLimits;
  readonly #deps: PoolDeps;
  readonly #workers = new Set<WorkerProcess>();
  readonly #idle = new Set<WorkerProcess>();
  /** Every task without an answer yet, waiting or running. */
  readonly #open = new Set<Task>();
  readonly #queue: Task[] = [];
  #drained: (() => void) | undefined;
  #stopped: Promise<void> | undefined;
  #ending = false;

  constructor(limits: PoolLimits, deps: PoolDeps) {
    this.#limits = limits;
    this.#deps = deps;
  }

  /** Resolves when the first worker can work; the others follow. @throws EngineFault when it cannot start */
  async start(): Promise<void> {
    await this.#startWorker();
    for (let others = this.#limits.workers - 1; others > 0; others--) void this.#keepStarting();
  }

  get status(): PoolStatus {
    return {
      workers: this.#workers.size,
      idle: this.#idle.size,
      queued: this.#queue.length,
      memoryBytes: Array.from(this.#workers, (worker) => worker.memoryBytes).reduce((sum, bytes) => sum + bytes, 0),
      stopping: this.#stopped !== undefined,
    };
  }

  analyze(photo: Uint8Array, wants: Wants, signal?: AbortSignal): Promise<PhotoResult> {
    if (this.#stopped) return Promise.reject(new EngineUnavailable("stopping"));
    if (signal?.aborted) return Promise.reject(signal.reason);
    if (this.#idle.size === 0 && this.#queue.length >= this.#limits.queueLength) {
      return Promise.reject(new EngineUnavailable("busy"));
    }
    const { promise, resolve, reject } = Promise.withResolvers<PhotoResult>();
    const task: Task = { photo, wants, resolve, reject, sinceMs: performance.now(), retried: false };
    const abandon = () => this.#settle(task, () => reject(signal?.reason));
    signal?.addEventListener("abort", abandon, { once: true });
    this.#open.add(task);
    this.#wait(task, "last");
    return promise.finally(() => signal?.removeEventListener("abort", abandon));
  }

  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  async #stop(): Promise<void> {
    if (this.#open.size > 0) await new Promise<void>((resolve) => (this.#drained = resolve));
    this.#ending = true;
    await Promise.all(Array.from(this.#workers, (worker) => worker.end(this.#limits.taskMs)));
  }

  #wait(task: Task, place: "first" | "last"): void {
    if (place === "first") this.#queue.unshift(task);
    else this.#queue.push(task);
    task.waiting = setTimeout(
      () => this.#settle(task, () => task.reject(new EngineUnavailable("busy"))),
      this.#limits.waitMs,
    );
    this.#dispatch();
  }

  #dispatch(): void {
    for (const worker of this.#idle) {
      const task = this.#queue.shift();
      if (!task) return;
      this.#idle.delete(worker);
      clearTimeout(task.waiting);
      void this.#run(task, worker);
    }
  }

  async #run(task: Task, worker: WorkerProcess): Promise<void> {
    this.#deps.observe?.("queue", performance.now() - task.sinceMs);
    const deadline = setTimeout(() => {
      this.#settle(task, () => task.reject(new EngineUnavailable("deadline")));
      worker.kill();
    }, this.#limits.taskMs);
    try {
      const { result, stagesMs } = await worker.run(task.photo, task.wants);
      this.#settle(task, () => task.resolve(result));
      for (const [stage, durationMs] of Object.entries(stagesMs)) this.#deps.observe?.(stage, durationMs);
      this.#idle.add(worker);
    } catch (error) {
      if (error instanceof WorkerLost) this.#lost(task);
      else {
        this.#settle(task, () => task.reject(error));
        this.#idle.add(worker);
      }
    }
    clearTimeout(deadline);
    this.#dispatch();
  }

  #lost(task: Task): void {
    if (!this.#open.has(task)) return; // nobody waits for it any more
    if (task.retried) {
      this.#settle(task, () => task.reject(new EngineFault("two workers were lost over one photo")));
      return;
    }
    task.retried = true;
    this.#wait(task, "first");
  }

  /** Gives a task its one answer, or takes note that its caller has gone. */
  #settle(task: Task, answer: () => void): void {
    if (!this.#open.delete(task)) return;
    clearTimeout(task.waiting);
    const place = this.#queue.indexOf(task);
    if (place !== -1) this.#queue.splice(place, 1);
    answer();
    if (this.#open.size === 0) this.#drained?.();
  }

  async #startWorker(): Promise<void> {
    const worker = await this.#deps.startWorker();
    this.#workers.add(worker);
    void worker.gone.then(() => this.#replace(worker));
    if (this.#ending) return worker.end(this.#limits.taskMs);
    this.#idle.add(worker);
    this.#dispatch();
  }

  #replace(worker: WorkerProcess): void {
    this.#workers.delete(worker);
    this.#idle.delete(worker);
    if (this.#ending) return;
    this.#deps.report("a worker was lost");
    void this.#keepStarting();
  }

  async #keepStarting(): Promise<void> {
    for (let pauseMs = firstPauseMs; !this.#ending; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      try {
        return await this.#startWorker();
      } catch (error) {
        this.#deps.report("a worker did not start", error);
        await pause(pauseMs, undefined, { ref: false });
      }
    }
  }
}
