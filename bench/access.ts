/**
 * `node bench/access.ts`: the cost of the key lookup, the limits and the usage record for each request, on the embedded database and, if available,
 * on PostgreSQL and Redis. No photo is analyzed.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAccess } from "@selfsame/server/create-access";
import { prepareFirstStart } from "@selfsame/server/accounts/people/first-start";
import type { Plans } from "@selfsame/server/accounts/access/plans";
import { openRedis } from "../packages/platform/src/store/redis.ts";
import { silent } from "../packages/platform/src/store/log.ts";
import { openStore } from "../packages/platform/src/store/store.ts";

const rounds = 3000;
const plans: Plans = {
  unlimited: { requestsPerMinute: 1e9, requestsPerMonth: 1e9, concurrentRequests: 1000 },
};

const { DATABASE_URL, REDIS_URL } = process.env;
await measure("embedded database, limits in memory");
if (DATABASE_URL && REDIS_URL) await measure("PostgreSQL and Redis", DATABASE_URL, REDIS_URL);
else console.log("For PostgreSQL and Redis set DATABASE_URL (an empty database) and REDIS_URL.");

async function measure(name: string, databaseUrl?: string, redisUrl?: string): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "selfsame-bench-"));
  const store = await openStore({ dataDir, databaseUrl });
  const redis = redisUrl === undefined ? undefined : openRedis({ url: redisUrl }, silent);
  if (redis) await new Promise((resolve) => redis.once("ready", resolve));
  const { apiKey } = await prepareFirstStart(store);
  const access = createAccess({ store, redis, plans });
  const times: Record<"identify" | "admit" | "record", number[]> = { identify: [], admit: [], record: [] };

  for (let round = 0; round < rounds; round++) {
    let startMs = performance.now();
    const lap = (step: keyof typeof times) => {
      times[step].push(performance.now() - startMs);
      startMs = performance.now();
    };
    const found = await access.identify(`Bearer ${apiKey}`);
    lap("identify");
    if (found.outcome !== "known") throw new Error("the database is not empty: its first key is not known here");
    const admission = await access.admit(found.caller);
    lap("admit");
    await access.record({ caller: found.caller, endpoint: "bench", outcome: "match", durationMs: 1 });
    lap("record");
    if (admission.outcome === "admitted") admission.release();
  }

  const keyAndLimit = times.identify.map((ms, round) => ms + (times.admit[round] ?? 0));
  console.log(`${name}, milliseconds a request over ${rounds}, one after another:`);
  for (const [step, all] of Object.entries({ "key + limits": keyAndLimit, ...times })) {
    const sorted = all.slice(rounds / 10).toSorted((a, b) => a - b);
    const at = (share: number) => sorted[Math.floor(sorted.length * share)]?.toFixed(3);
    console.log(`  ${step.padEnd(13)} p50 ${at(0.5)}   p95 ${at(0.95)}   p99 ${at(0.99)}`);
  }
  await access.stop();
  redis?.disconnect();
  await store.close();
  rmSync(dataDir, { recursive: true });
}
