/**
 * `node bench/second-opinion.ts`: what it costs to ask the second recognizer of the pack `mobilefacenet-pair` beside the default: both photos of a verify
 * with the default alone, with the pair where the second is not asked, and where it is asked of both.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEngine } from "../packages/server/src/engine/create-engine.ts";
import type { PhotoAnalysis } from "../packages/server/src/engine/engine.ts";
import { addModel } from "../packages/server/src/models/catalog/add.ts";
import { catalogEntry } from "../packages/server/src/models/catalog/catalog.ts";
import { readInstalled } from "../packages/server/src/models/catalog/installed.ts";
import type { ModelSet } from "../packages/server/src/models/model-set.ts";
import { packedModel } from "../packages/server/src/testing/engine/packed-model.ts";
import { testModels } from "../packages/server/src/testing/engine/test-models.ts";
import { type Comparison, createComparison } from "../packages/server/src/verify/comparison.ts";
import { settleDoubt } from "../packages/server/src/verify/settle-doubt.ts";
import { timing } from "./measuring/measure.ts";
import { usageOf } from "./measuring/processes.ts";
import { selfies } from "./photos.ts";
import { describeMachine } from "./report/machine.ts";

const name = "mobilefacenet-pair";
const rounds = 5;
const context = { accountId: "bench", signal: new AbortController().signal };
const photos = await selfies();
const shipped = await testModels();
const modelsDir = mkdtempSync(join(tmpdir(), "selfsame-pair-"));

/** As a verify does: the reference and the selfie at once, then the second recognizer where it is in doubt. */
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

try {
  const fetching = { startProgress: () => ({ step: () => undefined, end: () => undefined }) };
  const file = await packedModel(name);
  await addModel({ entry: catalogEntry(name), file, modelsDir, fetching, say: () => undefined });
  const pair = { ...readInstalled(modelsDir, name), modelsDir: shipped.modelsDir };
  const rows = {
    "the default": await time(shipped),
    "the pair, second not asked": await time(pair, () => false),
    "the pair, second asked of both photos": await time(pair, () => true),
  };
  console.log(describeMachine());
  console.table(rows);
} finally {
  rmSync(modelsDir, { recursive: true });
}
