/**
 * How much a batch delays live requests, and its throughput on an otherwise idle machine. Part of `npm run bench`; `node bench/batches.ts` measures
 * it alone and prints it. BENCH_PAIRS, BENCH_ROUNDS change the sizes.
 */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { availableParallelism, loadavg } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { Selfsame } from "../packages/client/src/index.ts";
import { startServer } from "../testing/server.ts";
import { load, upload } from "./measuring/load.ts";
import { type Timing, timing } from "./measuring/measure.ts";
import { selfies } from "./photos.ts";

export interface BatchFigures {
  /** One verify at a time, without and with a batch running: in turns, so that both run under the same conditions. */
  readonly alone: Timing;
  readonly beside: Timing;
  readonly pairs: number;
  /** Throughput of enough concurrent verify calls to keep every worker busy, and of a batch. */
  readonly directPerSecond: number;
  readonly batchPerSecond: number;
}

const pairs = Number(process.env["BENCH_PAIRS"] ?? 1000);
const rounds = Number(process.env["BENCH_ROUNDS"] ?? 8);
const requestsARound = 40;

export async function timeBatches(photos: readonly Buffer[]): Promise<BatchFigures> {
  const host = createServer((request, response) => response.end(photos[Number(request.url?.slice(1))]));
  host.listen(0, "localhost");
  await once(host, "listening");
  const server = await startServer({
    LOG_LEVEL: "error",
    SELFSAME_ALLOWED_DOMAINS: "localhost",
    SELFSAME_ALLOW_PRIVATE_DOWNLOADS: "true",
  });
  const { batches } = new Selfsame({ apiKey: server.privateKey, baseUrl: server.url, timeoutMs: 120_000 });
  const urlOf = (index: number) => `http://localhost:${(host.address() as AddressInfo).port}/${index % photos.length}`;
  const items = Array.from({ length: pairs }, (_, index) => ({
    id: String(index),
    reference_urls: [urlOf(index)],
    selfie_url: urlOf(index + 1),
  }));
  const uploads = photos.map((reference, index) =>
    upload({ reference, selfie: photos[(index + 1) % photos.length] ?? reference }),
  );
  const verify = (concurrency: number, count: number) =>
    load(`${server.url}/api/v3/verify`, server.privateKey, uploads, { concurrency, count });
  const until = async (id: string, reached: (ready: number) => boolean) => {
    for (;;) {
      const { done, failed, ended_at, created_at } = await batches.get(id);
      if (failed > 0) throw new Error(`${failed} items of a batch failed`);
      if (reached(done)) return { created_at, ended_at };
      await pause(100);
    }
  };

  try {
    await verify(2, 20);
    const alone: number[] = [];
    const beside: number[] = [];
    for (let round = 0; round < rounds; round++) {
      alone.push(...(await verify(1, requestsARound)).timesMs);
      const { id } = await batches.create({ items });
      await until(id, (done) => done > 0);
      beside.push(...(await verify(1, requestsARound)).timesMs);
      await batches.delete(id);
      // Comparisons that are already running finish first.
      await pause(3000);
    }
    const direct = await verify(2 * availableParallelism(), pairs);
    const { id } = await batches.create({ items });
    const { created_at, ended_at } = await until(id, (done) => done === pairs);
    const seconds = (Date.parse(ended_at ?? "") - Date.parse(created_at)) / 1000;
    return {
      alone: timing(alone, 0),
      beside: timing(beside, 0),
      pairs,
      directPerSecond: direct.perSecond,
      batchPerSecond: pairs / seconds,
    };
  } finally {
    await server.stop();
    host.closeAllConnections();
    host.close();
  }
}

if (import.meta.main) {
  const [before] = loadavg();
  console.log(await timeBatches(await selfies()), { load: [before, loadavg()[0]] });
}
