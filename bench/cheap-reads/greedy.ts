/** A thread of cheap-reads.ts: connections that each send one verify after the other, until it is told to stop. What it does takes nothing of the times that are measured. */
import { parentPort, workerData } from "node:worker_threads";
import { Agent, request } from "undici";
import { upload } from "../measuring/load.ts";
import { selfies } from "../photos.ts";

export interface GreedyLoad {
  readonly url: string;
  readonly key: string;
  readonly connections: number;
}

export interface GreedyCounts {
  readonly answered: number;
  readonly rejected: number;
  readonly seconds: number;
}

const { url, key, connections } = workerData as GreedyLoad;
const [reference, selfie] = (await selfies()) as [Buffer, Buffer];
const { body, contentType } = upload({ reference, selfie });
const headers = { authorization: `Bearer ${key}`, "content-type": contentType };
const dispatcher = new Agent({ connections });
const counts = { answered: 0, rejected: 0 };
const startMs = performance.now();
let going = true;
parentPort?.once("message", () => (going = false));

await Promise.all(
  Array.from({ length: connections }, async () => {
    // oxlint-disable-next-line no-unmodified-loop-condition -- a message ends it
    while (going) {
      const answer = await request(`${url}/api/v3/verify`, { method: "POST", headers, body, dispatcher });
      await answer.body.dump();
      if (answer.statusCode === 200) counts.answered++;
      else if (answer.statusCode === 503 || answer.statusCode === 429) counts.rejected++;
      else throw new Error(`verify: ${answer.statusCode}`);
    }
  }),
);
const result: GreedyCounts = { ...counts, seconds: (performance.now() - startMs) / 1000 };
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
parentPort?.postMessage(result);
await dispatcher.close();
