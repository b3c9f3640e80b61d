/** Main loop of worker.ts's process: analyzes photos, one at a time. Ends when its parent does. */
import { readSync } from "node:fs";
import { inspect } from "node:util";
import type { Pipeline } from "@selfsame/face/compare/pipeline";
import type { ModelEntry } from "@selfsame/face/manifest";
import { analyzePhoto } from "./analyze.ts";
import { closeCodeCache } from "./code-cache.ts";
import { type DecoderFault, decoderFault } from "./decoder-faults.ts";
import { createEarlierPipelines, type EarlierPipelines } from "./earlier-pipelines.ts";
import { decodeShrunk } from "../decode/jpeg/shrink.ts";
import { modelPath } from "../models/model-path.ts";
import { photosFd } from "./messages.ts";
import { backgroundPriority, interactivePriority, lowerPriority } from "./priorities.ts";
import type { FromWorker, ToWorker, WorkerAnswer } from "./messages.ts";
import type { ModelSet } from "../models/model-set.ts";
import { freeBytes } from "../images/free-bytes.ts";
import { loadModels } from "../models/onnx.ts";
import { readNormalization } from "../models/normalization-file.ts";
import { createStageClock, type StageClock } from "./stage-clock.ts";

/**
 * A full collection runs after this many photos, unused compiled code included. Without it V8 had not done one after 1,200 photos, and a worker held 201
 * MB; every 200 photos it held 176, for 0.1 ms of processor time a photo (AMD EPYC of family 26), and 4 MB less every 100.
 */
const photosACollection = 100;
let photosLeft = photosACollection;

let loaded: { readonly pipeline: Pipeline; readonly clock: StageClock; readonly earlier: EarlierPipelines } | undefined;

// Ctrl-C reaches every process of a terminal's group: the parent drains first, and needs its workers for that.
process.on("SIGINT", () => undefined);
process.on("SIGTERM", () => undefined);
process.on("disconnect", () => process.exit());
process.on("message", (message: ToWorker) => {
  answer(message)
    .then(send, (error: unknown) => send({ kind: "fault", detail: inspect(error) }))
    .finally(() => message.kind === "photo" && collectSometimes());
});

/** Runs after the answer is sent: nobody waits for it unless the next photo has already arrived. */
function collectSometimes(): void {
  if (--photosLeft > 0) return;
  photosLeft = photosACollection;
  globalThis.gc?.({ type: "major", flavor: "last-resort" });
}

async function answer(message: ToWorker): Promise<WorkerAnswer> {
  if (message.kind === "load") {
    lowerPriority(message.background ? backgroundPriority : interactivePriority);
    loaded = await load(message.models);
    return { kind: "ready" };
  }
  if (!loaded) throw new Error("a photo came before the models were loaded");
  const { pipeline, clock, earlier } = loaded;
  const { model } = message.wants;
  const photo = readPhoto(message.sizeBytes);
  const decoderFaults: DecoderFault[] = [];
  const noteFault = (error: unknown) => void decoderFaults.push(decoderFault(error));
  const decoders = { shrink: decodeShrunk, noteFault };
  const timed = await clock.time(async () =>
    analyzePhoto(photo, message.wants, model === undefined ? pipeline : await earlier.of(model), decoders),
  );
  // Freed at once: it has survived young-generation collections and would otherwise wait for a full one, with a hundred others. Only after success, when no
  // decoder reads it any more.
  freeBytes(photo);
  return { kind: "done", ...timed, memoryBytes: process.memoryUsage.rss(), decoderFaults };
}

/** Blocks, since there is nothing else to do. Exits if the parent has gone. */
function readPhoto(sizeBytes: number): Uint8Array<ArrayBuffer> {
  const photo = new Uint8Array(sizeBytes);
  for (let at = 0; at < sizeBytes;) {
    const read = readSync(photosFd, photo, at, sizeBytes - at, null);
    if (read === 0) process.exit();
    at += read;
  }
  return photo;
}

/** An input of zeros. */
const nothing = ({ input }: ModelEntry) =>
  new Float32Array((input.channels === "grey" ? 1 : 3) * input.height * input.width);

async function load(set: ModelSet) {
  const { manifest, manifestPath, modelsDir, runtime } = set;
  const models = await loadModels(manifest, (entry) => modelPath(entry, manifestPath, modelsDir), runtime);
  // A session allocates its memory on the first run: better now than during a request.
  for (const name of ["detect", "landmarks", "embed", "eyes"] as const) {
    await models[name].run(nothing(manifest.models[name]));
  }
  if (models.align) await models.align.run(nothing(manifest.models.align ?? manifest.models.landmarks));
  if (models.covered) await models.covered.run(nothing(manifest.models.covered ?? manifest.models.eyes));
  if (models.second) await models.second.run(nothing(manifest.models.embed.second ?? manifest.models.embed));
  for (const [i, model] of models.spoof.entries()) {
    await model.run(nothing(manifest.models.spoof.networks[i] as ModelEntry));
  }
  const clock = createStageClock(models);
  const { embed } = manifest.models;
  const normalisation = await readNormalization(embed, manifestPath);
  const secondNormalisation = embed.second && (await readNormalization(embed.second, manifestPath));
  closeCodeCache();
  const pipeline = { models: clock.models, manifest, normalisation, secondNormalisation };
  return { pipeline, clock, earlier: createEarlierPipelines(pipeline, set) };
}

function send(answer: WorkerAnswer): void {
  const { user, system } = process.cpuUsage();
  const message: FromWorker = { ...answer, processorMs: (user + system) / 1000 };
  // The parent has gone, so the worker ends.
  process.send?.(message, (error: Error | null) => error && process.exit());
}
