/**
 * `node bench/large-models.ts [r50] [r100]`: what a photo costs with a recognizer of ResNet-50's or -100's size, generated: the time from its bytes to its
 * embedding in one worker, and the memory that the worker holds. The default beside them.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEngine } from "../packages/server/src/engine/create-engine.ts";
import type { ModelSet } from "../packages/server/src/models/model-set.ts";
import { largeRecognizer } from "../packages/server/src/testing/engine/large-recognizer.ts";
import { testModels } from "../packages/server/src/testing/engine/test-models.ts";
import { samplePortrait } from "../packages/server/src/testing/photos/sample-photos.ts";

const photoCount = 10;
const shapes = process.argv.slice(2).filter((name) => name === "r50" || name === "r100");
const folder = mkdtempSync(join(tmpdir(), "selfsame-large-"));
const photo = await samplePortrait();

async function measure(name: string, models: ModelSet, threads: number): Promise<void> {
  const runtime = { threads, providers: ["cpu"] } as const;
  const engine = await createEngine({ models: { ...models, runtime }, workers: 1 });
  const times: number[] = [];
  for (let i = 0; i < photoCount; i++) {
    const startMs = performance.now();
    await engine.analyze(new Uint8Array(photo), { embedding: true });
    times.push(performance.now() - startMs);
  }
  const { memoryBytes } = engine.status;
  await engine.stop();
  const [median = 0] = times.toSorted((a, b) => a - b).slice(photoCount / 2);
  console.log(`| ${name} | ${threads} | ${median.toFixed(0)} | ${Math.round(memoryBytes / 1e6)} |`);
}

try {
  const shipped = await testModels();
  console.log("| recognizer | threads | ms a photo (median) | MB a worker |\n|---|--:|--:|--:|");
  await measure("the default", shipped, 1);
  for (const shape of shapes.length === 0 ? (["r50", "r100"] as const) : shapes) {
    const { models, network } = largeRecognizer(shape, folder, shipped.modelsDir);
    const name = `${shape}, ${(network.multiplyAdds / 1e9).toFixed(1)} G multiply-adds, ${Math.round(network.file.length / 1e6)} MB`;
    for (const threads of [1, 2]) await measure(name, models, threads);
  }
} finally {
  rmSync(folder, { recursive: true });
}
