import type { ModelSet } from "../models/model-set.ts";
import type { DecoderFault } from "./decoder-faults.ts";
import type { PhotoResult, Wants } from "./engine.ts";
import type { Timed } from "./stage-clock.ts";

/**
 * To a worker: the models first, once (`background`: the system is to prefer everybody else); then a photo at a time, each answered before
 * the next is sent. Its bytes come through a pipe of their own.
 */
export type ToWorker =
  | { readonly kind: "load"; readonly models: ModelSet; readonly background: boolean }
  | { readonly kind: "photo"; readonly sizeBytes: number; readonly wants: Wants };

/**
 * Which of a worker's open files photos come through, as they are. As part of a message they would be copied three times more, and the copies
 * collected: a seventh of the service's own processor time where photos have 4 MB (measured).
 */
export const photosFd = 4;

/** `processorMs`: what the worker has had of the processor since it was started. `detail` is for the log. */
export type FromWorker = WorkerAnswer & { readonly processorMs: number };

export type WorkerAnswer =
  | { readonly kind: "ready" }
  | ({
      readonly kind: "done";
      readonly memoryBytes: number;
      readonly decoderFaults: readonly DecoderFault[];
    } & Timed<PhotoResult>)
  | { readonly kind: "fault"; readonly detail: string }
  /** It cannot start on this machine; `problem` is for the operator. */
  | { readonly kind: "unusable"; readonly problem: string };
