/** Overload, and a worker that is killed: over a real socket, with the real engine. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { isFuzzRun } from "../../../../../testing/fuzz-runs.ts";
import { createEngine } from "@selfsame/photo/engine/create-engine";
import { workingPid } from "@selfsame/photo/engine/processor-time";
import { testModels } from "@selfsame/photo/testing/engine/test-models";
import { samplePortrait } from "@selfsame/photo/testing/photos/sample-photos";
import { send } from "../../../testing/service/request.ts";
import { startService } from "../../../testing/service/service.ts";
import { createComparison } from "@selfsame/photo/verify/comparison";

const skip = !isFuzzRun && "it takes a quarter of a minute: npm run test:fuzz";
/** The number of rejections before an account's rejections are delayed (accounts/limits/rejection-pace.ts). */
const atOnce = 100;
const models = await testModels();

async function start(t: Parameters<typeof startService>[0]) {
  const engine = await createEngine({ models, workers: 1 });
  t.after(() => engine.stop());
  const service = await startService(t, { engine, comparison: createComparison(models) });
  const photo = await samplePortrait();
  const verify = async () => {
    const response = await send(service, { photos: { reference: photo, selfie: photo } });
    await response.arrayBuffer();
    return response.status;
  };
  // From these requests the queue estimates how long one takes.
  for (let i = 0; i < 5; i++) assert.equal(await verify(), 200);
  return { verify };
}

test(
  "of 100 requests at once, those without room are refused while those with room still wait",
  { skip },
  async (t) => {
    const { verify } = await start(t);
    const answered: number[] = [];
    await Promise.all(Array.from({ length: atOnce }, async () => answered.push(await verify())));
    const refused = answered.filter((status) => status === 503).length;
    const acceptedAfter = answered.slice(answered.lastIndexOf(503) + 1).length;
    t.diagnostic(`${refused} of ${atOnce} refused, ${acceptedAfter} accepted after the last of them`);
    assert.ok(answered.every((status) => status === 200 || status === 503));
    assert.ok(refused > 0);
    assert.ok(
      acceptedAfter > (atOnce - refused) / 2,
      `${acceptedAfter} of ${atOnce - refused} were answered after the last refusal`,
    );
  },
);

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
  const statuses = await Promise.all(answers);
  const refused = statuses.filter((status) => status === 503).length;
  t.diagnostic(`${refused} of 40 were refused`);
  assert.ok(statuses.every((status) => status === 200 || status === 503));
  assert.ok(refused <= 8, `${refused} of 40`);
});
