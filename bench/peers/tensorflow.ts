import { createRequire } from "node:module";
import { join } from "node:path";

/** Both peers are loaded from CommonJS builds that their packages do not export, without types for Node. */
export const load = createRequire(import.meta.url);
export const modules = join(import.meta.dirname, "node_modules");
export const wasmFolder = join(modules, "@tensorflow/tfjs-backend-wasm/dist/");

export interface Pixels {
  readonly data: Buffer;
  readonly info: { readonly width: number; readonly height: number };
}

/** Returns the descriptor length of the most prominent face, 0 if none was found. */
export type Describe = (pixels: Pixels) => Promise<number>;

export interface Tensor {
  dispose(): void;
}
export interface Tensorflow {
  tensor(data: Uint8Array, shape: readonly number[], type: "int32"): Tensor;
  setBackend(name: string): Promise<boolean>;
  ready(): Promise<void>;
}

export const toTensor = (tf: Tensorflow, { data, info }: Pixels): Tensor =>
  tf.tensor(data, [info.height, info.width, 3], "int32");
