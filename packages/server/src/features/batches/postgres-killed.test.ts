import { test } from "node:test";
import type { TestContext } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { isFuzzRun } from "../../../../../testing/fuzz-runs.ts";
import { jobKinds } from "@selfsame/platform/queue/kinds";
import { startWorkers } from "@selfsame/platform/queue/workers";
import type { DoJob } from "@selfsame/platform/queue/workers";
import { silent } from "@selfsame/platform/store/log";
import { joinQueue } from "@selfsame/platform/testing/jobs/queue-harness";
import type { TestQueue } from "@selfsame/platform/testing/jobs/queue-harness";
import { startCuttableProxy } from "@selfsame/platform/testing/store/cuttable-proxy";
import { tempDir } from "@selfsame/platform/testing/store/each-store";
import { noOwnPostgres, startOwnPostgres } from "@selfsame/platform/testing/store/own-postgres";
import { until } from "@selfsame/platform/testing/until";

const kills = 20;
const jobs = 200;
/** Far less than the lease of a batch's group, which is two minutes in the service. */
const standstillSeconds = 60;

/** Two nodes whose jobs take a while, on a PostgreSQL that is killed repeatedly. */
async function start(t: TestContext) {
  const postgres = await startOwnPostgres(t);
  const proxy = await startCuttableProxy(t, postgres.url);
  const { databaseUrl } = proxy;
  const dataDir = await tempDir(t);
  const seen = new Set<unknown>();
  const nodes: TestQueue[] = [];
  for (let count = 0; count < 2; count++) {
    const node = await joinQueue(t, { dataDir, databaseUrl }, { batch_group: jobKinds.batch_group });
    const run: DoJob = async (job) => {
      await pause(50 + Math.random() * 200);
      await node.done(job);
      seen.add(job.data["number"]);
    };
    const workers = startWorkers({ ...node, log: silent }, [{ name: "batch_group", concurrency: 4, run }]);
    t.after(() => workers.stop());
    nodes.push(node);
  }
  await nodes[0]?.put(...Array.from({ length: jobs }, (_, number) => ({ name: "batch_group", data: { number } })));
  const left = async () => {
    const depths = await nodes[0]?.queue.depths().catch(() => undefined);
    return depths?.reduce((sum, { ready, delayed, active }) => sum + ready + delayed + active, 0);
  };
  return { postgres, proxy, left };
}

test(
  `PostgreSQL killed ${kills} times under two nodes: their work goes on when it is back, long before leases end`,
  { skip: noOwnPostgres || (!isFuzzRun && "it takes a minute: npm run test:fuzz") },
  async (t) => {
    const { postgres, proxy, left } = await start(t);
    for (let kill = 0; kill < kills; kill++) {
      await pause(Math.random() * 400);
      // Every fourth kill takes the whole machine: no connection is closed.
      if (kill % 4 === 3) proxy.silence();
      await postgres.kill();
      await postgres.start();
    }
    const sinceMs = performance.now();
    await until(async () => (await left()) === 0, standstillSeconds);
    const tookMs = Math.round(performance.now() - sinceMs);
    t.diagnostic(`all done ${tookMs} ms after the last kill`);
  },
);
