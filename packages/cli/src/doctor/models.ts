import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "@selfsame/server/config";
import { createEngine } from "@selfsame/photo/engine/create-engine";
import type { Engine } from "@selfsame/photo/engine/engine";
import type { ModelSet } from "@selfsame/photo/models/model-set";
import { manifestPathOf } from "@selfsame/photo/models/catalog/installed";
import { checkModels, describe } from "@selfsame/photo/models/fetch-models";
import { readManifest } from "@selfsame/photo/models/manifest";
import { createComparison } from "@selfsame/photo/verify/comparison";
import { ok, problem, warning } from "./finding.ts";
import type { Finding } from "./finding.ts";

function modelsOf(config: Config): ModelSet {
  const manifestPath = manifestPathOf(config);
  return { manifest: readManifest(manifestPath), manifestPath, modelsDir: config.modelsDir, runtime: config.runtime };
}

export async function checkModelFiles(config: Config): Promise<Finding> {
  const found = await checkModels(modelsOf(config));
  const wrong = found.filter(({ state }) => state.state === "wrong");
  if (wrong.length > 0) return problem(`${wrong.map(describe).join("; ")}: selfsame models downloads them again`);
  const missing = found.filter(({ state }) => state.state !== "good").length;
  if (missing > 0) return warning(`${missing} of ${found.length} are missing: the next start downloads them`);
  return ok(`${found.length} files in ${config.modelsDir}, each with the manifest's hash`);
}

/** Starts a worker, loads every model and compares two photos of one woman; without sample photos, it analyzes one image without a face. */
export async function checkVerify(config: Config): Promise<Finding> {
  const models = modelsOf(config);
  const found = await checkModels(models);
  if (found.some(({ state }) => state.state !== "good")) return warning("not tried: models are missing");
  const startedMs = performance.now();
  const engine = await createEngine({ models, workers: 1 });
  const loaded = `models loaded in ${((performance.now() - startedMs) / 1000).toFixed(1)} s`;
  try {
    const photos = await samplePair();
    return photos === undefined
      ? await analyzeBlank(engine, loaded)
      : await comparePair(engine, models, photos, loaded);
  } finally {
    await engine.stop();
  }
}

async function comparePair(
  engine: Engine,
  models: ModelSet,
  photos: readonly Buffer[],
  loaded: string,
): Promise<Finding> {
  const startedMs = performance.now();
  const seen = await Promise.all(photos.map((photo) => engine.analyze(photo, { embedding: true })));
  const embeddings = seen.flatMap((one) => (one.outcome === "analyzed" && one.embedding ? [one.embedding] : []));
  const [reference, selfie] = embeddings;
  if (!reference || !selfie) return problem(`no face was found in the sample photos; ${loaded}`);
  const comparison = createComparison(models);
  const similarity = comparison.similarity(reference, selfie);
  const says = `two sample photos of one woman: similarity ${similarity}, in ${Math.round(performance.now() - startedMs)} ms; ${loaded}`;
  return similarity >= comparison.threshold ? ok(says) : problem(says);
}

async function analyzeBlank(engine: Engine, loaded: string): Promise<Finding> {
  const { default: sharp } = await import("sharp");
  const grey = { width: 640, height: 480, channels: 3, background: "#808080" } as const;
  const seen = await engine.analyze(await sharp({ create: grey }).jpeg().toBuffer(), {
    embedding: true,
    quality: "all",
  });
  if (seen.outcome !== "analyzed" || seen.faces.length > 0) return problem(`a grey photo gave ${JSON.stringify(seen)}`);
  return ok(`no face in a grey photo; ${loaded}. With photos from selfsame samples it compares two faces`);
}

/** The sample photos that \`npm start\` or \`selfsame samples\` wrote. */
async function samplePair(): Promise<Buffer[] | undefined> {
  for (const folder of [join(import.meta.dirname, "../../../../samples"), "samples"]) {
    try {
      return await Promise.all(["reference.jpg", "selfie.jpg"].map((name) => readFile(join(folder, name))));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
  }
  return undefined;
}
