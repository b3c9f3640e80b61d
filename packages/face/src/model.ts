/**
 * One loaded network. The face code knows its inputs and outputs from the manifest (manifest.ts); the runtime behind this is ONNX Runtime on a server
 * and its WebAssembly build in a browser.
 */
export interface Model {
  /**
   * @param input one image, float32, planar (channel, row, column), in the size that the manifest states
   * @returns outputs by the manifest's names (`scores`, `points`, `embedding`, ...), flattened
   */
  run(input: Float32Array): Promise<Readonly<Record<string, Float32Array>>>;
}

export interface Models {
  readonly detect: Model;
  readonly landmarks: Model;
  /** Absent if the manifest has none. */
  readonly align?: Model | undefined;
  readonly embed: Model;
  /** Absent if the manifest has none. */
  readonly second?: Model | undefined;
  /** In the order of the manifest's networks. */
  readonly spoof: readonly Model[];
  readonly eyes: Model;
  /** Absent if the manifest has none. */
  readonly covered?: Model | undefined;
  /** Absent if the manifest has none. */
  readonly overlay?: Model | undefined;
  /** Absent if the manifest has none. */
  readonly blend?: Model | undefined;
  readonly pose: Model;
}

/** @throws Error if the model has no such output: its file does not fit the manifest */
export function outputOf(outputs: Readonly<Record<string, Float32Array>>, name: string): Float32Array {
  const values = outputs[name];
  if (!values) throw new Error(`the model has no output "${name}"; the manifest and the file do not belong together`);
  return values;
}
