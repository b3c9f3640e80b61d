/**
 * One network, loaded and ready. The face code knows what goes in and what comes out from the manifest
 * (manifest.ts); what runs it (ONNX Runtime on a server, its WebAssembly build in a browser) is behind this.
 */
export interface Model {
  /**
   * @param input one image, float32, planar (channel, row, column), of the size the manifest states for this model
   * @returns the outputs by the manifest's own names for them (`scores`, `points`, `embedding`, ...), flattened
   */
  run(input: Float32Array): Promise<Readonly<Record<string, Float32Array>>>;
}

export interface Models {
  readonly detect: Model;
  readonly landmarks: Model;
  /** Where the manifest has one. */
  readonly align?: Model | undefined;
  readonly embed: Model;
  /** Where the manifest has one. */
  readonly second?: Model | undefined;
  /** In the order of the manifest's networks. */
  readonly spoof: readonly Model[];
  readonly eyes: Model;
  /** Where the manifest has one. */
  readonly covered?: Model | undefined;
  /** Where the manifest has one. */
  readonly overlay?: Model | undefined;
  /** Where the manifest has one. */
  readonly blend?: Model | undefined;
  readonly pose: Model;
}

/** @throws Error when the model has no such output: its file and the manifest do not belong together */
export function outputOf(outputs: Readonly<Record<string, Float32Array>>, name: string): Float32Array {
  const values = outputs[name];
  if (!values) throw new Error(`the model has no output "${name}"; the manifest and the file do not belong together`);
  return values;
}
