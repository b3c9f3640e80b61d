import { setTimeout as pause } from "node:timers/promises";
import { type Context, context } from "@opentelemetry/api";
import { createFirstOfKind, type DecoderFault } from "./decoder-faults.ts";
import { EngineFault, EngineUnavailable } from "./engine.ts";
import type { AnalyzeOptions, Engine, ObserveStage, PhotoResult, Wants } from "./engine.ts";
import { FairQueue, type Priority } from "./fair-queue.ts";
import { isJpeg2000 } from "../decode/jpeg2000/header.ts";
import { createTally } from "../../platform/tally.ts";
import { addPassed } from "../../platform/tracing/photo-spans.ts";
import { inSpan } from "../../platform/tracing/spans.ts";
import { WorkerLost } from "./worker-process.ts";
import type { WorkerProcess } from "./worker-process.ts";

export interface PoolLimits {
  readonly workers: number;
  /** Photos that may wait. One more is turned away as busy. */
  readonly queueLength: number;
  /** A photo that would wait longer for a worker than this is turned away at once; one that does wait four times as long, then. */
  readonly waitMs: number;
  /** So much of the processor a photo may take before its worker is killed, and the photo called too complex. */
  readonly taskMs: number;
  /** And so long it may take a worker that does not get the processor: then it is killed, and the caller has to retry. */
  readonly starvedMs: number;
}

export interface PoolDeps {
  startWorker(): Promise<WorkerProcess>;
  /** Told of every worker that was lost or would not start. */
  report(problem: string, cause?: unknown): void;
  /** Told how long each stage of a photo took, the wait for a worker (`queue`) included. */
  observe?: ObserveStage;
  /** Called for each photo that our own decoder failed at by a fault of its own; libvips decoded it. */
  countDecoderFault?(): void;
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
  readonly accountId: string;
  readonly priority: Priority;
  readonly photo: Uint8Array;
  readonly wants: Wants;
  readonly span: Context;
  readonly resolve: (result: PhotoResult) => void;
  readonly reject: (reason: unknown) => void;
  readonly sinceMs: number;
  readonly observe: ObserveStage | undefined;
  /** Its worker was lost once: the photo may have been to blame, so it gets a second try and no third. */
  retried: boolean;
  /** Runs out while it waits. */
  waiting?: NodeJS.Timeout;
}

/** What arrives later than this after its headers does not arrive with the others. */
const promiseMs = 1000;
/** How often a photo that is over its time is checked again, at most. */
const lookAgainMs = 50;
/** Twice what the largest JPEG 2000 takes that its header lets in: what tiles ask for in theirs is known only when they are decoded. */
const jpeg2000Ms = 6000;
const firstPauseMs = 100;
const longestPauseMs = 5000;
const longestRetrySeconds = 60;
/** What setTimeout can wait for. */
const longestTimerMs = 2 ** 31 - 1;

/** Hands photos to workers, fairly among accounts, and replaces workers that are lost. */
export class Pool implements Engine {
  readonly #limits: PoolLimits;
  readonly #deps: PoolDeps;
  readonly #workers = new Set<WorkerProcess>();
  readonly #idle = new Set<WorkerProcess>();
  /** Every task without an answer yet, waiting or running. */
  readonly #open = new Set<Task>();
  readonly #queue = new FairQueue<Task>();
  /** Until when those of an account who were turned away have been told to stay away. */
  readonly #awayUntilMs = new Map<string, number>();
  /** Of each account, how many photos there was room for that have not arrived. */
  readonly #promised = createTally();
  readonly #isFirstOfKind = createFirstOfKind();
  #drained: (() => void) | undefined;
  #stopped: Promise<void> | undefined;
  #ending = false;
  /** Workers that were lost and have no successor yet. */
  #missing = 0;

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

  /** @param promised photos of the account that come before this one and have not arrived */
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

  /** Whether all workers were lost: their successors are there within a second, and nobody is turned away for that. */
  get #isOrphaned(): boolean {
    return this.#missing > 0 && this.#workers.size === 0;
  }

  /** A turn later than the account that was rejected before: all coming back at once would be turned away again. */
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
      // Whom no estimate let in waits no longer than the others may be expected to.
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
      // Counted back from the answer, since the photo takes longer to the worker than what is found of it takes back.
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

  /** Gives up a photo that took more of the processor than it may, and one whose worker does not get the processor. @returns what ends it */
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

  /** Gives a task its one answer, or takes note that its caller has gone. */
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
