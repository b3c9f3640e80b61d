/** The process that looks at photos, one at a time. Started by worker-process.ts; it ends when its parent does. */
import { inspect } from "node:util";
import type { Pipeline } from "@selfsame/face/analyze";
import { analyzePhoto } from "./analyze.ts";
import { modelPath } from "./model-path.ts";
import type { FromWorker, ModelSet, ToWorker } from "./messages.ts";
import { loadModels } from "./onnx.ts";

let pipeline: Pipeline | undefined;

// Ctrl-C reaches every process of a terminal's group: the parent drains first, and needs its workers for that.
process.on("SIGINT", () => undefined);
process.on("SIGTERM", () => undefined);
process.on("disconnect", () => process.exit());
process.on("message", (message: ToWorker) => {
  answer(message).then(send, (error: unknown) => send({ kind: "fault", detail: inspect(error) }));
});

async function answer(message: ToWorker): Promise<FromWorker> {
  if (message.kind === "load") {
    pipeline = await load(message.models);
    return { kind: "ready" };
  }
  if (!pipeline) throw new Error("a photo came before the models were loaded");
  return { kind: "done", result: await analyzePhoto(message.photo, message.wants, pipeline) };
}

async function load({ manifest, manifestPath, modelsDir }: ModelSet): Promise<Pipeline> {
  const models = await loadModels(manifest, (entry) => modelPath(entry, manifestPath, modelsDir));
  // The first run of a session allocates its memory. Better now than in somebody's request.
  for (const [name, { input }] of Object.entries(manifest.models)) {
    const channels = input.channels === "grey" ? 1 : 3;
    await models[name as keyof typeof models].run(new Float32Array(channels * input.height * input.width));
  }
  return { models, manifest };
}

function send(message: FromWorker): void {
  process.send?.(message);
}
