/** The thread of flood.ts: each connection repeats one request, one after another, and ignores `Retry-After`, until a message ends it. */
import { parentPort, workerData } from "node:worker_threads";
import { Agent, request } from "undici";
import type { Flood, FloodCounts } from "./flood.ts";

const { url, headers, body, connections } = workerData as Flood;
const dispatcher = new Agent({ connections });
const counts = { answered: 0, rejected: 0 };
const startMs = performance.now();
let going = true;
parentPort?.once("message", () => (going = false));

await Promise.all(
  Array.from({ length: connections }, async () => {
    // oxlint-disable-next-line no-unmodified-loop-condition -- a message ends it
    while (going) {
      const answer = await request(url, { method: "POST", headers, body, dispatcher });
      await answer.body.dump();
      if (answer.statusCode === 503 || answer.statusCode === 429) counts.rejected++;
      else if (answer.statusCode === 200 || answer.statusCode === 422) counts.answered++;
      else throw new Error(`${url}: ${answer.statusCode}`);
    }
  }),
);
const result: FloodCounts = { ...counts, seconds: (performance.now() - startMs) / 1000 };
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
parentPort?.postMessage(result);
await dispatcher.close();
