/**
 * `node bench/challenge-spoof.ts --live FOLDER --attacks FOLDER`: what share of sequences of four frames the live challenge takes for live.
 * Photos in one folder whose names differ only in a number at the end (`name_07.jpg`) are of one person or one attack; each of these
 * counts alike, with up to 500 sequences drawn from its photos.
 */
import { globSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { areLive } from "../packages/server/src/challenge/checks/liveness.ts";
import { createEngine } from "../packages/server/src/engine/create-engine.ts";
import { testModels } from "../packages/server/src/testing/engine/test-models.ts";

const frameRows = 4;
const sequences = 500;

const { values } = parseArgs({ options: { live: { type: "string" }, attacks: { type: "string" } } });
const models = await testModels();
const { spoof } = models.manifest.models;
const { threshold } = spoof;
const limits = { queueLength: 1_000_000, waitMs: 3_600_000 };
const engine = await createEngine({ models, workers: availableParallelism(), limits });

/** How live each photo of each person or attack is. */
async function measure(folder: string): Promise<number[][]> {
  const groups = new Map<string, number[]>();
  const look = async (path: string) => {
    const result = await engine.analyze(readFileSync(join(folder, path)), { spoof: true });
    const name = path.replace(/_?\d+\.\w+$/, "");
    if (result.outcome !== "analyzed" || !result.spoof) return;
    groups.set(name, [...(groups.get(name) ?? []), result.spoof.live]);
  };
  await Promise.all(globSync("**/*.{jpg,jpeg,png}", { cwd: folder }).map(look));
  return [...groups.values()].filter(({ length }) => length >= frameRows);
}

function draw(from: readonly number[]): number[] {
  const rest = [...from];
  return Array.from({ length: frameRows }, () => rest.splice(Math.floor(Math.random() * rest.length), 1)[0] ?? 0);
}

for (const kind of ["live", "attacks"] as const) {
  const folder = values[kind];
  if (folder === undefined) continue;
  const groups = await measure(folder);
  const share = (passes: (frames: readonly number[]) => boolean) => {
    const shares = groups.map((group) => {
      const drawn = Array.from({ length: sequences }, () => draw(group));
      return drawn.filter(passes).length / sequences;
    });
    return `${((100 * shares.reduce((sum, one) => sum + one, 0)) / shares.length).toFixed(1)} %`;
  };
  console.log(`${kind}: ${groups.length} of ${frameRows} photos and more`);
  console.log(`  every frame at the threshold: ${share((frames) => frames.every((live) => live >= threshold))} pass`);
  console.log(`  judged together: ${share((frames) => areLive(frames, spoof))} pass`);
}
await engine.stop();
