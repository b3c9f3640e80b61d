import { setTimeout as pause } from "node:timers/promises";
import { createFirstOfKind, type DecoderFault } from "./decoder-faults.ts";
import { EngineFault, EngineUnavailable } from "./engine.ts";
import type { AnalyzeOptions, Engine, ObserveStage, PhotoResult, Wants } from "./engine.ts";
import { FairQueue, type Priority } from "./fair-queue.ts";
import { isJpeg2000 } from "../decode/format.ts";
import { createTally } from "@selfsame/platform/tally";
import { addPassed } from "@selfsame/platform/tracing/photo-spans";
import { inSpan, type Context, context } from "@selfsame/platform/tracing/spans";
import { WorkerLost } from "./worker-process.ts";
import type { WorkerProcess } from "./worker-process.ts";

export interface PoolLimits {
  readonly workers: number;
  /** Photos that may wait. Further ones are rejected as busy. */
  readonly queueLength: number;
  /** A photo is rejected at once if its expected wait is longer, and after four times this if it did wait. */
  readonly waitMs: number;
  /** Processor time after which a photo's worker is killed and the photo rejected as too complex. */
  readonly taskMs: number;
  /** Elapsed time after which a worker that gets no processor time is killed; the caller has to retry. */
  readonly starvedMs: number;
}

export interface PoolDeps {
  startWorker(): Promise<WorkerProcess>;
  /** Called for every worker that was lost or did not start. */
  report(problem: string, cause?: unknown): void;
  /** Receives the duration of each stage of a photo, including the wait for a worker (`queue`). */
  observe?: ObserveStage;
  /** Called for each photo on which our own decoder failed by a fault of its own and libvips took over. */
  countDecoderFault?(): void;
}

export interface PoolStatus {
  readonly workers: number;
  readonly idle: number;
  readonly queued: number;
  /** Of all workers together. */
  readonly memoryBytes: number;
  /** No more photos are accepted. */
  readonly stopping: boolean;
}

interface Task {
  readonly accountId: string;
  readonly priority: Priority;
  readonly photo: Uint8Array;
  readonly wants: Wants;
  readonly span: Context;
  readonly resolve: (result: PhotoResult) => void;
  readonly reject: (reason: unknown) => void;
  readonly sinceMs: number;
  readonly observe: ObserveStage | undefined;
  /** Its worker was lost once. The photo may be the cause, so it gets a second try and no third. */
  retried: boolean;
  /** Expires while it waits. */
  waiting?: NodeJS.Timeout;
}

/** A request's room expires if its photos arrive later than this after its headers. */
const promiseMs = 1000;
/** Shortest interval between checks of a photo that exceeds its time. */
const lookAgainMs = 50;
/** Twice the time of the largest JPEG 2000 that its header allows. Tiles may ask for more in their own headers, which is known only when they are decoded. */
const jpeg2000Ms = 6000;
const firstPauseMs = 100;
const longestPauseMs = 5000;
const longestRetrySeconds = 60;
/** Longest delay of setTimeout. */
const longestTimerMs = 2 ** 31 - 1;

/** Distributes photos to workers, fairly between accounts, and replaces lost workers. */
export class Pool implements Engine {
  readonly #limits: PoolLimits;
  readonly #deps: PoolDeps;
  readonly #workers = new Set<WorkerProcess>();
  readonly #idle = new Set<WorkerProcess>();
  /** Every task without an answer, waiting or running. */
  readonly #open = new Set<Task>();
  readonly #queue = new FairQueue<Task>();
  /** Until when each account's rejected callers were told to wait. */
  readonly #awayUntilMs = new Map<string, number>();
  /** For each account, photos that have room and have not arrived. */
  readonly #promised = createTally();
  readonly #isFirstOfKind = createFirstOfKind();
  #drained: (() => void) | undefined;
  #stopped: Promise<void> | undefined;
  #ending = false;
  /** Lost workers that are not replaced yet. */
  #missing = 0;

