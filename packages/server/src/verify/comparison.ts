/** How two embeddings are compared: by the model in use and its calibration. */
export interface Comparison {
  /** The embedding contract: embeddings of different ones cannot be compared. */
  readonly model: string;
  /** The default, on the similarity scale. */
  readonly threshold: number;
  /** On the scale of 0 to 1 that says how rarely strangers score this high. Four decimals: what callers see is what is compared. */
  similarity(one: Float32Array, other: Float32Array): number;
  /** How rarely: the share of pairs of strangers that score at least this similarity. */
  falseMatchRate(similarity: number): number;
}
