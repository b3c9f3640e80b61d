import { extname, join } from "node:path";
import { createQuestionThread } from "@selfsame/platform/question-thread";
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

/** `findCopies` on a thread of its own, started by the first call: 100,000 frames take a fifth of a second. */
export function createCopiesThread(): FindCopies {
  const file = join(import.meta.dirname, `copies-thread${extname(import.meta.filename)}`);
  const thread = createQuestionThread<CopiesQuestion, CopiesAnswer>(file, "that compares frames");
  return async (frames, before) => (await thread.ask({ frames, before })).found;
}