  constructor(limits: PoolLimits, deps: PoolDeps) {
    this.#limits = limits;
    this.#deps = deps;
  }

  /** Resolves when the first worker is ready; the others follow. @throws EngineFault if it cannot start */
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

  analyze(photo: Uint8Array, wants: Wants, options: AnalyzeOptions = {}): Promise<PhotoResult> {
    return inSpan("photo", {}, async (span) => {
      const result = await this.#analyze(photo, wants, options);
      span.setAttribute("selfsame.outcome", result.outcome);
      return result;
    });
  }

  #analyze(photo: Uint8Array, wants: Wants, options: AnalyzeOptions): Promise<PhotoResult> {
    const { accountId = "", priority = "interactive", signal, observe, model } = options;
    if (signal?.aborted) return Promise.reject(signal.reason);
    const refusal = this.#refusal(accountId, priority);
    if (refusal) return Promise.reject(refusal);
    const { promise, resolve, reject } = Promise.withResolvers<PhotoResult>();
    const sinceMs = performance.now();
    const span = context.active();
    const asked = model === undefined ? wants : { ...wants, model };
    const task: Task = {
      accountId,
      priority,
      photo,
      wants: asked,
      span,
      resolve,
      reject,
      sinceMs,
      observe,
      retried: false,
    };
    const abandon = () => this.#settle(task, () => reject(signal?.reason));
    signal?.addEventListener("abort", abandon, { once: true });
    this.#open.add(task);
    this.#wait(task, "last");
    return promise.finally(() => signal?.removeEventListener("abort", abandon));
  }

  requireRoom(accountId: string, photos: number): () => void {
    const refusal = this.#refusal(accountId, "interactive", this.#promised.of(accountId));
    if (refusal) throw refusal;
    this.#promised.add(accountId, photos);
    const end = () => {
      clearTimeout(timer);
      if (ended) return;
      ended = true;
      this.#promised.add(accountId, -photos);
    };
    let ended = false;
    const timer = setTimeout(end, promiseMs).unref();
    return end;
  }

  /** @param promised photos of the account that come first and have not arrived */
  #refusal(accountId: string, priority: Priority, promised = 0): EngineUnavailable | undefined {
    if (this.#stopped) return new EngineUnavailable("stopping");
    if (this.#idle.size > promised) return undefined;
    const isFull = this.#queue.length >= this.#limits.queueLength;
    if (priority === "batch") return isFull ? new EngineUnavailable("busy") : undefined;
    if (!isFull && this.#isOrphaned) return undefined;
    const waitMs = this.#queue.expectedWaitMs(accountId, this.#limits.workers, promised);
    if (!isFull && waitMs <= this.#limits.waitMs) return undefined;
    return new EngineUnavailable("busy", this.#retryAfterSeconds(accountId, waitMs));
  }

  /** Whether all workers were lost: they are replaced within a second, so nobody is rejected for that. */
  get #isOrphaned(): boolean {
    return this.#missing > 0 && this.#workers.size === 0;
  }

  /** One turn later than the account's previously rejected caller: if all retried at once, they would be rejected again. */
  #retryAfterSeconds(accountId: string, waitMs: number): number {
    const nowMs = performance.now();
    for (const [id, untilMs] of this.#awayUntilMs) if (untilMs <= nowMs) this.#awayUntilMs.delete(id);
    const turnMs = this.#queue.turnMs(accountId, this.#limits.workers);
    const atMs = Math.max(nowMs + waitMs, this.#awayUntilMs.get(accountId) ?? 0) + turnMs;
    this.#awayUntilMs.set(accountId, Math.min(atMs, nowMs + longestRetrySeconds * 1000));
    return Math.min(longestRetrySeconds, Math.max(1, Math.ceil((atMs - nowMs) / 1000)));
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
    this.#queue.add(task, place);
    if (task.priority === "interactive") {
      const giveUp = () => this.#settle(task, () => task.reject(new EngineUnavailable("busy")));
      // A photo that was admitted without an estimate waits no longer than the estimate allows others.
      const times = this.#isOrphaned && !task.retried ? 1 : 4;
      task.waiting = setTimeout(giveUp, Math.min(times * this.#limits.waitMs, longestTimerMs));
    }
    this.#dispatch();
  }

  #dispatch(): void {
    for (const worker of this.#idle) {
      const task = this.#queue.take();
      if (!task) return;
      this.#idle.delete(worker);
      clearTimeout(task.waiting);
      void this.#run(task, worker);
    }
  }

  async #run(task: Task, worker: WorkerProcess): Promise<void> {
    const sinceMs = performance.now();
    const observe: ObserveStage = (stage, durationMs) => {
      this.#deps.observe?.(stage, durationMs);
      task.observe?.(stage, durationMs);
    };
    observe("queue", sinceMs - task.sinceMs);
    addPassed(task.span, [{ stage: "queue", startMs: task.sinceMs, endMs: sinceMs }], sinceMs);
    const endWatch = this.#watch(task, worker, sinceMs);
    try {
      const { result, stagesMs, stageTimes, totalMs, decoderFaults } = await worker.run(task.photo, task.wants);
      for (const fault of decoderFaults) this.#noteDecoderFault(fault);
      // Counted back from the answer: sending a photo to the worker takes longer than returning its results.
      addPassed(task.span, stageTimes, totalMs);
      for (const [stage, durationMs] of Object.entries(stagesMs)) observe(stage, durationMs);
      this.#settle(task, () => task.resolve(result));
      this.#idle.add(worker);
    } catch (error) {
      if (error instanceof WorkerLost) this.#lost(task);
      else {
        this.#settle(task, () => task.reject(error));
        this.#idle.add(worker);
      }
    }
    endWatch();
    this.#queue.finished(task, performance.now() - sinceMs);
    this.#dispatch();
  }

  /** Gives up photos that exceed their processor time, and photos whose worker gets no processor time. @returns ends the watch */
  #watch(task: Task, worker: WorkerProcess, sinceMs: number): () => void {
    const { starvedMs } = this.#limits;
    const taskMs = Math.min(this.#limits.taskMs, isJpeg2000(task.photo) ? jpeg2000Ms : Infinity);
    const giveUp = (answer: () => void) => {
      this.#settle(task, answer);
      worker.kill();
    };
    const look = () => {
      const passedMs = performance.now() - sinceMs;
      const leftMs = taskMs - (worker.processorMs() ?? passedMs);
      if (leftMs <= 0) return giveUp(() => task.resolve({ outcome: "too_complex" }));
      if (passedMs >= starvedMs) return giveUp(() => task.reject(this.#starved(task)));
      timer = setTimeout(look, Math.max(lookAgainMs, Math.min(leftMs, starvedMs - passedMs)));
    };
    let timer = setTimeout(look, Math.min(taskMs, starvedMs));
    return () => clearTimeout(timer);
  }

  #starved({ accountId }: Task): EngineUnavailable {
    this.#deps.report("a worker did not get the processor: its photo was given up");
    return new EngineUnavailable("busy", this.#retryAfterSeconds(accountId, this.#limits.waitMs));
  }

  #noteDecoderFault(fault: DecoderFault): void {
    this.#deps.countDecoderFault?.();
    if (!this.#isFirstOfKind(fault)) return;
    this.#deps.report("our JPEG decoder failed: libvips decoded the photo", new EngineFault(fault.detail));
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

  /** Gives a task its one answer, unless its caller has gone. */
  #settle(task: Task, answer: () => void): void {
    if (!this.#open.delete(task)) return;
    clearTimeout(task.waiting);
    this.#queue.remove(task);
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
    this.#missing++;
    void this.#keepStarting().finally(() => this.#missing--);
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
