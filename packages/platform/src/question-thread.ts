import module from "node:module";
import { dirname } from "node:path";
import { Worker, type WorkerOptions } from "node:worker_threads";

/** Matches an answer to its question. */
interface Numbered {
  readonly id: number;
}

/** A thread that answers questions one by one. It starts with the first, ends when idle, and keeps no process alive while idle. */
export interface QuestionThread<Question extends Numbered, Answer extends Numbered> {
  /** @throws if the thread ends before it answers */
  ask(question: Omit<Question, "id">): Promise<Answer>;
  end(): Promise<void>;
}

interface ThreadOptions extends WorkerOptions {
  /** Milliseconds that an idle thread is kept. */
  readonly restMs?: number;
}

/** A thread holds 10 MB (measured) and starts in a tenth of a second. After the sweep at the start, it is often idle for an hour. */
const defaultRestMs = 30_000;

/**
 * Environment of a thread that uses the process's code cache. Otherwise a thread has no cache, and in a clone loads the TypeScript transform, which
 * takes 16 MB.
 */
export function withCodeCache(): NodeJS.ProcessEnv {
  const folder = module.getCompileCacheDir();
  return folder === undefined ? process.env : { ...process.env, NODE_COMPILE_CACHE: dirname(folder) };
}

/** A thread and its open questions. */
interface Running<Answer> {
  readonly worker: Worker;
  readonly waiting: Map<number, PromiseWithResolvers<Answer>>;
  rest?: NodeJS.Timeout;
}

/** @param file of the thread @param purpose named in errors */
export function createQuestionThread<Question extends Numbered, Answer extends Numbered>(
  file: string,
  purpose: string,
  { restMs = defaultRestMs, ...options }: ThreadOptions = {},
): QuestionThread<Question, Answer> {
  let running: Running<Answer> | undefined;
  let ending = Promise.resolve<unknown>(undefined);
  let asked = 0;

  const start = (): Running<Answer> => {
    const worker = new Worker(file, { env: withCodeCache(), ...options });
    const started: Running<Answer> = { worker, waiting: new Map() };
    worker.on("message", (answer: Answer) => {
      const question = started.waiting.get(answer.id);
      started.waiting.delete(answer.id);
      if (started.waiting.size === 0) rest(started);
      question?.resolve(answer);
    });
    let why: unknown = new Error(`the thread ${purpose} has ended`);
    worker.once("error", (error) => (why = error));
    worker.once("exit", () => {
      forget(started);
      for (const { reject } of started.waiting.values()) reject(why);
    });
    return started;
  };

  const forget = (one: Running<Answer>): void => {
    clearTimeout(one.rest);
    if (running === one) running = undefined;
  };

  const rest = (one: Running<Answer>): void => {
    one.worker.unref();
    clearTimeout(one.rest);
    one.rest = setTimeout(() => {
      forget(one);
      ending = one.worker.terminate();
    }, restMs).unref();
  };

  return {
    ask: (question) => {
      const one = (running ??= start());
      clearTimeout(one.rest);
      const asking = Promise.withResolvers<Answer>();
      const id = asked++;
      one.waiting.set(id, asking);
      one.worker.ref();
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      one.worker.postMessage({ ...question, id });
      return asking.promise;
    },
    end: async () => {
      // Otherwise the process could end before the thread has.
      running?.worker.ref();
      await Promise.all([ending, running?.worker.terminate()]);
    },
  };
}
