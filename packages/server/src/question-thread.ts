import { Worker, type WorkerOptions } from "node:worker_threads";

/** What belongs to one question: its answer carries the same. */
interface Numbered {
  readonly id: number;
}

/** A thread that answers one question after the other. It starts with the first, and keeps no process alive without one. */
export interface QuestionThread<Question extends Numbered, Answer extends Numbered> {
  /** @throws where the thread ends before it answers */
  ask(question: Omit<Question, "id">): Promise<Answer>;
  end(): Promise<void>;
}

/** @param file of the thread @param purpose what it is for, as an error names it */
export function createQuestionThread<Question extends Numbered, Answer extends Numbered>(
  file: string,
  purpose: string,
  options: WorkerOptions = {},
): QuestionThread<Question, Answer> {
  const waiting = new Map<number, PromiseWithResolvers<Answer>>();
  let thread: Worker | undefined;
  let asked = 0;

  const start = (): Worker => {
    const worker = new Worker(file, options);
    worker.on("message", (answer: Answer) => {
      const question = waiting.get(answer.id);
      waiting.delete(answer.id);
      if (waiting.size === 0) worker.unref();
      question?.resolve(answer);
    });
    let why: unknown = new Error(`the thread ${purpose} has ended`);
    worker.once("error", (error) => (why = error));
    worker.once("exit", () => {
      thread = undefined;
      for (const { reject } of waiting.values()) reject(why);
      waiting.clear();
    });
    return worker;
  };

  return {
    ask: (question) => {
      thread ??= start();
      const asking = Promise.withResolvers<Answer>();
      const id = asked++;
      waiting.set(id, asking);
      thread.ref();
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      thread.postMessage({ ...question, id });
      return asking.promise;
    },
    end: async () => {
      // Or the process could end before the thread has.
      thread?.ref();
      await thread?.terminate();
    },
  };
}
