/** One model file in use. */
export interface Model {
  /** What it does: `detect`, `landmarks`, `embed`, `spoof`, `eyes`, `pose`. */
  readonly role: string;
  readonly id: string;
  readonly licence: string;
  readonly sha256: string;
  readonly size_bytes: number;
}

/** What a threshold lets through, as measured. */
export interface ThresholdRow {
  readonly similarity: number;
  /** How many pairs of strangers pass. */
  readonly false_match_rate: number;
  /** How many pairs of one person are refused. */
  readonly false_non_match_rate: number;
  /** How many pairs of strangers of one region and gender pass. */
  readonly within_group_false_match_rate: number;
}

export interface ModelsResult {
  /** The embedding contract id, as in `meta.model`. */
  readonly model: string;
  /** The similarity from which two faces match unless a request says otherwise. */
  readonly threshold: number;
  readonly thresholds: readonly ThresholdRow[];
  readonly models: readonly Model[];
}
