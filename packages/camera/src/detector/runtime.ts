import type { CoveredEntry, DetectEntry, EyesEntry, LandmarksEntry } from "@selfsame/face/manifest";
import type { Model } from "@selfsame/face/model";
import { env, InferenceSession, Tensor } from "onnxruntime-web/wasm";

/** @param url of the runtime's WebAssembly */
export function useRuntime(url: string): void {
  env.wasm.wasmPaths = { wasm: url };
  // More need a page that is cross-origin isolated, and one is fast enough.
  env.wasm.numThreads = 1;
  env.logLevel = "error";
}

/**
 * Loads one model. The files of several load side by side, the runtime once.
 * @param onBytes is told of every piece that comes
 */
export async function loadModel(
  { input, outputs }: Pick<DetectEntry | LandmarksEntry | EyesEntry | CoveredEntry, "input" | "outputs">,
  url: string,
  onBytes: (count: number) => void,
): Promise<Model> {
  const session = await InferenceSession.create(await download(url, onBytes), {
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

async function download(url: string, onBytes: (count: number) => void): Promise<Uint8Array> {
  const response = await fetch(url);
  if (!response.ok || !response.body) throw new Error(`${url}: ${response.status}`);
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(await new Blob(pieces).arrayBuffer());
    pieces.push(value);
    onBytes(value.length);
  }
}
