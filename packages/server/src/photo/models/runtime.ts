/** ONNX Runtime's names for what runs a network. */
export const providerNames = ["cpu", "cuda", "tensorrt", "webgpu", "dml", "coreml"] as const;
export type Provider = (typeof providerNames)[number];

/** How recognizers are run. The other networks are small: they always have one thread of the processor, where they are fastest. */
export interface Runtime {
  readonly threads: number;
  /** The first that can run an operator does; what none of them can, the processor does. */
  readonly providers: readonly Provider[];
}

export const defaultRuntime: Runtime = { threads: 1, providers: ["cpu"] };
