/**
 * `node bench/large-models.ts [r50] [r100] [--write]`: the cost of a photo with a generated recognizer of the size of ResNet-50 or -100: the time
 * from its bytes to its embedding in one worker, and the worker's memory. The default model is measured as well. `--write` puts the table into
 * docs/benchmarks.md.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createEngine } from "../packages/photo/src/engine/create-engine.ts";
import type { ModelSet } from "../packages/photo/src/models/model-set.ts";
import { largeRecognizer } from "../packages/photo/testing/engine/large-recognizer.ts";
import { testModels } from "../packages/photo/testing/engine/test-models.ts";
import { samplePortrait } from "../packages/photo/testing/photos/sample-photos.ts";
import { median } from "./measuring/measure.ts";
import { peakOfDescendantsMb, usageOf } from "./measuring/processes.ts";
import { describeMachine } from "./report/machine.ts";
import { introduction } from "./report/report.ts";
import { withSection } from "./report/sections.ts";

const photoCount = 10;
const { values, positionals } = parseArgs({ options: { write: { type: "boolean" } }, allowPositionals: true });
const asked = (["r50", "r100"] as const).filter((shape) => positionals.length === 0 || positionals.includes(shape));
const titles = { r50: "ResNet-50", r100: "ResNet-100" } as const;
const photo = await samplePortrait();
const [load = 0] = loadavg();
/** If busy, elapsed times would include the machine's other work. */
const isBusy = load > availableParallelism();

async function measure(name: string, models: ModelSet, threads: number): Promise<string> {
  const runtime = { threads, providers: ["cpu"] } as const;
  const engine = await createEngine({ models: { ...models, runtime }, workers: 1 });
  const analyze = () => engine.analyze(new Uint8Array(photo), { embedding: true });
  await analyze();
  const times: number[] = [];
  const cpuBefore = usageOf(process.pid).cpuMs;
  for (let i = 0; i < photoCount; i++) {
    const startMs = performance.now();
    await analyze();
    times.push(performance.now() - startMs);
  }
  const cpuMs = (usageOf(process.pid).cpuMs - cpuBefore) / photoCount;
  const { memoryBytes } = engine.status;
  const peakMb = peakOfDescendantsMb(process.pid);
  await engine.stop();
  const elapsed = isBusy ? "" : Math.round(median(times));
  return `| ${[name, threads, elapsed, ...[cpuMs, memoryBytes / 1e6, peakMb].map(Math.round)].join(" | ")} |`;
}

const folder = mkdtempSync(join(tmpdir(), "selfsame-large-"));
const rows: string[] = [];
try {
  const shipped = await testModels();
  rows.push(await measure("the default", shipped, 1));
  for (const shape of asked) {
    const { models, network } = largeRecognizer(shape, folder, shipped.modelsDir);
    const [billions, megabytes] = [(network.multiplyAdds / 1e9).toFixed(1), Math.round(network.file.length / 1e6)];
    const name = `${titles[shape]}, ${billions} billion multiply-adds, ${megabytes} MB`;
    for (const threads of [1, 2]) rows.push(await measure(name, models, threads));
  }
} finally {
  rmSync(folder, { recursive: true });
}
const machine = describeMachine();
const busy = isBusy
  ? `${load.toFixed(0)} processes on average wanted a core, so elapsed times are left out, and two threads take more processor time than on a machine of their own. `
  : "";
const section = `Written by \`node bench/large-models.ts --write\` on ${new Date().toISOString().slice(0, 10)}: ${machine.details}. ${busy}From a photo's bytes to its
embedding in one worker, by \`--threads\`. The networks have the shapes of ArcFace's recognizers and weights of noise, so they take as long as real ones. Held is the worker's memory afterwards, peak the most that it
took, while it loaded.

| recognizer | threads | p50 | processor | MB held | MB peak |
|---|--:|--:|--:|--:|--:|
${rows.join("\n")}
`;
console.log(section);
if (values.write) {
  const page = join(import.meta.dirname, "../docs/benchmarks.md");
  const kind = `${machine.kind}, large recognizers`;
  writeFileSync(page, withSection(readFileSync(page, "utf8"), introduction, kind, section));
}
