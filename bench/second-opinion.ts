/**
 * `node bench/second-opinion.ts`: the cost of the default's second recognizer. It times both photos of a verify with the default of earlier versions,
 * which analyzes each photo twice and has no second recognizer; with the default without the second; and with the second on both photos.
 */
import { createEngine } from "../packages/photo/src/engine/create-engine.ts";
import type { PhotoAnalysis } from "../packages/photo/src/engine/engine.ts";
import { readInstalled } from "../packages/photo/src/models/catalog/installed.ts";
import type { ModelSet } from "../packages/photo/src/models/model-set.ts";
import { testModels } from "../packages/photo/testing/engine/test-models.ts";
import { type Comparison, createComparison } from "../packages/photo/src/verify/comparison.ts";
import { settleDoubt } from "../packages/photo/src/verify/settle-doubt.ts";
import { timing } from "./measuring/measure.ts";
import { usageOf } from "./measuring/processes.ts";
import { selfies } from "./photos.ts";
import { describeMachine } from "./report/machine.ts";

const rounds = 5;
const context = { accountId: "bench", signal: new AbortController().signal };
const photos = await selfies();
const shipped = await testModels();
const former = { ...readInstalled(shipped.modelsDir, "mobilefacenet-512"), modelsDir: shipped.modelsDir };

/** Times a verify: reference and selfie at once, then the second recognizer if the first is in doubt. */
async function time(models: ModelSet, isInDoubt?: Comparison["isInDoubt"]) {
  const engine = await createEngine({ models, workers: 1 });
  const comparison = { ...createComparison(models), ...(isInDoubt && { isInDoubt }) };
  const look = async (photo: Buffer, spoof: boolean): Promise<PhotoAnalysis> => {
    const result = await engine.analyze(new Uint8Array(photo), { embedding: "first", spoof });
    if (result.outcome !== "analyzed") throw new Error(`a sample photo was ${result.outcome}`);
    return result;
  };
  const verify = async (photo: Buffer) => {
    const [reference, selfie] = await Promise.all([look(photo, false), look(photo, true)]);
    await settleDoubt({ engine, comparison }, { references: [reference], selfie }, context);
  };
  for (const photo of photos) await verify(photo);
  const times: number[] = [];
  const before = usageOf(process.pid).cpuMs;
  for (let round = 0; round < rounds; round++) {
    for (const photo of photos) {
      const startMs = performance.now();
      await verify(photo);
      times.push(performance.now() - startMs);
    }
  }
  const measured = timing(times, usageOf(process.pid).cpuMs - before);
  await engine.stop();
  return measured;
}

const rows = {
  "the default of earlier versions": await time(former),
  "the default, second not asked": await time(shipped, () => false),
  "the default, second asked of both photos": await time(shipped, () => true),
};
console.log(describeMachine());
console.table(rows);
