import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEngine } from "@selfsame/photo/engine/create-engine";
import { analyzeAll } from "@selfsame/lab/evaluate/analyze-all";
import { pairsOf } from "@selfsame/lab/evaluate/measure-pairs";
import type { Pair } from "@selfsame/lab/evaluate/pairs";
import { describeSides, differenceOf, type Side, sideOf } from "@selfsame/lab/evaluate/side-by-side";
import { readInstalled } from "@selfsame/photo/models/catalog/installed";
import { fetchModels } from "@selfsame/photo/models/fetch-models";
import { embeddingContractId } from "@selfsame/photo/models/embedding-contract";
import { defaultManifestPath } from "@selfsame/photo/models/default-manifest-path";
import { readManifest } from "@selfsame/photo/models/manifest";
import type { ModelSet } from "@selfsame/photo/models/model-set";
import { OperatorError } from "@selfsame/platform/operator-error";
import { createComparison } from "@selfsame/photo/verify/comparison";
import { readOwnSettings } from "../settings.ts";
import { type Parsed, textOf } from "../subcommands.ts";
import { defaultName } from "./default-name.ts";

/** Compares two models on the same pairs, one after the other in one worker, so that neither slows the other. */
export async function compareModels(parsed: Parsed): Promise<number> {
  const [one = "", other = ""] = parsed.positionals;
  const [pairsFile, people] = [textOf(parsed, "pairs"), textOf(parsed, "people")];
  if ((pairsFile === undefined) === (people === undefined)) {
    throw new OperatorError("Give --pairs FILE or --people FOLDER. See --help.");
  }
  if (one === other) throw new OperatorError("Give two different models. See --help.");
  const { modelsDir, runtime } = readOwnSettings();
  const sets = [one, other].map((name) => ({ name, models: { ...calibratedSet(modelsDir, name), runtime } }));
  const groups = textOf(parsed, "groups");
  const pairs = await pairsOf({ pairs: pairsFile, people, groups });
  const columns = groups?.split(",") ?? [];
  const sides: Side[] = [];
  for (const { name, models } of sets) sides.push(await measure(name, models, pairs, columns));
  const [left, right] = sides as [Side, Side];
  console.log(describeSides(left, right));
  const json = textOf(parsed, "json");
  if (json !== undefined) await writeFile(json, `${JSON.stringify(figuresOf(left, right), null, 2)}\n`);
  return 0;
}

function calibratedSet(modelsDir: string, name: string): ModelSet {
  if (name === defaultName) return { manifest: readManifest(), manifestPath: defaultManifestPath, modelsDir };
  const { manifest, manifestPath } = readInstalled(modelsDir, name);
  if (manifest.models.embed.calibration) return { manifest, manifestPath, modelsDir };
  throw new OperatorError(
    `${name} is not calibrated, so its scores mean nothing yet. Run: selfsame models calibrate ${name} --people FOLDER`,
  );
}

async function measure(
  name: string,
  models: ModelSet,
  pairs: readonly Pair[],
  columns: readonly string[],
): Promise<Side> {
  await fetchModels(models, console.error);
  console.error(`${name}:`);
  const engine = await createEngine({ models, workers: 1, report: (problem) => console.error(problem) });
  // Contains embeddings until the end.
  const folder = await mkdtemp(join(tmpdir(), "selfsame-compare-"));
  try {
    const contract = embeddingContractId(models.manifest);
    const paths = pairs.flatMap(({ a, b }) => [a, b]);
    const seen = await analyzeAll(paths, { engine, workers: 1, wants: { embedding: true }, contract, folder });
    const { memoryBytes } = engine.status;
    return sideOf({ name, pairs, columns, seen, comparison: createComparison(models), memoryBytes });
  } finally {
    await engine.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function figuresOf(one: Side, other: Side): object {
  const models = [one, other].map(({ scored: _pairs, figures: { failures, ...figures }, ...side }) => ({
    ...side,
    figures: { ...figures, failures: failures.length },
  }));
  return { models, difference: differenceOf(one, other) };
}
