import { extname, join } from "node:path";
import { Worker } from "node:worker_threads";
import type { FacePrint } from "./find-copies.ts";

export interface CopiesQuestion {
  readonly id: number;
  readonly frames: readonly FacePrint[];
  /** See find-copies.ts. */
  readonly before: string;
}

export interface CopiesAnswer {
  readonly id: number;
  readonly found: readonly boolean[];
}

export type FindCopies = (frames: readonly FacePrint[], before: string) => Promise<readonly boolean[]>;

/** `findCopies` on a thread of its own, which starts with the first question: of 100,000 frames it takes a fifth of a second. */
export function createCopiesThread(): FindCopies {
  const waiting = new Map<number, PromiseWithResolvers<readonly boolean[]>>();
  let thread: Worker | undefined;
  let asked = 0;

  const start = (): Worker => {
    const worker = new Worker(join(import.meta.dirname, `copies-thread${extname(import.meta.filename)}`));
    worker.on("message", ({ id, found }: CopiesAnswer) => {
      waiting.get(id)?.resolve(found);
      waiting.delete(id);
      // Without a question it keeps no process alive.
      if (waiting.size === 0) worker.unref();
    });
    let why: unknown = new Error("the thread that compares frames has ended");
    worker.once("error", (error) => (why = error));
    worker.once("exit", () => {
      thread = undefined;
      for (const { reject } of waiting.values()) reject(why);
      waiting.clear();
    });
    return worker;
  };

  return (frames, before) => {
    thread ??= start();
    const question = Promise.withResolvers<readonly boolean[]>();
    const id = asked++;
    waiting.set(id, question);
    thread.ref();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    thread.postMessage({ id, frames, before } satisfies CopiesQuestion);
    return question.promise;
  };
}
