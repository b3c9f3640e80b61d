import { readFile } from "node:fs/promises";
import type { Manifest, ModelEntry } from "@selfsame/face/manifest";
import type { Model, Models } from "@selfsame/face/model";
import { InferenceSession, Tensor } from "./onnx-runtime.ts";
import { rewriteModel } from "./rewrite/rewrite.ts";
import { defaultRuntime, type Runtime } from "./runtime.ts";

/**
 * Loads the manifest's models into ONNX Runtime. Each has one thread, unless `runtime` gives recognizers more: the pool has a worker for each core, so
 * more threads would compete.
 * Models are loaded one after the other, since loading takes several times a model's size. Our models of the challenge are loaded on first use.
 * @param pathOf path of an entry's file
 * @throws Error naming the model whose file cannot be loaded or does not fit the manifest
 */
export async function loadModels(
  { models }: Manifest,
  pathOf: (entry: ModelEntry) => string,
  runtime: Runtime = defaultRuntime,
): Promise<Models> {
  const load = (entry: ModelEntry & { readonly outputs: Readonly<Record<string, string>> }, by = defaultRuntime) =>
    loadModel(entry, pathOf(entry), by).catch((cause: unknown) => {
      throw new Error(`model ${entry.id} (${pathOf(entry)}) cannot be loaded`, { cause });
    });
  return {
    detect: await load(models.detect),
    landmarks: await load(models.landmarks),
    ...(models.align && { align: await load(models.align) }),
    embed: await load(models.embed, runtime),
    ...(models.embed.second && { second: await load(models.embed.second, runtime) }),
    spoof: await inTurn(models.spoof.networks, (entry) => load(entry)),
    eyes: await load(models.eyes),
    ...(models.covered && { covered: await load(models.covered) }),
    ...(models.overlay && { overlay: await load(models.overlay) }),
    ...(models.blend && { blend: await unlessOwn(models.blend, load) }),
    pose: await unlessOwn(models.pose, load),
  };
}

/** Loads sequentially. */
async function inTurn<Entry>(entries: readonly Entry[], load: (entry: Entry) => Promise<Model>): Promise<Model[]> {
  const loaded: Model[] = [];
  for (const entry of entries) loaded.push(await load(entry));
  return loaded;
}

/**
 * Loads one of our models on first use: a verify never needs those of the challenge, and the pose model takes 40 MB including the loading. An operator's
 * own model is loaded at once, so that errors are reported early.
 */
async function unlessOwn<Entry extends ModelEntry>(
  entry: Entry,
  load: (entry: Entry) => Promise<Model>,
): Promise<Model> {
  const isOurs = "npm" in entry.source || "included" in entry.source;
  return isOurs ? loadedWhenRun(() => load(entry)) : load(entry);
}

/** Loads the model on its first run; retries on the next run after a failure. */
function loadedWhenRun(load: () => Promise<Model>): Model {
  let loading: Promise<Model> | undefined;
  return {
    async run(values) {
      loading ??= load().catch((error: unknown) => {
        loading = undefined;
        throw error;
      });
      return (await loading).run(values);
    },
  };
}

export async function loadModel(
  { input, outputs }: Pick<ModelEntry, "input"> & { readonly outputs: Readonly<Record<string, string>> },
  path: string,
  { threads, providers }: Runtime = defaultRuntime,
): Promise<Model> {
  const session = await InferenceSession.create(rewriteModel(await readFile(path)), {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    executionMode: "sequential",
    graphOptimizationLevel: "all",
    executionProviders: providers,
    // It would allocate all memory of a run at once from the second run on, in addition to what the first run allocated and keeps: 15 MB a worker, without
    // saving time (measured).
    enableMemPattern: false,
    logSeverityLevel: 3, // errors: the default models make it warn of unused initializers at every start
  });
  // Only in workers: the next model reuses the memory of this one's file and its rewritten copy. 15 MB a worker (measured).
  globalThis.gc?.();
  const dims = [1, input.channels === "grey" ? 1 : 3, input.height, input.width];
  assertShape(session, input.name, dims);
  const names = Object.entries(outputs);
  const missing = names.find(([, name]) => !session.outputNames.includes(name));
  if (missing) throw new Error(`it has no output ${missing[1]}, only ${session.outputNames.join(", ")}`);
  const wanted = names.map(([, name]) => name);

  return {
    async run(values) {
      const results = await session.run({ [input.name]: new Tensor("float32", values, dims) }, wanted);
      return Object.fromEntries(names.map(([ours, name]) => [ours, results[name]?.data as Float32Array]));
    },
  };
}

/** Dimensions that a graph leaves open, such as the batch, match any size. */
function assertShape(session: InferenceSession, name: string, dims: readonly number[]): void {
  const input = session.inputMetadata.find((metadata) => metadata.name === name);
  if (!input) throw new Error(`it has no input ${name}, only ${session.inputNames.join(", ")}`);
  const fits =
    input.isTensor &&
    input.type === "float32" &&
    input.shape.length === dims.length &&
    input.shape.every((length, i) => typeof length !== "number" || length < 0 || length === dims[i]);
  if (!fits) throw new Error(`its input ${name} is not float32 ${dims.join("x")}`);
}
