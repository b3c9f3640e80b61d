/** The combined face of a challenge's frames. */
export interface FramesFace {
  /** Sum of the frames' embeddings: the longer, the more they agree. */
  readonly sum: Float32Array;
  /** Number of frames. */
  readonly frames: number;
}

export function average(embeddings: readonly Float32Array[]): FramesFace {
  const sum = new Float32Array(embeddings[0]?.length ?? 0);
  for (const embedding of embeddings) {
    for (const [i, value] of embedding.entries()) sum[i] = (sum[i] as number) + value;
  }
  return { sum, frames: embeddings.length };
}

/** Scales to unit length, as embeddings are. */
export function directionOf(sum: Float32Array): Float32Array {
  const length = Math.hypot(...sum);
  return sum.map((value) => value / length);
}
