/** One model file in use. */
export interface Model {
  /** What it does: `detect`, `landmarks`, `embed`, `spoof` (several), `eyes`, `pose`. */
  readonly role: string;
  readonly id: string;
  readonly licence: string;
  readonly sha256: string;
  readonly size_bytes: number;
}

/** Both measured error rates at a threshold. */
export interface ThresholdRow {
  readonly similarity: number;
  /** The share of impostor pairs that match (FMR). */
  readonly false_match_rate: number;
  /** The share of genuine pairs that do not match (FNMR). */
  readonly false_non_match_rate: number;
  /** FMR of impostor pairs of the same region and gender. */
  readonly within_group_false_match_rate: number;
}

export interface ModelsResult {
  /** The embedding contract id, as in `meta.model`. */
  readonly model: string;
  /** The default threshold: the similarity from which two faces match unless a request sets another. */
  readonly threshold: number;
  readonly thresholds: readonly ThresholdRow[];
  readonly models: readonly Model[];
}
