import type { DetectEntry, EyesEntry, LandmarksEntry } from "@selfsame/face/manifest";
import type { Model } from "@selfsame/face/model";
import { env, InferenceSession, Tensor } from "onnxruntime-web/wasm";

/** @param url of the runtime's WebAssembly */
export function useRuntime(url: string): void {
  env.wasm.wasmPaths = { wasm: url };
  // More need a page that is cross-origin isolated, and one is fast enough.
  env.wasm.numThreads = 1;
  env.logLevel = "error";
}

/** Loads one model. The files of several load side by side, the runtime once. */
export async function loadModel(
  { input, outputs }: Pick<DetectEntry | LandmarksEntry | EyesEntry, "input" | "outputs">,
  url: string,
): Promise<Model> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  const session = await InferenceSession.create(new Uint8Array(await response.arrayBuffer()), {
    executionProviders: ["wasm"],
    graphOptimizationLevel: "all",
  });
  const dims = [1, input.channels === "grey" ? 1 : 3, input.height, input.width];
  const names = Object.entries(outputs as Readonly<Record<string, string>>);
  return {
    async run(values) {
      const results = await session.run({ [input.name]: new Tensor("float32", values, dims) });
      return Object.fromEntries(names.map(([ours, name]) => [ours, results[name]?.data as Float32Array]));
    },
  };
}
