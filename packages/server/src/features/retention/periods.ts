/** Days that what belongs to accounts is stored: by the operator's choice, and where an account chose fewer, by its own. */
export interface Retention {
  /** Sessions after their end, with their timelines and consent records. */
  readonly sessionsDays: number;
  /** Batches after their end, with their results. */
  readonly batchResultsDays: number;
  /** The log of requests; 0: none is written. */
  readonly requestLogDays: number;
}

/** Unless the settings say otherwise (config.ts). */
export const defaultRetention: Retention = { sessionsDays: 90, batchResultsDays: 30, requestLogDays: 7 };
