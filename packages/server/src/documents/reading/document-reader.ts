import type { StatusLists } from "../status/status-lists.ts";
import { createFirstOfKind, type DecoderFault } from "@selfsame/photo/engine/decoder-faults";
import { EngineFault, EngineUnavailable } from "@selfsame/photo/engine/engine";
import { FairQueue } from "@selfsame/photo/engine/fair-queue";
import type { Answer, Kind, Question, Questions } from "./messages.ts";
import { type DocumentProcess, type FindCertificates, ProcessLost, startProcess } from "./start-process.ts";
import { watchTime } from "./watch-time.ts";

/** The account for which a document is read. */
interface ReadContext {
  readonly accountId: string;
  /** If it aborts while the document waits, the document is removed from the queue. */
  readonly signal?: AbortSignal | undefined;
  readonly findCertificates?: FindCertificates;
}

/** Reads documents, which are untrusted, in a separate process, so that they do not affect other requests. */
export interface DocumentReader {
  /** Status lists for checking revocation; undefined if none are fetched. */
  readonly statusLists?: StatusLists | undefined;
  /**
   * @returns undefined if the document took longer than any genuine one, or crashed its parser
   * @throws EngineUnavailable if the document cannot be read now; the signal's reason if it aborts first
   */
  read<K extends Kind>(
    kind: K,
    asks: Questions[K]["asks"],
    context: ReadContext,
  ): Promise<Questions[K]["answer"] | undefined>;
  stop(): Promise<void>;
}

export interface ReaderDeps {
  /** Called once for each kind of fault, and for each lost process. */
  report(problem: string, cause?: unknown): void;
  /** Called for each fault of a parser, and for each document that was given up. */
  countFault(): void;
  readonly statusLists?: StatusLists | undefined;
}

export interface ReaderLimits {
  /** Maximum number of documents that wait. */
  readonly queueLength: number;
  /** A document that would wait longer than this is rejected at once. */
  readonly waitMs: number;
  /** Processor time that a document may use. The largest one within the budgets needs a tenth of it. */
  readonly processorMs: number;
  /** Time that a document may take while no processor is free. */
  readonly starvedMs: number;
  /** After this time without a document the process ends, which frees its memory. */
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

/** One process for all documents of this node, which serves accounts in turn. The first document starts it. */
export const createDocumentReader = (deps: ReaderDeps, limits: Partial<ReaderLimits> = {}): DocumentReader =>
  new QueuedReader(deps, { ...defaults, ...limits });

class QueuedReader implements DocumentReader {
  readonly statusLists: StatusLists | undefined;
  readonly #deps: ReaderDeps;
  readonly #limits: ReaderLimits;
  readonly #queue = new FairQueue<Task>();
  readonly #isFirstOfKind = createFirstOfKind();
  #running: DocumentProcess | undefined;
  /** Pending while there are documents to read. */
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
      // Whatever the reason, the document is not read a second time.
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

  /** Ends the process; the next document starts a new one. */
  #drop(): void {
    this.#running?.kill();
    this.#running = undefined;
  }

  #noteFault(fault: DecoderFault): void {
    this.#deps.countFault();
    if (this.#isFirstOfKind(fault)) this.#deps.report("a parser of documents failed", new EngineFault(fault.detail));
  }
}
