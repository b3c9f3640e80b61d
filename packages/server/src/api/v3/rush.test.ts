/** More requests than there is room for, and a worker that is killed: over a real socket, with the real engine. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { isFuzzRun } from "../../../../../testing/fuzz-runs.ts";
import { createEngine } from "../../engine/create-engine.ts";
import { workingPid } from "../../engine/processor-time.ts";
import { testModels } from "../../testing/engine/test-models.ts";
import { samplePortrait } from "../../testing/photos/sample-photos.ts";
import { send } from "../../testing/service/request.ts";
import { startService } from "../../testing/service/service.ts";
import { createComparison } from "../../verify/comparison.ts";

const skip = !isFuzzRun && "timed: npm run test:fuzz";
const models = await testModels();

async function start(t: Parameters<typeof startService>[0]) {
  const engine = await createEngine({ models, workers: 1 });
  t.after(() => engine.stop());
  const service = await startService(t, { engine, comparison: createComparison(models) });
  const photo = await samplePortrait();
  const verify = async () => {
    const sinceMs = performance.now();
    const response = await send(service, { photos: { reference: photo, selfie: photo } });
    await response.arrayBuffer();
    return { status: response.status, tookMs: performance.now() - sinceMs };
  };
  let aloneMs = 0;
  for (let i = 0; i < 5; i++) aloneMs = (await verify()).tookMs;
  return { verify, aloneMs };
}

/** The goal is 2 s on a machine that does nothing else, where a request alone takes a tenth of one; who asks runs in this process, too. */
const refusedWithinMs = (aloneMs: number) => Math.max(2600, 15 * aloneMs);

test("of 200 requests at once, those without room are refused soon", { skip }, async (t) => {
  const { verify, aloneMs } = await start(t);
  const answers = await Promise.all(Array.from({ length: 200 }, verify));
  const refused = answers.filter(({ status }) => status === 503).map(({ tookMs }) => tookMs);
  const slowestMs = Math.max(...refused);
  t.diagnostic(`${refused.length} refused, the last after ${Math.round(slowestMs)} ms`);
  assert.ok(answers.every(({ status }) => status === 200 || status === 503));
  assert.ok(slowestMs < refusedWithinMs(aloneMs), `${slowestMs} ms; one alone took ${aloneMs} ms`);
});

test("kill -9 of the only worker refuses next to none of 40 requests", { skip }, async (t) => {
  const { verify } = await start(t);
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, "utf8").trim().split(" ");
  const workers = children.filter((pid) => readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("engine/worker"));
  const answers: ReturnType<typeof verify>[] = [];
  for (let i = 0; i < 40; i++) {
    answers.push(verify());
    if (i === 5) process.kill(workingPid(Number(workers.at(-1))), "SIGKILL");
    await pause(300);
  }
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  const refused = statuses.filter((status) => status === 503).length;
  t.diagnostic(`${refused} of 40 were refused`);
  assert.ok(statuses.every((status) => status === 200 || status === 503));
  assert.ok(refused <= 8, `${refused} of 40`);
});
