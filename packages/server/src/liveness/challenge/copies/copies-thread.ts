/** The thread of compare-on-thread.ts. */
import { parentPort } from "node:worker_threads";
import type { CopiesAnswer, CopiesQuestion } from "./compare-on-thread.ts";
import { findCopies } from "./find-copies.ts";

parentPort?.on("message", ({ id, frames, before }: CopiesQuestion) => {
  const answer: CopiesAnswer = { id, found: findCopies(frames, before) };
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(answer);
});
