import { readFile } from "node:fs/promises";
import type { Manifest, ModelEntry } from "@selfsame/face/manifest";
import type { Model, Models } from "@selfsame/face/model";
import { InferenceSession, Tensor } from "./onnx-runtime.ts";
import { rewriteModel } from "./rewrite/rewrite.ts";
import { defaultRuntime, type Runtime } from "./runtime.ts";

/**
 * Loads the manifest's models into ONNX Runtime, one thread each unless `runtime` has more for recognizers: the pool has a worker a core, so more
 * threads would only contend.
 * One after the other: each takes several times its size while it is loaded. Our models of the challenge are loaded when they first run.
 * @param pathOf where an entry's file lies
 * @throws Error that names the model whose file cannot be loaded or is not what the manifest says
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

/** One after the other. */
async function inTurn<Entry>(entries: readonly Entry[], load: (entry: Entry) => Promise<Model>): Promise<Model[]> {
  const loaded: Model[] = [];
  for (const entry of entries) loaded.push(await load(entry));
  return loaded;
}

/**
 * Waits for the first run where the model is one of ours: a verify never asks for those of the challenge, and the pose model takes 40 MB with what it
 * is loaded with. An operator's own is loaded at once: then what is wrong with it is said.
 */
async function unlessOwn<Entry extends ModelEntry>(
  entry: Entry,
  load: (entry: Entry) => Promise<Model>,
): Promise<Model> {
  const isOurs = "npm" in entry.source || "included" in entry.source;
  return isOurs ? loadedWhenRun(() => load(entry)) : load(entry);
}

/** Loads the model at its first run, and tries again at the next where that failed. */
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
    // From the second run on it takes all of a run's memory at once, beside what the first run took piece by piece and keeps: 15 MB a worker, and no
    // less time (measured).
    enableMemPattern: false,
    logSeverityLevel: 3, // errors: the default models make it warn of unused initializers at every start
  });
  // Where it is there (in workers): the next model then takes the memory of this one's file and what it was rewritten to. 15 MB a worker (measured).
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

/** Dimensions that a graph leaves open (a batch, say) fit anything. */
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
