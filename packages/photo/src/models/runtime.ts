/** ONNX Runtime's names of execution providers. */
export const providerNames = ["cpu", "cuda", "tensorrt", "webgpu", "dml", "coreml"] as const;
export type Provider = (typeof providerNames)[number];

/** How recognizers run. The other networks are small and always use one thread of the processor, where they are fastest. */
export interface Runtime {
  readonly threads: number;
  /** In order of preference: an operator runs on the first one that supports it, otherwise on the processor. */
  readonly providers: readonly Provider[];
}

export const defaultRuntime: Runtime = { threads: 1, providers: ["cpu"] };
