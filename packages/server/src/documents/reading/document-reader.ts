import type { StatusLists } from "../status/status-lists.ts";
import { createFirstOfKind, type DecoderFault } from "../../photo/engine/decoder-faults.ts";
import { EngineFault, EngineUnavailable } from "../../photo/engine/engine.ts";
import { FairQueue } from "../../photo/engine/fair-queue.ts";
import type { Answer, Kind, Question, Questions } from "./messages.ts";
import { type DocumentProcess, type FindCertificates, ProcessLost, startProcess } from "./start-process.ts";
import { watchTime } from "./watch-time.ts";

/** For whom a document is read. */
interface ReadContext {
  readonly accountId: string;
  /** Drops what still waits when its client has gone. */
  readonly signal?: AbortSignal | undefined;
  readonly findCertificates?: FindCertificates;
}

/** Reads what strangers send as documents, apart from the requests of others. */
export interface DocumentReader {
  /** Where the status of documents is asked for. */
  readonly statusLists?: StatusLists | undefined;
  /**
   * @returns undefined for what took longer than any genuine document, or crashed its parser
   * @throws EngineUnavailable when it cannot be done now, the signal's reason when that came first
   */
  read<K extends Kind>(
    kind: K,
    asks: Questions[K]["asks"],
    context: ReadContext,
  ): Promise<Questions[K]["answer"] | undefined>;
  stop(): Promise<void>;
}

export interface ReaderDeps {
  /** Informed of each kind of fault once, and of every process that was lost. */
  report(problem: string, cause?: unknown): void;
  /** Called for each document that a parser failed at by a fault of its own, or that was given up. */
  countFault(): void;
  readonly statusLists?: StatusLists | undefined;
}

export interface ReaderLimits {
  /** Documents that may wait. */
  readonly queueLength: number;
  /** A document that would wait longer than this is rejected at once. */
  readonly waitMs: number;
  /** So much of the processor a document may take: the largest that the budgets allow needs a tenth of it. */
  readonly processorMs: number;
  /** And so long it may take where there is no processor for it. */
  readonly starvedMs: number;
  /** After so long without a document the process ends, and its memory is free. */
  readonly idleMs: number;
}

const defaults: ReaderLimits = {
  queueLength: 128,
  waitMs: 2000,
  processorMs: 2000,
  starvedMs: 15_000,
  idleMs: 60_000,
};
interface Task {
  readonly accountId: string;
  readonly priority: "interactive";
  readonly question: Question;
  readonly findCertificates: FindCertificates;
  readonly resolve: (answer: Answer | undefined) => void;
  readonly reject: (reason: unknown) => void;
}

/** One process for all documents of this node, which takes them in turns by account. It is started with the first. */
export const createDocumentReader = (deps: ReaderDeps, limits: Partial<ReaderLimits> = {}): DocumentReader =>
  new QueuedReader(deps, { ...defaults, ...limits });

class QueuedReader implements DocumentReader {
  readonly statusLists: StatusLists | undefined;
  readonly #deps: ReaderDeps;
  readonly #limits: ReaderLimits;
  readonly #queue = new FairQueue<Task>();
  readonly #isFirstOfKind = createFirstOfKind();
  #running: DocumentProcess | undefined;
  /** While there are documents to be read. */
  #working: Promise<void> | undefined;
  #idle: NodeJS.Timeout | undefined;
  #stopping = false;

  constructor(deps: ReaderDeps, limits: ReaderLimits) {
    this.#deps = deps;
    this.statusLists = deps.statusLists;
    this.#limits = limits;
  }

  async read<K extends Kind>(
    kind: K,
    asks: Questions[K]["asks"],
    { accountId, signal, findCertificates = async () => [] }: ReadContext,
  ): Promise<Questions[K]["answer"] | undefined> {
    signal?.throwIfAborted();
    const rejected = this.#rejection(accountId);
    if (rejected) throw rejected;
    const { promise, resolve, reject } = Promise.withResolvers<Answer | undefined>();
    const question = { kind, asks } as Question;
    const task: Task = { accountId, priority: "interactive", question, findCertificates, resolve, reject };
    const abandon = () => this.#queue.remove(task) && reject(signal?.reason);
    signal?.addEventListener("abort", abandon, { once: true });
    this.#queue.add(task);
    this.#working ??= this.#work();
    return promise.finally(() => signal?.removeEventListener("abort", abandon));
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#working;
    clearTimeout(this.#idle);
    const last = this.#running;
    this.#drop();
    await last?.gone;
  }

  #rejection(accountId: string): EngineUnavailable | undefined {
    if (this.#stopping) return new EngineUnavailable("stopping");
    const { queueLength, waitMs } = this.#limits;
    const expectedMs = this.#working ? this.#queue.expectedWaitMs(accountId, 1) : 0;
    if (this.#queue.length < queueLength && expectedMs <= waitMs) return undefined;
    return new EngineUnavailable("busy", Math.max(1, Math.ceil(expectedMs / 1000)));
  }

  async #work(): Promise<void> {
    clearTimeout(this.#idle);
    for (let task = this.#queue.take(); task; task = this.#queue.take()) {
      const sinceMs = performance.now();
      await this.#run(task).catch(task.reject);
      this.#queue.finished(task, performance.now() - sinceMs);
    }
    this.#working = undefined;
    this.#idle = setTimeout(() => this.#drop(), this.#limits.idleMs).unref();
  }

  async #run(task: Task): Promise<void> {
    const process = this.#running ?? (await this.#start());
    const endWatch = watchTime(process, this.#limits);
    try {
      const { answer, faults } = await process.ask(task.question, task.findCertificates);
      for (const fault of faults) this.#noteFault(fault);
      task.resolve(answer);
    } catch (error) {
      this.#drop();
      if (!(error instanceof ProcessLost)) throw error;
      if (endWatch() === "starved") throw new EngineUnavailable("busy");
      // Whatever it was killed for: nobody reads this document a second time.
      this.#deps.countFault();
      this.#deps.report("a document was given up: its parser took too long or crashed", error);
      task.resolve(undefined);
    } finally {
      endWatch();
    }
  }

  async #start(): Promise<DocumentProcess> {
    const started = await startProcess();
    this.#running = started;
    void this.#forgetWhenGone(started);
    return started;
  }

  async #forgetWhenGone(process: DocumentProcess): Promise<void> {
    await process.gone;
    if (this.#running === process) this.#running = undefined;
  }

  /** Ends the process; the next document has another. */
  #drop(): void {
    this.#running?.kill();
    this.#running = undefined;
  }

  #noteFault(fault: DecoderFault): void {
    this.#deps.countFault();
    if (this.#isFirstOfKind(fault)) this.#deps.report("a parser of documents failed", new EngineFault(fault.detail));
  }
}
