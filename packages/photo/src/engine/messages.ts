import type { ModelSet } from "../models/model-set.ts";
import type { DecoderFault } from "./decoder-faults.ts";
import type { PhotoResult, Wants } from "./engine.ts";
import type { Timed } from "./stage-clock.ts";

/**
 * Messages to a worker: the models first, once (`background`: run at low priority); then one photo at a time, each answered before the next is sent.
 * Photo bytes use a pipe of their own.
 */
export type ToWorker =
  | { readonly kind: "load"; readonly models: ModelSet; readonly background: boolean }
  | { readonly kind: "photo"; readonly sizeBytes: number; readonly wants: Wants };

/**
 * File descriptor for photo bytes, sent raw. Inside a message they would be copied three more times and collected: a seventh of the service's own
 * processor time for photos of 4 MB (measured).
 */
export const photosFd = 4;

/** `processorMs`: processor time of the worker since its start. `detail` is for the log. */
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
