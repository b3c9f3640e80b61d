import { once } from "node:events";
import { Worker } from "node:worker_threads";

export interface Flood {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  readonly connections: number;
}

export interface FloodCounts {
  readonly answered: number;
  readonly rejected: number;
  readonly seconds: number;
}

/** Sends in a separate thread, so that it does not affect times measured in this one. */
export function beginFlood(flood: Flood): { readonly stop: () => Promise<FloodCounts> } {
  const thread = new Worker(new URL("sender.ts", import.meta.url), { workerData: flood });
  const ended = once(thread, "message") as Promise<[FloodCounts]>;
  // The failure is reported to the caller of `stop`.
  ended.catch(() => undefined);
  return {
    stop: async () => {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      thread.postMessage("stop");
      const [counts] = await ended;
      return counts;
    },
  };
}
