import type { Photo, WholeFrame } from "../photo/photo.ts";
import type { Sighting } from "../capture/sighting.ts";
import type { Answer, Answers, Asked, Question } from "./messages.ts";
import { spawn } from "./spawn.ts";

/** Looks at frames in a worker, so that the page stays free. Every promise rejects once it has failed or was stopped. */
export interface Detector {
  /** Resolves when the models are loaded; rejects where the detector cannot run. */
  readonly ready: Promise<unknown>;
  /** @param bitmap is handed over: it cannot be used afterwards */
  look(frame: number, bitmap: ImageBitmap): Promise<Sighting>;
  /** The photo, of the best frame from `fromFrame` on. */
  take(fromFrame: number, whole?: WholeFrame): Promise<Photo>;
  stop(): void;
}

interface Waiting {
  readonly resolve: (value: never) => void;
  readonly reject: (reason: Error) => void;
}

export interface DetectorOptions {
  /** Whether smiles are to be told: they take a second look at every frame. */
  readonly smiles: boolean;
  /** Told how much of what it needs has come, 0 to 1, rising. */
  readonly onLoaded?: (share: number) => void;
}

export function startDetector(workerUrl: string, { smiles, onLoaded }: DetectorOptions): Detector {
  const waiting = new Map<number, Waiting>();
  let asked = 0;
  let failure: Error | undefined;
  let worker: Worker | undefined;

  function fail(problem: string): void {
    failure ??= new Error(problem);
    worker?.terminate();
    for (const { reject } of waiting.values()) reject(failure);
    waiting.clear();
  }

  function ask<Q extends Question>(question: Q, transfer: Transferable[] = []): Promise<Answers[Q["ask"]]> {
    return new Promise((resolve, reject) => {
      if (failure || !worker) {
        reject(failure ?? new Error("no worker"));
        return;
      }
      const number = asked++;
      waiting.set(number, { resolve, reject });
      worker.postMessage({ ...question, number } satisfies Asked, transfer);
    });
  }

  try {
    worker = spawn(workerUrl);
    worker.addEventListener("message", ({ data }: MessageEvent<Answer>) => {
      if ("loaded" in data) return onLoaded?.(data.loaded);
      const asker = waiting.get(data.number);
      waiting.delete(data.number);
      if ("problem" in data) asker?.reject(new Error(data.problem));
      else asker?.resolve(data.value as never);
    });
    // Blocked by a policy, not there, or not to be parsed.
    worker.addEventListener("error", (event) => fail(`worker: ${event.message ?? "cannot be loaded"}`));
  } catch (error) {
    fail(`worker: ${String(error)}`);
  }

  const ready = ask({ ask: "load", smiles });
  // If `ready` is never awaited, its rejection is not reported either.
  ready.catch(() => {});
  return {
    ready,
    look: (frame, bitmap) => ask({ ask: "look", frame, bitmap }, [bitmap]),
    take: (fromFrame, whole) => ask({ ask: "take", fromFrame, whole }),
    stop: () => fail("stopped"),
  };
}
